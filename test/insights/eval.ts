import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import { signalOf } from '../../src/insights/built-in/signals.ts';
import type { InsightEngine } from '../../src/insights/engine.ts';
import { configuredModel, kindsBy } from './eval-model.ts';
import { historiesOf, judgeQuotes, type Setting } from './eval-quotes.ts';
import { compareWithReaders } from './eval-readers.ts';
import { computeCards, history, theirs, threads } from './histories.ts';

const folder = new URL('../insights/sentences/', import.meta.url);
const labels = ['win', 'friction', 'neither'] as const;
const kinds = ['win', 'friction'] as const;
/** `training` may be looked at while the lexicon is written, `held-out` may not. */
const sets = ['training', 'held-out'] as const;

const sentenceSchema = z.object({ text: z.string(), label: z.enum(labels) });
type Sentence = z.infer<typeof sentenceSchema>;

/** Shares from 0 to 1. */
export interface Figures {
  readonly precision: number;
  readonly recall: number;
  /** The harmonic mean of both. */
  readonly f1: number;
}

/** The quality of the engine's classification. */
export interface Evaluation extends Record<(typeof kinds)[number], Figures> {
  /** False positives per 100 sentences that show neither a win nor a friction. */
  readonly falseAlarmsPer100Neutral: number;
}

/**
 * Reads labelled sentences from a file of JSON lines `{"text", "label"}`.
 * @throws Error that names the line
 */
function readSentences(path: string | URL): Sentence[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readSentence(line, `${path}, line ${index + 1}`)]));
}

function readSentence(line: string, where: string): Sentence {
  try {
    return sentenceSchema.parse(JSON.parse(line));
  } catch (error) {
    const rule = `must be {"text": "…", "label": "${labels.join('" or "')}"}`;
    throw new Error(`${where} ${rule}`, { cause: error });
  }
}

/** The labelled sentences of a set, from all of its files. */
export function sentencesIn(set: (typeof sets)[number]): Sentence[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${set}-`) && name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readSentences(new URL(name, folder)));
}

const markedSchema = z.object({ text: z.string(), label: z.boolean() });
const marks = {
  threats: async (text: string) => signalOf(text)?.isGrave === true,
  requests: async (text: string) => (await threads(theirs(text, 7)))[0]?.state === 'open',
  complaints: async (text: string) =>
    (await computeCards(history([theirs(text, 7)])))['frictions-and-risks'].includes('“'),
};

const abouts = ['threats', 'requests', 'complaints'] as const;

/**
 * Counts the held-out texts of a file that are taken for what it is about, of those that are and of the others: threats to
 * the relationship, mails that wait for an answer, or complaints among sentences with words for faults.
 */
export async function countTaken(about: keyof typeof marks) {
  const lines = readFileSync(new URL(`${about}.jsonl`, folder), 'utf8')
    .trim()
    .split('\n');
  const marked = lines.map((line) => markedSchema.parse(JSON.parse(line)));
  const count = async (label: boolean) => {
    const some = marked.filter((one) => one.label === label);
    const taken = await Promise.all(some.map(({ text }) => marks[about](text)));
    return { taken: taken.filter(Boolean).length, of: some.length };
  };
  return { found: await count(true), others: await count(false) };
}

async function describeTaken(about: keyof typeof marks): Promise<string> {
  const { found, others } = await countTaken(about);
  return `${about} found: ${found.taken} of ${found.of}; others taken for one: ${others.taken} of ${others.of}`;
}

/** Compares what an engine tells, by default `signalOf`, with the labels. A share of nothing is 0. */
export function figuresOf(
  sentences: readonly Sentence[],
  tells: readonly ('win' | 'friction' | undefined)[] = sentences.map(({ text }) => signalOf(text)?.kind),
): Evaluation {
  const told = sentences.map(({ label }, index) => ({ label, kind: tells[index] }));
  const figures = (kind: (typeof kinds)[number]): Figures => {
    const right = told.filter((one) => one.kind === kind && one.label === kind).length;
    const claimed = told.filter((one) => one.kind === kind).length;
    const actual = told.filter(({ label }) => label === kind).length;
    return {
      precision: share(right, claimed),
      recall: share(right, actual),
      f1: share(2 * right, claimed + actual),
    };
  };
  const neutral = told.filter(({ label }) => label === 'neither');
  const alarms = neutral.filter(({ kind }) => kind !== undefined).length;
  return {
    win: figures('win'),
    friction: figures('friction'),
    falseAlarmsPer100Neutral: Math.round(share(alarms, neutral.length) * 1_000) / 10,
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000;
}

/** The figures of some sentences by the chosen engine. */
const measured = async (sentences: readonly Sentence[], model: InsightEngine | undefined) =>
  figuresOf(
    sentences,
    model &&
      (await kindsBy(
        model,
        sentences.map(({ text }) => text),
      )),
  );

function table(named: readonly (readonly [string, readonly Sentence[], Evaluation])[]): string {
  const rows = named.flatMap(([name, sentences, evaluation]) => {
    return kinds.map((kind) => {
      const count = sentences.filter(({ label }) => label === kind).length;
      const { precision, recall, f1 } = evaluation[kind];
      const alarms = kind === 'win' ? '' : evaluation.falseAlarmsPer100Neutral.toFixed(1);
      const shares = [precision, recall, f1].map((figure) => figure.toFixed(3));
      return [name, kind, ...shares, `${count} of ${sentences.length}`, alarms];
    });
  });
  const heads = ['set', 'class', 'precision', 'recall', 'f1', 'sentences', 'false alarms per 100 neutral'];
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell) => cell.padEnd(13))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

async function quotes(engine: InsightEngine, paths: readonly string[], setting: Setting): Promise<string> {
  const read = paths.map((path) => historiesOf(path, setting));
  const histories = paths.length === 0 ? undefined : (await Promise.all(read)).flat();
  const { right, borderline, wrong, unjudged } = await judgeQuotes(engine, histories);
  const count = right + borderline.length + wrong.length + unjudged.length;
  return [
    `${right} of ${count} quotes on ${histories ? 'these' : "the demo's"} cards are right, ${borderline.length} borderline.`,
    ...borderline.map((quote) => `borderline ${quote}`),
    ...wrong.map((quote) => `wrong     ${quote}`),
    ...unjudged.map((quote) => `unjudged  ${quote}`),
  ].join('\n');
}

async function readers(engine: InsightEngine): Promise<string> {
  const { verdicts, steps, differences } = await compareWithReaders(engine);
  return [
    `${verdicts.same} of ${verdicts.all} verdicts match a reader's; ${verdicts.accepted} match or are acceptable to one.`,
    `${steps.same} of ${steps.all} next steps are in a thread for which a reader has one.`,
    ...differences,
  ].join('\n');
}

