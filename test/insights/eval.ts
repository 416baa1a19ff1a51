import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { signalOf } from '../../src/insights/built-in/signals.ts';

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

/** Compares what `signalOf` tells with the labels. A share of nothing is 0. */
export function figuresOf(sentences: readonly Sentence[]): Evaluation {
  const told = sentences.map(({ text, label }) => ({ label, kind: signalOf(text)?.kind }));
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

function table(named: readonly (readonly [string, readonly Sentence[]])[]): string {
  const rows = named.flatMap(([name, sentences]) => {
    const evaluation = figuresOf(sentences);
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

function mistakes(): string {
  return sentencesIn('training')
    .map(({ text, label }) => ({ text, label, told: signalOf(text)?.kind ?? 'neither' }))
    .filter(({ label, told }) => told !== label)
    .map(({ text, label, told }) => `${label}, taken for ${told}: ${text}`)
    .join('\n');
}

const help = `Measures how well the built-in insight engine reads sentences.

npm run eval                      the project's own sentences
npm run eval -- FILE…             sentences of files, one {"text", "label"} a line; labels are ${labels.join(', ')}
npm run eval -- --json [FILE…]    the same as one JSON document
npm run eval -- --mistakes        the training sentences that it gets wrong
`;

function main(): string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, mistakes: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return help;
  if (values.mistakes) return mistakes();
  const isGiven = positionals.length > 0;
  const given = positionals.flatMap(readSentences);
  if (values.json) {
    const own = () => Object.fromEntries(sets.map((set) => [set, figuresOf(sentencesIn(set))]));
    return JSON.stringify(isGiven ? figuresOf(given) : own());
  }
  return table(isGiven ? [['files', given]] : sets.map((set) => [set, sentencesIn(set)]));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${main()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
