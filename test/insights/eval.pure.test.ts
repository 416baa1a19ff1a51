import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { engineOn, json, startModel, text } from '../support/language-model.ts';
import { figuresOf } from './eval.ts';
import { kindsBy, withPicks } from './eval-model.ts';
import { historiesOf, judgeQuotes } from './eval-quotes.ts';
import recorded from './recorded-answers.json' with { type: 'json' };

test('a language model is measured on the same sentences, with recorded answers to two questions', async () => {
  const [first, second] = recorded.answers;
  const { url, received } = await startModel(text(first), json(second));
  const { engine } = engineOn(url);
  const texts = recorded.sentences.map((sentence) => sentence.text);
  const kinds = await kindsBy(withPicks(engine), texts);
  expect(received).toHaveLength(2);
  const none = undefined;
  expect(kinds).toEqual(['win', 'friction', none, none, 'friction', 'win', none, 'win', none]);
  const sentences = recorded.sentences.map((sentence) => ({
    text: sentence.text,
    label: (['win', 'friction'] as const).find((label) => label === sentence.label) ?? ('neither' as const),
  }));
  // One neutral sentence is taken for a friction, and a quote that nobody wrote counts for nothing.
  expect(figuresOf(sentences, kinds)).toEqual({
    win: { precision: 1, recall: 1, f1: 1 },
    friction: { precision: 0.5, recall: 0.5, f1: 0.5 },
    falseAlarmsPer100Neutral: 25,
  });
});

test('quotes from the mail of a file are counted at the start of each quarter or at given dates, each once, and hidden as hashes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clientele-eval-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'list.mbox');
  const mail = (date: string, content: string) =>
    `From ann@globex.example Thu Feb  4 10:00:00 2021\nFrom: ann@globex.example\nTo: sam@acme.example, bo@globex.example\nDate: ${date}\nMessage-ID: <${date.length}${date.slice(0, 11)}@x>\nSubject: Export\n\n${content}\n\n`;
  writeFileSync(
    path,
    mail('Thu, 04 Feb 2021 10:00:00 +0000', 'The export crashes every time.') +
      mail('Mon, 10 May 2021 10:00:00 +0000', 'We signed the contract.'),
  );
  const setting = { clients: [], ours: [], dates: [] };
  const histories = await historiesOf(path, setting);
  expect(histories.map(({ asOf, activities }) => [asOf.slice(0, 10), activities.length])).toEqual([
    ['2021-04-01', 1],
    ['2021-07-01', 2],
  ]);
  expect(histories[0]?.clientDomains).toEqual(['globex.example']);
  const { right, wrong, unjudged } = await judgeQuotes(builtInEngine, histories);
  expect({ right, wrong }).toEqual({ right: 0, wrong: [] });
  expect(unjudged).toEqual([
    expect.stringMatching(/^[0-9a-f]{16} .*friction: The export crashes every time\.$/),
    expect.stringMatching(/^[0-9a-f]{16} .*win: We signed the contract\.$/),
  ]);
  const named = await historiesOf(path, {
    clients: ['acme.example', 'globex.example'],
    ours: ['bo@globex.example'],
    dates: ['2021-01-01', '2021-06-01'],
  });
  expect(named.map(({ client, asOf, users }) => [client.name, asOf.slice(0, 10), users[0]?.email])).toEqual([
    ['acme.example', '2021-06-01', 'bo@globex.example'],
  ]);
});