const engines = ['built-in', 'language-model'] as const;

const help = `Measures how well an insight engine reads sentences.

npm run eval                      the project's own sentences
npm run eval -- FILE…             sentences of files, one {"text", "label"} a line; labels are ${labels.join(', ')}
npm run eval -- --json [FILE…]    the same as one JSON document
npm run eval -- --quotes [FILE…]  the quotes on the cards of the demo, or of the mail in files at the start of each
                                  quarter, judged in test/insights/judged-quotes.jsonl
  --clients DOMAIN,…              the clients in these files; by default the most frequent domain
  --ours ADDRESS,…                the users of our organization
  --as-of DATE,…                  the dates of the cards instead of the quarters
npm run eval -- --readers         the verdicts and next steps on the cards of twelve invented clients, compared with
                                  those of two readers of their records
npm run eval -- --engine language-model …
                                  asks the model of INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL instead
`;

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      quotes: { type: 'boolean' },
      readers: { type: 'boolean' },
      clients: { type: 'string', default: '' },
      ours: { type: 'string', default: '' },
      'as-of': { type: 'string', default: '' },
      engine: { type: 'string', default: 'built-in' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return help;
  const engine = engines.find((name) => name === values.engine);
  if (engine === undefined) throw new Error(`--engine must be ${engines.join(' or ')}`);
  const model = engine === 'language-model' ? configuredModel() : undefined;
  const listed = (text: string) => text.split(',').filter((part) => part !== '');
  const setting = {
    clients: listed(values.clients),
    ours: listed(values.ours),
    dates: listed(values['as-of']),
  };
  if (values.quotes) return quotes(model ?? builtInEngine, positionals, setting);
  if (values.readers) return readers(model ?? builtInEngine);
  const isGiven = positionals.length > 0;
  const named = isGiven
    ? [['files', positionals.flatMap(readSentences)] as const]
    : sets.map((set) => [set, sentencesIn(set)] as const);
  const evaluations = [];
  for (const [name, sentences] of named)
    evaluations.push([name, sentences, await measured(sentences, model)] as const);
  if (!values.json && isGiven) return table(evaluations);
  if (!values.json) return [table(evaluations), ...(await Promise.all(abouts.map(describeTaken)))].join('\n');
  if (isGiven) return JSON.stringify(evaluations[0]?.[2]);
  return JSON.stringify(Object.fromEntries(evaluations.map(([name, , evaluation]) => [name, evaluation])));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${await main()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
