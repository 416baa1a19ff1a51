import { fileURLToPath } from 'node:url';
import { expressionsIn } from '../../test/support/expressions.ts';
import type { Random } from '../bad-input/random.ts';
import { sampleOf } from './samples.ts';

const literals = expressionsIn(fileURLToPath(new URL('../../src', import.meta.url)))
  .filter(({ text }) => /[*+}]/.test(text))
  .flatMap(({ file, literal }) => (literal ? [{ ...literal, isOfText: file.startsWith('insights') }] : []));
const ofText = literals.filter(({ isOfText }) => isOfText);

/** Strings to repeat: one character, a few, or near misses of meaningful text. */
const runs = [
  ...' \t\n\r\0.,:;!?-_=*>|<()[]{}"\'`~@#&%/\\+^$A1aé',
  ...[
    '\ufdfa',
    '\u0301',
    'a\u0301\u0323',
    '👩\u200d👧',
    '\u200d',
    '\ud83d',
    '\udc00',
    '각',
    'ß',
    'İ',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u202e',
    '。',
  ],
  ...[
    '> ',
    '>>',
    '- ',
    '--',
    '-- \n',
    '\r\n',
    '\n\n',
    'a\n',
    'a:',
    'Ab: x\n',
    '10:00 ',
    '1.',
    'a.',
    'A. ',
    'Mr. ',
    'No. ',
    '😀. ',
    '. ( ( ',
    'x?y ',
  ],
  ...[
    'a@',
    'a@b.',
    '@a',
    '<a',
    '<a ',
    '<a href=',
    '<!--',
    '&#',
    '</',
    '<p>',
    '<li>',
    '<style>',
    '<style></style',
    '<title',
    '\\n',
    '=?',
    '=?utf-8?q?a?= ',
    '=\n',
    '=A',
  ],
  ...[
    'www',
    'http://',
    '//a',
    'evil.com/',
    'evil.com ',
    'localhost:1',
    'not ',
    'cannot a ',
    'is ',
    'Best regards,\n',
    'from: a\nx\nx\nx\n',
    'on <\n',
    'unsubscrib ',
    'On a\n',
    'On <a@b> 2020 wrote\n',
    'Best \n\n',
    '> a\n\n',
    'is are was ',
    'we have had not a single one ',
    'confidential privileged virus ',
    'von meinem ',
    '1.1,1:',
    '<div><a href=',
  ],
];

const sentences = [
  'The contract is signed.',
  'We are delighted with the new portal.',
  'The release is delayed again!',
  'Could you send the figures?',
  'I am afraid we may have to cancel.',
  'See evil.com/login or www.evil.example, or who@evil.example.',
  'Please find the list attached.',
  '- [x] done',
  '# heading',
  '**bold** and <b>bold</b>',
  '[text](javascript:alert(1))',
];

const closings = ['Best regards,', 'Kind regards', 'Cheers,', 'Mit freundlichen Grüßen'];

const lines = [
  'Priya Raman',
  'Sent from my phone',
  '-----Original Message-----',
  'On Mon, 2 Nov 2026 at 10:00, Ann <ann@acme.example> wrote:',
  '> quoted',
  'From: Ann',
  'Sent: Monday',
  'To: Pat',
  'Subject: Renewal',
  '____________________________',
  '-- ',
  'P.S. one more',
  'Ann: hello',
  '[10:31] Pat: The invoice is wrong.',
  'Tel. +49 30 1234567',
  '',
  '',
];

/** A length from 1 to `max`, short ones as often as long ones. */
export const lengthUpTo = (random: Random, max: number) => Math.ceil(Math.exp(random.next() * Math.log(max)));

/** One thing many times, of `length` characters about. */
export function run(random: Random, length: number): string {
  const part = random.of(runs);
  return part.repeat(Math.ceil(length / part.length));
}

/** Generates a match or near match of an expression of the sources, mostly of those that read texts. */
export function nearMatch(random: Random, length: number): string {
  const literal = random.of(random.chance(0.6) ? ofText : literals);
  let sample = '';
  // In some of its alternatives nothing repeats.
  for (let round = 0; round < 4 && sample.length < length; round += 1)
    sample = sampleOf(literal, random, length);
  return sample;
}

/** A line that begins something, and below it one that goes on for long and ends wrong. */
function opened(random: Random, max: number): string {
  const length = 1 + random.below(max);
  const long = random.chance(0.6)
    ? nearMatch(random, length)
    : `${run(random, length)}${random.of(['!', 'x', ''])}`;
  return `\n${random.of(random.chance(0.5) ? closings : lines)}\n${long}\n${random.chance(0.3) ? random.of(lines) : ''}`;
}

/** Somebody's praise or complaint with one thing many times in it. */
export const stuffed = (random: Random, max: number) =>
  `${random.of(sentences).slice(0, -1)} ${run(random, lengthUpTo(random, max))}. `;

/** Many who say something in turns, each by a name of its own. */
export const speakers = (random: Random, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${random.of(['Pa', 'Ann ', 'Äö '])}${at.toString(36).replaceAll(/\d/g, 'x')}: hi`,
  ).join('\n');

/** Text of up to `max` characters about, of words, runs and what expressions look for. */
export function text(random: Random, max: number): string {
  const pieces: string[] = [];
  const count = 1 + random.below(12);
  for (let piece = 0; piece < count; piece += 1) {
    const kind = random.next();
    if (kind < 0.3) pieces.push(random.of(sentences));
    else if (kind < 0.5) pieces.push(`\n${random.of(lines)}\n`);
    else if (kind < 0.65) pieces.push(run(random, lengthUpTo(random, max)));
    else if (kind < 0.7) pieces.push(stuffed(random, 600));
    else if (kind < 0.85) pieces.push(opened(random, max));
    else if (kind < 0.97) pieces.push(nearMatch(random, lengthUpTo(random, max)));
    else pieces.push(random.bytes(random.below(40)).toString('latin1'));
    if (random.chance(0.5)) pieces.push(random.of([' ', '\n', '\n\n']));
  }
  return pieces.join('').slice(0, 2 * max);
}

/** One of a few texts as they should be, or any text without line breaks. */
export function value(random: Random, usual: readonly string[], max = 2_000): string {
  return random.chance(0.6) ? random.of(usual) : text(random, max).replaceAll(/[\r\n]+/g, ' ');
}
