import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLanguageModel } from '../../src/core/settings.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { ClientHistory } from '../../src/insights/engine.ts';
import { questionOf } from '../../src/insights/language-model/prompt.ts';
import {
  answer,
  cards,
  engineOn,
  expectReason,
  history,
  json,
  key,
  outage,
  ownCards,
  type Reply,
  renewal,
  startModel,
  status,
  text,
} from '../support/language-model.ts';

test('the picks of an answer are shown on two cards; health, summary and threads stay those of the built-in engine', async () => {
  const { url } = await startModel(json(answer));
  const { insights, lines } = engineOn(url);
  const own = await builtInEngine.compute(history);
  const picks = {
    sent: expect.stringMatching(/^[0-9a-f]{64}$/),
    wins: answer.wins.map(({ activity: _, ...pick }) => ({ ...pick, activityId: renewal.id })),
    frictions: answer.frictions.map(({ activity: _, ...pick }) => ({ ...pick, activityId: outage.id })),
  };
  const explanation = { ...own.explanation, quotes: expect.any(Array) };
  const computed = await insights();
  expect(computed).toEqual({ ...own, cards, explanation, picks });
  expect(computed.explanation.quotes.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['win', answer.wins[0]?.about],
    ['friction', answer.frictions[0]?.about],
  ]);
  expect(lines).toEqual([]);
});

test('the request names the model, sends the key, and asks for the most likely answer in the schema, of bounded length', async () => {
  const { url, received } = await startModel(json(answer));
  await engineOn(url).compute();
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    url: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: {
      model: 'a-model',
      temperature: 0,
      max_tokens: 2_000,
      messages: [{ role: 'system' }, { role: 'user' }],
      response_format: { type: 'json_schema', json_schema: { strict: true, schema: { type: 'object' } } },
    },
  });
});

test('without a key the request sends none', async () => {
  const { url, received } = await startModel(json(answer));
  expect(await engineOn(url, { key: undefined }).compute()).toEqual(cards);
  expect(received[0]?.headers.authorization).toBeUndefined();
});

test('the activities and what was computed from them are sent with references and names, without ids and addresses', async () => {
  const { url, received } = await startModel(json(answer));
  const upcoming = { type: 'meeting' as const, subject: 'Review', occurredAt: '2026-12-01T09:00:00.000Z' };
  await engineOn(url).compute({ ...history, upcoming });
  const { messages } = received[0]?.body ?? { messages: [] };
  expect(JSON.parse(messages[1]?.content ?? '')).toEqual({
    today: '20 Nov 2026',
    client: 'Globex',
    next: { date: '1 Dec 2026', type: 'meeting', subject: 'Review' },
    figures: {
      verdict: 'Too little to tell',
      wins: 1,
      frictions: 1,
      owedSince: null,
      lastContactAt: '12 Nov 2026',
    },
    threads: [
      {
        ...{ activity: 'a2', subject: 'Exports', people: 'Priya Raman', state: 'open' },
        ...{ since: '2 Oct 2026', deadline: null, quote: 'The export has been broken since Monday.' },
      },
      {
        ...{ activity: 'a1', subject: 'Renewal', people: 'Priya Raman', state: 'quiet' },
        ...{ since: '12 Nov 2026', deadline: null, quote: 'We signed the renewal for two years.' },
      },
    ],
    activities: [
      {
        ...{ reference: 'a1', date: '12 Nov 2026', type: 'email', subject: 'Renewal' },
        participants: ['Priya Raman (client)', 'Sam Okafor (our side)'],
        text: expect.stringContaining('We signed the renewal'),
      },
      {
        ...{ reference: 'a2', date: '2 Oct 2026', type: 'chat', subject: 'Exports' },
        participants: ['Sam Okafor (our side)', 'Priya Raman (client)'],
        text: expect.stringContaining('Priya Raman: The export has been broken since Monday.'),
      },
    ],
  });
  for (const id of [history.client.id, renewal.id, outage.id])
    expect(JSON.stringify(received[0]?.body)).not.toContain(id);
  expect(messages[0]?.content).not.toContain('Globex');
});

test.each(['x', '"', '\u0001', '\ud800', '\n'])(
  'the data stays below 40,000 characters, newest first, also when everything is %j',
  async (letter) => {
    const long = letter.repeat(2_000);
    const activities = Array.from({ length: 60 }, (_unused, index) => ({
      ...renewal,
      subject: long,
      content: `Number ${index}. ${long}`,
      participants: Array.from({ length: 13 }, (_none, person) => `${person}${long.slice(0, 320)}`),
    }));
    const { data } = await questionFor({ ...history, client: { id: 'x', name: long }, activities });
    expect(data.length).toBeLessThanOrEqual(40_000);
    expect(data.length).toBeGreaterThan(25_000);
    expect(data.isWellFormed()).toBe(true);
    const sent: { reference: string; text: string; participants: string[] }[] = JSON.parse(data).activities;
    expect(sent.map(({ reference }) => reference)).toEqual(sent.map((_unused, index) => `a${index + 1}`));
    expect(sent[0]?.text).toContain('Number 0.');
    expect(sent[0]?.participants).toHaveLength(12);
  },
);

