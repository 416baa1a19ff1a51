import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import type { Cards } from '../../src/insights/engine.ts';
import {
  answer,
  cards,
  engineOn,
  history,
  json,
  linkTo,
  otherCards,
  outage,
  point,
  renewal,
  startModel,
} from '../support/language-model.ts';

/** Cards for an answer. */
async function cardsFor(value: unknown, of = history): Promise<Cards> {
  const { url } = await startModel(json(value));
  return engineOn(url, { attempts: 1 }).compute(of);
}

test('the next planned activity ends the health card, taken from the data', async () => {
  const upcoming = { type: 'meeting' as const, subject: 'Review', occurredAt: '2026-12-01T09:00:00.000Z' };
  const { 'client-health': health } = await cardsFor(answer, { ...history, upcoming });
  expect(health).toBe(`${cards['client-health']}\n- [x] Next: meeting “Review” on 1 Dec 2026.`);
});

test('a health statement that refers to an activity that was not sent is dropped', async () => {
  const points = [
    { text: 'Invented', good: true, activities: ['a3'] },
    { text: 'Half invented', good: true, activities: ['a1', 'a3'] },
    { text: 'Of nothing', good: true, activities: [] },
    { text: ' ', good: true, activities: ['a1'] },
    { text: 'Of both', good: true, activities: ['a2', 'a1', 'a2'] },
    point,
  ];
  const { 'client-health': health } = await cardsFor({ ...answer, health: { ...answer.health, points } });
  expect(health.split('\n')).toEqual([
    '- [x] **Healthy** — They renewed',
    '- [x] Of both — 12 Nov 2026, email “Renewal” and 1 other',
    '- [ ] The export was broken — 2 Oct 2026, chat “Exports”',
  ]);
});

test.each([
  ['New', 'x'],
  ['Healthy', 'x'],
  ['Needs attention', ' '],
  ['At risk', ' '],
  ['Quiet', ' '],
])('the verdict %s is shown with [%s]', async (verdict, mark) => {
  const { 'client-health': health } = await cardsFor({ ...answer, health: { ...answer.health, verdict } });
  expect(health.split('\n')[0]).toBe(`- [${mark}] **${verdict}** — They renewed`);
});

test('an answer without a reason based on an activity is rejected, and the fallback engine answers', async () => {
  for (const bad of [
    { text: 'They renewed', activities: ['a9'] },
    { text: '', activities: ['a1'] },
  ])
    expect(await cardsFor({ ...answer, health: { ...answer.health, reason: bad } })).toEqual(otherCards);
  expect(await cardsFor({ ...answer, health: { ...answer.health, points: [] } })).toEqual(otherCards);
});

test('a quote that does not occur in its activity is dropped, and a card without quotes says so', async () => {
  const wrong = [
    { quote: 'We signed the renewal for three years.', activity: 'a1' },
    { quote: 'We signed the renewal for two years.', activity: 'a2' },
    { quote: 'We signed the renewal for two years.', activity: 'a3' },
    { quote: 'We signed the renewal for two years.', activity: renewal.id },
    { quote: '', activity: 'a1' },
    { quote: ' \n', activity: 'a1' },
  ];
  expect(await cardsFor({ ...answer, wins: wrong, frictions: wrong })).toEqual({
    ...cards,
    'wins-and-traction': '- [ ] No wins found in the 2 newest activities.',
    'frictions-and-risks': '- [x] No frictions or risks found in the 2 newest activities.',
  });
  const one = { ...history, activities: [renewal] };
  const health = { ...answer.health, points: [{ ...point, activities: ['a1'] }] };
  expect(await cardsFor({ health, wins: [], frictions: [] }, one)).toMatchObject({
    'wins-and-traction': '- [ ] No wins found in the newest activity.',
  });
});

test.each([
  ['case and line breaks', 'we SIGNED the renewal for\n two years', 'We signed the renewal for two years.'],
  ['a quotation mark', "It's not cheap, but worth it.", 'It’s not cheap, but worth it.'],
  ['words left out around it', 'cheap, but worth it', 'It’s not cheap, but worth it.'],
])('a quote may differ by %s, and is shown as the original whole sentence', async (_, quote, shown) => {
  const { 'wins-and-traction': wins } = await cardsFor({ ...answer, wins: [{ quote, activity: 'a1' }] });
  const link = linkTo(renewal, 'email “Renewal”');
  expect(wins).toBe(`- [x] “${shown}” — Priya Raman, 12 Nov 2026, ${link}`);
});

