import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { signalOf } from '../../../src/dashboards/insights/built-in/signals.ts';

const folder = new URL('./sentences/', import.meta.url);
const labels = ['win', 'friction', 'neither'] as const;
const kinds = ['win', 'friction'] as const;
/** `tuned` may be looked at while the lexicon is written, `aside` may not. */
const sets = ['tuned', 'aside'] as const;

type Label = (typeof labels)[number];
interface Sentence {
  readonly text: string;
  readonly label: Label;
}

/** Shares from 0 to 1. */
export interface Figures {
  readonly precision: number;
  readonly recall: number;
}

/** The labelled sentences of a set, from all of its files. */
export function sentencesIn(set: (typeof sets)[number]): Sentence[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${set}-`) && name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Sentence);
}

/** How well `signalOf` tells each class from all else. Of nothing, a share is 0. */
export function figuresOf(sentences: readonly Sentence[]): Record<(typeof kinds)[number], Figures> {
  const told = sentences.map(({ text, label }) => ({ label, kind: signalOf(text)?.kind }));
  const figures = (kind: (typeof kinds)[number]): Figures => {
    const right = told.filter((one) => one.kind === kind && one.label === kind).length;
    return {
      precision: share(right, told.filter((one) => one.kind === kind).length),
      recall: share(right, told.filter((one) => one.label === kind).length),
    };
  };
  return { win: figures('win'), friction: figures('friction') };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 1_000;
}

function table(): string {
  const rows = sets.flatMap((set) => {
    const sentences = sentencesIn(set);
    const figures = figuresOf(sentences);
    return kinds.map((kind) => {
      const count = sentences.filter(({ label }) => label === kind).length;
      const { precision, recall } = figures[kind];
      return [set, kind, precision.toFixed(3), recall.toFixed(3), `${count} of ${sentences.length}`];
    });
  });
  return [['set', 'class', 'precision', 'recall', 'sentences'], ...rows]
    .map((row) =>
      row
        .map((cell) => cell.padEnd(11))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

function mistakes(): string {
  return sentencesIn('tuned')
    .map(({ text, label }) => ({ text, label, told: signalOf(text)?.kind ?? 'neither' }))
    .filter(({ label, told }) => told !== label)
    .map(({ text, label, told }) => `${label}, taken for ${told}: ${text}`)
    .join('\n');
}

function json(): string {
  return JSON.stringify(Object.fromEntries(sets.map((set) => [set, figuresOf(sentencesIn(set))])));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = process.argv.slice(2);
  const asJson = options.includes('--json') || process.env.npm_config_json === 'true';
  process.stdout.write(`${asJson ? json() : options.includes('--mistakes') ? mistakes() : table()}\n`);
}
