import fc, { type Arbitrary } from 'fast-check';
import { listed } from '../bad-input/corpus.ts';

// Lengths are chosen here, and not kept small by fast-check.
fc.configureGlobal({ baseSize: 'xlarge' });

/** Strings to repeat: one character, a few, or near misses of meaningful text. */
const runs = [
  ...' \t\n\r\0.,:;!?-_=*>|<()[]{}"\'`~@#&%/\\+^$A1aé각ßİ\u00a0\u0301\u200d\u2028\u202e\ufdfa\ufeff。',
  ...listed(
    'a\u0301\u0323¦👩\u200d👧¦\ud83d¦\udc00¦> ¦>>¦- ¦--¦-- \n¦\r\n¦\n\n¦a\n¦a:¦Ab: x\n¦10:00 ¦1.¦a.¦A. ¦Mr. ',
  ),
  ...listed(
    'No. ¦😀. ¦. ( ( ¦x?y ¦a@¦a@b.¦@a¦<a¦<a ¦<a href=¦<!--¦&#¦</¦<p>¦<li>¦<style>¦<style></style¦<title',
  ),
  ...listed(
    '\\n¦=?¦=?utf-8?q?a?= ¦=\n¦=A¦www¦http://¦//a¦evil.com/¦evil.com ¦localhost:1¦not ¦cannot a ¦is ',
  ),
  ...listed(
    'Best regards,\n¦from: a\nx\nx\nx\n¦on <\n¦unsubscrib ¦On a\n¦On <a@b> 2020 wrote\n¦Best \n\n¦> a\n\n',
  ),
  ...listed(
    'is are was ¦we have had not a single one ¦confidential privileged virus ¦von meinem ¦1.1,1:¦<div><a href=',
  ),
];

const sentences = listed(
  'The contract is signed.¦We are delighted with the new portal.¦The release is delayed again!¦- [x] done¦# heading¦' +
    'Could you send the figures?¦I am afraid we may have to cancel.¦[text](javascript:alert(1))¦' +
    'See evil.com/login or www.evil.example, or who@evil.example.¦**bold** and <b>bold</b>',
);

const lines = listed(
  'Priya Raman¦Best regards,¦Kind regards¦Cheers,¦Mit freundlichen Grüßen¦Sent from my phone¦-----Original Message-----¦' +
    'On Mon, 2 Nov 2026 at 10:00, Ann <ann@acme.example> wrote:¦> quoted¦From: Ann¦Sent: Monday¦To: Pat¦' +
    'Subject: Renewal¦____________________________¦-- ¦P.S. one more¦Ann: hello¦Tel. +49 30 1234567¦¦' +
    '[10:31] Pat: The invoice is wrong.',
);

/** A length from 1 to `max`, short ones as often as long ones. */
export const lengthUpTo = (max: number): Arbitrary<number> =>
  fc.nat(1_000).map((share) => Math.ceil(max ** (share / 1_000)));

/** One thing many times. */
export const run = (max: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...runs), lengthUpTo(max))
    .map(([part, length]) => part.repeat(Math.ceil(length / part.length)));

/** Praise or a complaint with one thing many times in it. */
const stuffed = (max: number): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...sentences), run(max))
    .map(([sentence, many]) => `${sentence.slice(0, -1)} ${many}. `);

/** Many who say something in turns, each by a name of its own. */
const speakers: Arbitrary<string> = lengthUpTo(2_000).map((count) =>
  Array.from({ length: count }, (_, at) => `Pa${at.toString(36).replaceAll(/\d/g, 'x')}: hi`).join('\n'),
);

/** Text of up to `2 * max` characters, of words and runs. */
export function text(max: number): Arbitrary<string> {
  const line = fc.constantFrom(...lines);
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...sentences) },
    { weight: 4, arbitrary: line.map((each) => `\n${each}\n`) },
    { weight: 3, arbitrary: run(max) },
    { weight: 1, arbitrary: stuffed(600) },
    // A line that begins something, and below it one that goes on for long.
    { weight: 3, arbitrary: fc.tuple(line, run(max), line).map((three) => `\n${three.join('\n')}`) },
    { weight: 1, arbitrary: speakers },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  );
  return fc
    .array(fc.tuple(piece, fc.constantFrom('', '', ' ', '\n', '\n\n')), { minLength: 1, maxLength: 12 })
    .map((pieces) =>
      pieces
        .flat()
        .join('')
        .slice(0, 2 * max),
    );
}
