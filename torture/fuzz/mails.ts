import { words } from '../bad-input/corpus.ts';
import type { Random } from '../bad-input/random.ts';
import { lengthUpTo, nearMatch, run, text, value } from './texts.ts';

const charsets = [
  'utf-8',
  'UTF8',
  'iso-8859-1',
  'windows-1252',
  'utf-16',
  'utf-7',
  'gb18030',
  'iso-2022-jp',
  'x-none',
  '',
  '"',
  "utf-8'en'",
];
const encodings = ['7bit', '8bit', 'base64', 'quoted-printable', 'x-uuencode', 'BASE64 ', ''];
const dates = [
  'Mon, 2 Nov 2026 10:00:00 +0000',
  'Mon, 2 Nov 2026 10:00 (comment)',
  '2026-11-02T10:00:00Z',
  'Mon Nov  2 10:00:00 2026',
  '31 Feb 2026 10:00 Z',
  '2 Nov 99999 10:00',
];
const addresses = [
  'Pat <pat@globex.example>',
  'ann@acme.example',
  '"A, B" <a@b.example>',
  'group: a@b.example, c@d.example;',
  '<<x@y>>',
  '=?utf-8?q?P=C3=A4t?= <pat@globex.example>',
  'a@b@c',
  '(comment) a@b.example',
];

function addressList(random: Random): string {
  const count = random.chance(0.1) ? lengthUpTo(random, 2_000) : 1 + random.below(4);
  const one = () => value(random, addresses, 300);
  if (random.chance(0.1)) return one().repeat(count);
  return Array.from({ length: Math.min(count, 300) }, one).join(random.of([', ', ',', ';', ',\r\n ', ' ']));
}

function headers(random: Random): string[] {
  const all = [
    `From: ${addressList(random)}`,
    `To: ${addressList(random)}`,
    `Cc: ${addressList(random)}`,
    `Date: ${value(random, dates)}`,
    `Subject: ${value(random, ['Renewal', 'Re: Renewal', '=?utf-8?b?R3LDvMOfZQ==?=', '=?iso-8859-1?q?=FC?='])}`,
    `Message-ID: <${value(random, [`${random.below(1_000_000)}@x`], 300)}>`,
    `Received: from a by b; ${value(random, dates)}`,
    `${value(random, ['X-Trace', 'List-Id', ''])}: ${value(random, ['x'])}`,
    nearMatch(random, lengthUpTo(random, 3_000)),
  ];
  const kept = all.filter(() => random.chance(0.8));
  return random.chance(0.05)
    ? Array.from({ length: lengthUpTo(random, 3_000) }, () => random.of(kept))
    : kept;
}

function encoded(random: Random, content: string, encoding: string): string {
  if (random.chance(0.1)) return content;
  if (/base64/i.test(encoding)) {
    const base64 = Buffer.from(content).toString('base64');
    return random.chance(0.5) ? base64 : base64.replaceAll(/.{1,76}/g, '$&\r\n');
  }
  if (encoding !== 'quoted-printable') return content;
  return content.replaceAll(/[^\x20-\x3c\x3e-\x7e\n]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

const tags = [
  ...words`
    <p> </p> <br> </a> <style>x</style> <title> <li> <!-- --> &amp; &#x41; &#55296; <script> </script> <b
    <table><tr><td> </body>
  `,
  '<a href="http://evil.com">',
];

function html(random: Random): string {
  return Array.from({ length: 1 + random.below(15) }, () =>
    random.chance(0.6)
      ? random.of(tags).repeat(random.chance(0.1) ? lengthUpTo(random, 3_000) : 1)
      : text(random, 500),
  ).join('');
}

function part(random: Random, depth: number): string {
  const kind = random.next();
  if (depth > 0 && kind < 0.35) return multipart(random, depth - 1);
  if (depth > 0 && kind < 0.4) return `Content-Type: message/rfc822\n\n${mail(random, depth - 1)}`;
  const encoding = random.of(encodings);
  const charset = value(random, charsets, 200);
  const type = value(
    random,
    ['text/plain', 'text/plain', 'text/html', 'text/calendar', 'text/plain; format=flowed', 'image/png'],
    500,
  );
  const gap = random.chance(0.05)
    ? run(random, lengthUpTo(random, 20_000))
    : random.of(['; ', ';\r\n ', ' ;', '']);
  const content = /html/.test(type) ? html(random) : text(random, 5_000);
  return `Content-Type: ${type}${gap}charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${encoded(random, content, encoding)}`;
}

function multipart(random: Random, depth: number): string {
  const boundary = value(random, ['b', 'bb', '-', '--', 'a b', 'boundary-1'], 70);
  const kind = random.of(['mixed', 'alternative', 'related', 'digest', 'report', '']);
  const parts = Array.from({ length: random.below(4) }, () => `--${boundary}\n${part(random, depth)}\n`).join(
    '',
  );
  const end = random.of([`--${boundary}--\n`, `--${boundary}\n`, '', `--${boundary} --\n`]);
  return `Content-Type: multipart/${kind}; boundary=${random.of(['', '"'])}${boundary}${random.of(['', '"'])}\n\n${parts}${end}`;
}

/** A mail that is one, nearly. */
export function mail(random: Random, depth = random.chance(0.02) ? 40 : 3): string {
  const head = headers(random);
  const ends = random.of(['\n', '\n', '\r\n']);
  if (random.chance(0.05))
    head.push(...Array.from({ length: lengthUpTo(random, 500) }, () => ` ${run(random, 50)}`));
  return `${head.join(ends)}${ends}${part(random, depth)}`;
}

/** Several mails with separators that are some, nearly. */
export function mbox(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => {
    const separator = value(
      random,
      ['From a@b Mon Nov  2 10:00:00 2026', 'From MAILER-DAEMON Mon Nov  2 10:00:00 2026'],
      1_500,
    );
    return `${separator}\n${mail(random, 2).replaceAll(/^(>*From )/gm, '>$1')}\n\n`;
  }).join('');
}