const questionFor = async (of: ClientHistory) => questionOf(of, await builtInEngine.compute(of));

test('at most 60 activities are sent, and an older one cannot be picked', async () => {
  const wins = [{ activity: 'a61', quote: 'Number 60', about: '' }, ...answer.wins];
  const { url, received } = await startModel(json({ ...answer, wins, frictions: [] }));
  const others = Array.from({ length: 60 }, (_, index) => ({
    ...renewal,
    id: `activity-${index}`,
    content: `Number ${index + 1}`,
  }));
  const { picks } = await engineOn(url).insights({ ...history, activities: [renewal, ...others] });
  expect(JSON.parse(received[0]?.body.messages[1]?.content ?? '').activities).toHaveLength(60);
  expect(picks?.wins).toMatchObject([{ activityId: renewal.id }]);
});

test('nothing is sent when the same activities have been sent before, whatever the day is', async () => {
  const { url, received } = await startModel(json(answer));
  const { insights, compute } = engineOn(url);
  const { picks } = await insights();
  const later = { ...history, asOf: '2027-06-20T12:00:00.000Z', picks };
  const { cards: kept, picks: again } = await insights(later);
  expect(kept['wins-and-traction']).toBe(cards['wins-and-traction']);
  expect(again).toEqual(picks);
  expect(received).toHaveLength(1);
  await compute({ ...later, activities: [renewal] });
  expect(received).toHaveLength(2);
});

test('the tokens that the server reports are counted, or else a quarter of the characters', async () => {
  const { url, received } = await startModel(json(answer, { total_tokens: 1_234 }), json(answer));
  const { compute, usage } = engineOn(url);
  await compute();
  expect(await usage.today()).toBe(1_234);
  await compute();
  const characters = received.map(({ body }) => JSON.stringify(body.messages).length)[1] ?? 0;
  const counted = (await usage.today()) - 1_234;
  expect(counted).toBeGreaterThan(characters / 5);
  expect(counted).toBeLessThan(characters / 2);
});

test('what was sent is counted when no answer comes, or a broken one', async () => {
  const nested = `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const { url } = await startModel(status(500), text('no answer'), status(200, {}, nested));
  const { compute, usage } = engineOn(url);
  for (const _ of [1, 2, 3]) expect(await compute()).toEqual(ownCards);
  expect(usage.added.filter((tokens) => tokens > 100)).toHaveLength(3);
});

test.each([status(401), status(429)])('what a server refuses to read is not counted', async (refusal) => {
  const { url } = await startModel(refusal);
  const { compute, usage } = engineOn(url);
  expect(await compute()).toEqual(ownCards);
  expect(await usage.today()).toBe(0);
});

test('a pick with a character that no message has is dropped, and the others are kept', async () => {
  const [win] = answer.wins;
  const unstorable = ['\u0000', '\udc00', '\u001b'].map((about) => ({ ...win, about }));
  const { url } = await startModel(json({ ...answer, wins: [...unstorable, win] }));
  const { picks } = await engineOn(url).insights();
  expect(picks?.wins).toEqual([expect.objectContaining({ about: win?.about })]);
});

test.each([
  ['a code fence', `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``],
  ['words', `Here are the picks:\n\n${JSON.stringify(answer, null, 2)}\n\nI hope this helps.`],
])('an answer in %s is accepted', async (_, content) => {
  const { url } = await startModel(text(content));
  expect(await engineOn(url).compute()).toEqual(cards);
});

