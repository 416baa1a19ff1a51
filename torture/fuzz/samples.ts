import type { Random } from '../bad-input/random.ts';

/** The maximum number of repetitions of a quantifier that is not pumped. */
const fewTimes = 3;

/** Characters that are tried for what a class asks for. */
const characters = [
  ...' \t\n!"#$%&\'()*+,-./0159:;<=>?@AZ[\\]^_`aez{|}~',
  ...'\u0080\u00a0ßéÄ’“”…–—łжя中각\ufdfa\u0301\u200d\u200b❤',
  '😀',
];

interface Reader {
  readonly source: string;
  readonly flags: string;
  readonly random: Random;
  /** The number of repetitions of the next pumped quantifier; 0 after one was pumped. */
  pump: number;
  at: number;
}

/**
 * A text that a regular expression matches, or nearly so: one of what may repeat without end is repeated `pump` times, and
 * the end may be wrong. Of lookarounds and references nothing is written.
 */
export function sampleOf(
  expression: { source: string; flags: string },
  random: Random,
  pump: number,
): string {
  const sample = alternatives({ ...expression, random, pump, at: 0 });
  const cut = random.chance(0.3) ? sample.slice(0, -1) : sample;
  return random.chance(0.5) ? `${cut}${random.of(['!', 'x', ' ', '\0', '\n'])}` : cut;
}

/** Everything up to the end of a group, of which one alternative is written. */
function alternatives(reader: Reader): string {
  const choices = [''];
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') {
      reader.at += 1;
      choices.push('');
    } else choices.push((choices.pop() ?? '') + term(reader));
  }
  return reader.random.of(choices);
}

/** One character, class or group, as often as its quantifier lets it. */
function term(reader: Reader): string {
  const from = reader.at;
  const once = atom(reader);
  const [quantifier, least = '1', most] =
    /^(?:[*+?]|\{(\d+)(,\d*)?\})\??/.exec(reader.source.slice(reader.at)) ?? [];
  if (quantifier === undefined) return once;
  reader.at += quantifier.length;
  const min = quantifier.startsWith('*') || quantifier.startsWith('?') ? 0 : Number(least);
  const isEndless = /^[*+]/.test(quantifier) || most === ',';
  const max = isEndless
    ? min + fewTimes
    : quantifier.startsWith('?')
      ? 1
      : Number((most ?? `,${least}`).slice(1));
  let count = min + reader.random.below(max - min + 1);
  if (reader.pump > 0 && (isEndless || max > 10) && reader.random.chance(0.4)) {
    count = reader.pump;
    reader.pump = 0;
  }
  if (count > 50) return once.repeat(count);
  const end = reader.at;
  let written = '';
  for (let time = 0; time < count; time += 1) {
    reader.at = from;
    written += atom(reader);
  }
  reader.at = end;
  return written;
}

function atom(reader: Reader): string {
  const { source } = reader;
  const start = reader.at;
  const character = source[start] ?? '';
  if (character === '(') return group(reader);
  if (character === '[') reader.at = classEnd(source, start);
  else if (character === '\\') reader.at += escapeLength(source.slice(start));
  else reader.at += String.fromCodePoint(source.codePointAt(start) ?? 0).length;
  const part = source.slice(start, reader.at);
  if (/^(?:[\^$]|\\[bB\d]|\\k.*)$/.test(part)) return '';
  if (!/^[[\\.]/.test(part)) return part;
  const fitting = charactersOf(part, reader.flags.replace(/[gy]/g, ''));
  return fitting.length > 0 ? reader.random.of(fitting) : '';
}

const fits = new Map<string, readonly string[]>();

/** The characters that a class or an escape takes. */
function charactersOf(part: string, flags: string): readonly string[] {
  const key = `${flags} ${part}`;
  const known = fits.get(key);
  if (known) return known;
  const pattern = new RegExp(`^${part}$`, flags);
  const fitting = characters.filter((each) => pattern.test(each));
  fits.set(key, fitting);
  return fitting;
}

function group(reader: Reader): string {
  const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += opening.length;
  const inside = alternatives(reader);
  reader.at += 1;
  return /^\(\?(?:[=!]|<[=!])/.test(opening) ? '' : inside;
}

function classEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function escapeLength(rest: string): number {
  return /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<\w+>|.)/i.exec(rest)?.[0].length ?? 2;
}