test('a quote is attributed to its speaker, and one from the subject to nobody', async () => {
  const { 'wins-and-traction': wins } = await cardsFor({
    ...answer,
    wins: [
      { quote: 'We are on it.', activity: 'a2' },
      { quote: 'Exports', activity: 'a2' },
    ],
  });
  expect(wins.split('\n')).toEqual([
    `- [x] “We are on it.” — Sam Okafor, 2 Oct 2026, ${linkTo(outage, 'chat “Exports”')}`,
    `- [x] “Exports” — 2 Oct 2026, ${linkTo(outage, 'chat “Exports”')}`,
  ]);
});

test('text that an email quotes from an earlier one is not attributed to its sender', async () => {
  const content = 'Good news!\n\nOn 12 Nov 2026 at 10:00, Priya Raman wrote:\n> We signed the renewal.';
  const reply = { ...renewal, content, participants: renewal.participants.toReversed() };
  const { 'wins-and-traction': wins } = await cardsFor(
    {
      ...answer,
      wins: [
        { quote: 'We signed the renewal.', activity: 'a1' },
        { quote: 'Good news!', activity: 'a1' },
      ],
    },
    { ...history, activities: [reply, outage] },
  );
  const link = linkTo(renewal, 'email “Renewal”');
  expect(wins).toBe(`- [x] “Good news!” — Sam Okafor, 12 Nov 2026, ${link}`);
});

test('a card has at most seven quotes and eight lines, and no duplicate quotes, however many are sent', async () => {
  const sentences = Array.from({ length: 30 }, (_, index) => `Sentence number ${index} is here.`);
  const long = { ...history, activities: [{ ...renewal, content: sentences.join(' ') }] };
  const all = sentences.map((quote) => ({ quote, activity: 'a1' }));
  const points = sentences.map((each) => ({ text: each, good: true, activities: ['a1'] }));
  const given = await cardsFor(
    { health: { ...answer.health, points }, wins: [...all.slice(0, 2), ...all], frictions: all },
    long,
  );
  const lines = given['wins-and-traction'].split('\n');
  expect(lines).toHaveLength(7);
  expect(new Set(lines).size).toBe(7);
  expect(given['frictions-and-risks'].split('\n')).toHaveLength(7);
  expect(given['client-health'].split('\n')).toHaveLength(8);
});

/** The kinds of nodes in markdown, and the number of list items. */
function partsOf(markdown: string) {
  const kinds = new Set<string>();
  let items = 0;
  const visit = (node: { type: string; children?: { type: string }[] }) => {
    kinds.add(node.type);
    if (node.type === 'listItem') items++;
    for (const child of node.children ?? []) visit(child);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return { kinds: [...kinds].sort(), items };
}

test.each([
  '[click](http://evil.example)',
  '![pixel](http://evil.example/x.png)',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<http://evil.example>',
  'see www.evil.example now',
  'mail me@evil.example',
  '**bold** _it_ ~~gone~~ `code`',
  'one\n\n# Heading\n- [x] item',
  'text\n===',
  '| a | b |\n|---|---|',
  '[x]: http://evil.example\n[x]',
  'note[^1]\n\n[^1]: foot',
  '&#60;b&#62; &lt;i&gt;',
  'ends with \\',
  '# not a heading',
  '> not a quote',
  '- [ ] not an item',
  '1. not a list',
])('markup of the model or an activity has no effect: %j', async (hostile) => {
  const activity = { ...renewal, subject: hostile, content: `${hostile}\n\nAll is well.` };
  const statement = { text: hostile, activities: ['a1'] };
  const given = await cardsFor(
    {
      health: { verdict: 'Healthy', reason: statement, points: [{ ...statement, good: true }] },
      wins: [
        { quote: hostile, activity: 'a1' },
        { quote: 'All is well.', activity: 'a1' },
      ],
      frictions: [{ quote: 'All is well.', activity: 'a1' }],
    },
    { ...history, activities: [activity] },
  );
  const plain = ['list', 'listItem', 'paragraph', 'root', 'text'];
  expect(partsOf(given['client-health'])).toEqual({ kinds: [...plain, 'strong'].sort(), items: 2 });
  const linked = [...plain, 'link'].sort();
  expect(partsOf(given['wins-and-traction'])).toEqual({ kinds: linked, items: 2 });
  expect(partsOf(given['frictions-and-risks'])).toEqual({ kinds: linked, items: 1 });
});

test('the summary contains the verdict of the model and the number of valid quotes of the last 60 days', async () => {
  const { url } = await startModel(
    json({ ...answer, wins: [...answer.wins, { quote: 'Invented', activity: 'a1' }] }),
  );
  const { summary } = await engineOn(url).engine.compute(history, new AbortController().signal);
  expect(summary).toEqual({
    verdict: 'Healthy',
    wins: 1,
    frictions: 1,
    owedSince: null,
    lastContactAt: renewal.occurredAt,
  });
});