test('a server that refuses the schema gets requests without it, at once and from then on', async () => {
  const { url, received } = await startModel(status(400), json(answer));
  const { compute, lines } = engineOn(url);
  expect(await compute()).toEqual(cards);
  expect(await compute()).toEqual(cards);
  expect(received.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
  expect(lines).toEqual([]);
});

test('a request refused for another reason does not end the use of the schema', async () => {
  const { url, received } = await startModel(status(400), status(400), json(answer));
  const { compute, lines } = engineOn(url);
  expect(await compute()).toEqual(ownCards);
  expectReason(lines, 'status 400');
  expect(await compute()).toEqual(cards);
  expect(received.map(({ body }) => 'response_format' in body)).toEqual([true, false, true]);
});

test.each([408, 429, 502, 503])('after status %i the server is asked again in an hour', async (code) => {
  const { url, received } = await startModel(status(code));
  const { insights, lines } = engineOn(url);
  expect(await insights()).toMatchObject({ cards: ownCards, retryInMs: 3_600_000 });
  expect(received).toHaveLength(1);
  expectReason(lines, `status ${code}`);
});

test('a server that cannot be reached is asked again in an hour', async () => {
  const { url } = await startModel((response) => response.destroy());
  const { insights, lines } = engineOn(url);
  expect(await insights()).toMatchObject({ cards: ownCards, retryInMs: 3_600_000 });
  expectReason(lines, 'no connection');
});

test.each([401, 403, 404, 413, 500, 504])('status %i is no reason to ask again soon', async (code) => {
  const { url, received } = await startModel(status(code));
  const { insights, lines } = engineOn(url);
  const computed = await insights();
  expect(computed).toMatchObject({ cards: ownCards });
  expect(computed).not.toHaveProperty('retryInMs');
  expect(received).toHaveLength(1);
  expectReason(lines, `status ${code}`);
});

const halfAnswer: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"choices":[');
};

const brokenAnswer: Reply = (response, request) => {
  halfAnswer(response, request);
  setImmediate(() => response.destroy());
};

const invented = 'answer of another form';

test.each<[string, string, Reply]>([
  ['closes the connection midway', 'broken answer', brokenAnswer],
  ['sends no JSON', 'broken answer', status(200, {}, '<html>We signed the renewal')],
  ['sends another type', 'broken answer', status(200, { 'Content-Type': 'text/html' }, '<html>')],
  ['sends nothing', 'broken answer', status(204, {}, '')],
  ['sends no choices', 'broken answer', status(200, {}, '{"choices":[]}')],
  ['sends a refusal', 'broken answer', text(null)],
  ['has the model say no JSON', invented, text('We signed the renewal')],
  ['has the model leave out a list', invented, json({ wins: answer.wins })],
])('if a server %s, the cards are those of the built-in engine', async (_, reasonText, reply) => {
  const { url, received } = await startModel(reply);
  const { compute, lines } = engineOn(url);
  expect(await compute()).toEqual(ownCards);
  expect(received).toHaveLength(1);
  expectReason(lines, reasonText);
});

test.each<[string, Reply]>([
  ['never answers', () => {}],
  ['never ends its answer', halfAnswer],
  ['never ends an answer of failure', (response) => void response.writeHead(500).write('{')],
])('a request to a server that %s ends after the timeout', async (_, reply) => {
  const { url, received } = await startModel(reply);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { compute, lines } = engineOn(url);
  const computed = compute();
  while (received.length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(defaultLanguageModel.timeoutMs - 1);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await computed).toEqual(ownCards);
  expect(received).toHaveLength(1);
  expectReason(lines, 'timeout');
});

test('an endless answer is cut off before it fills the memory', async () => {
  let bytes = 0;
  const { url } = await startModel((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const chunk = Buffer.alloc(65_536, ' ');
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) bytes += chunk.length;
    };
    response.on('drain', pour);
    pour();
  });
  const { compute, lines } = engineOn(url);
  expect(await compute()).toEqual(ownCards);
  expectReason(lines, 'answer that is too long');
  // What the sockets hold comes on top of the million bytes.
  expect(bytes).toBeLessThan(20_000_000);
});

test('a redirect is not followed, so neither the key nor activities reach another host', async () => {
  const other = await startModel(json(answer));
  for (const code of [301, 302, 307, 308]) {
    const { url, received } = await startModel(status(code, { Location: `${other.url}/chat/completions` }));
    const { compute, lines } = engineOn(url);
    expect(await compute()).toEqual(ownCards);
    expect(received).toHaveLength(1);
    expectReason(lines, `status ${code}`);
  }
  expect(other.received).toEqual([]);
});

test('a key that cannot be sent does not appear in the log', async () => {
  const { url, received } = await startModel(json(answer));
  const { compute, lines } = engineOn(url, { key: 'bad\nkey' });
  expect(await compute()).toEqual(ownCards);
  expect(received).toEqual([]);
  expectReason(lines, 'broken answer');
});

test.each<[string, Reply]>([
  ['while the server is silent', () => {}],
  ['in the middle of an answer', halfAnswer],
])('an abort %s rejects at once, without a log line', async (_, reply) => {
  const steps = new EventEmitter();
  const reached = once(steps, 'replied');
  const { url } = await startModel((response, request) => {
    reply(response, request);
    setImmediate(() => steps.emit('replied'));
  });
  const { insights, lines } = engineOn(url);
  const controller = new AbortController();
  const outcome = expect(insights(history, controller.signal)).rejects.toThrow('the worker stops');
  await reached;
  controller.abort(new Error('the worker stops'));
  await outcome;
  expect(lines).toEqual([]);
});
