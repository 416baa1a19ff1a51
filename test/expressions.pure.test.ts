import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
// The build in JavaScript alone; what `recheck` itself imports looks for Java or a native program.
import { checkSync } from 'recheck/lib/browser.js';
import { expect, test } from 'vitest';
import { type Expression, expressionsIn } from './support/expressions.ts';

const expressions = expressionsIn(fileURLToPath(new URL('../src', import.meta.url)));

/**
 * Expressions that the checker cannot prove linear, by file and text. Each names the bound on its input in characters and
 * the place that enforces it, or the trusted source of the input.
 */
const unproven = new Map<
  string,
  { readonly bound: number; readonly heldBy: string } | { readonly trusted: string }
>([
  ['config.ts /\\/+$/', { trusted: 'a variable of the environment' }],
  [
    'core/db/database-url.ts /^(?<start>postgres(?:ql)?:\\/\\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<rest>.*)$/',
    { trusted: 'a variable of the environment' },
  ],
  [
    'core/errors.ts /^(CONNECT_TIMEOUT|CONNECTION_\\w+|ECONN\\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|EMFILE|08\\w{3}|53\\d{3}|57P0[1-5]|57014|40001|40P01|25006)$/',
    { trusted: 'the code of an error of the database driver or of Node' },
  ],
  [
    "core/rest/fields.ts `^https?://(?!/)(?:\\\\[[\\\\da-f:.]+\\\\])?(?:{uriCharacter})+(?:#(?:{uriCharacter})*)?$`, 'i'",
    { bound: 2_048, heldBy: 'toUri, by maxUrlLength' },
  ],
  [
    "activities/import/mail-date.ts `^{pattern}(?: |$)`, 'i'",
    { bound: 1_000, heldBy: 'parseMailDate, by maxDateLength' },
  ],
  [
    'activities/import/person-name.ts /^[\\s"\'‘’“”]+|[\\s"\'‘’“”,]+$/g',
    { bound: 500, heldBy: 'toPersonName, by maxWrittenLength' },
  ],
  [
    'activities/import/person-name.ts /\\s*,\\s*/',
    { bound: 500, heldBy: 'toPersonName, by maxWrittenLength' },
  ],
  [
    'erasure/mention.ts /\\p{ASCII}+(?!\\p{M})|\\P{M}\\p{M}{0,30}|\\p{M}{1,30}/gu',
    { bound: 4_194_304, heldBy: 'the size of a content; it steps back over one character at most' },
  ],
  [
    "erasure/mention.ts patterns.join('|') || '(?!)', 'gu'",
    {
      bound: 4_194_304,
      heldBy: 'the size of a content; only spaces, underscores and hyphens repeat, each between literals',
    },
  ],
  [
    'insights/text/markdown.ts /[a-z][a-z0-9+.-]{1,30}:\\/\\/[^\\s<>"“”]*|\\/\\/[\\p{L}\\p{N}][^\\s<>"“”]*|www\\.[^\\s<>"“”]*/giu',
    { bound: 1_600, heldBy: 'toPlain, which begins with a slice of 8 × maxLength, 200 at most' },
  ],
  [
    'insights/text/markdown.ts /(?<=\\S)[.。．｡](?=[\\p{L}\\p{M}])|(?<=\\d)[.。．｡](?=\\d+[.。．｡]\\d)|(?<=[a-z][\\d+.-]*):(?=\\S)|:(?=[/\\\\])|\\/(?=\\/)|local(?=host)|www$/giu',
    { bound: 201, heldBy: 'toPlain, which cuts to maxLength before it' },
  ],
]);

/** Linear expressions that take most of the checker's time, and the version of it that proved them. */
const provenBy: { readonly checker: string; readonly expressions: readonly string[] } = JSON.parse(
  readFileSync(new URL('support/proven-expressions.json', import.meta.url), 'utf8'),
);
const { version: checker }: { version: string } = JSON.parse(
  readFileSync(new URL('../node_modules/recheck/package.json', import.meta.url), 'utf8'),
);
// The run proves every other one: new, changed, or checked by another version. With `PROVE_ALL=1` it proves these too.
const isProofKept = provenBy.checker === checker && process.env.PROVE_ALL === undefined;
const proven = new Set(isProofKept ? provenBy.expressions : []);

const nameOf = ({ file, text }: Expression) => `${file} ${text}`;

/** Undefined for one that takes time in proportion to any text; else why that is not sure. */
function doubtOf({ literal }: Expression): string | undefined {
  if (!literal) return 'is put together while the program runs';
  // The time is for what would never end; how long the others take does not decide.
  const found = checkSync(literal.source, literal.flags, { checker: 'automaton', timeout: 600_000 });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable'
    ? `is ${found.complexity.summary}: ${found.attack.pattern}`
    : `is not proven: ${found.error.kind}`;
}

test('every regular expression is linear, or its input is bounded and it is listed here', {
  timeout: 3_600_000,
}, () => {
  expect(expressions.length).toBeGreaterThan(150);
  const doubts = expressions
    .filter((expression) => !unproven.has(nameOf(expression)) && !proven.has(expression.text))
    .flatMap((expression) => {
      const doubt = doubtOf(expression);
      return doubt === undefined ? [] : [`${nameOf(expression)} ${doubt}`];
    });
  expect(doubts).toEqual([]);
});

test('every listed expression exists', () => {
  const names = new Set(expressions.map(nameOf));
  expect([...unproven.keys()].filter((name) => !names.has(name))).toEqual([]);
  const texts = new Set(expressions.map(({ text }) => text));
  expect(provenBy.expressions.filter((text) => !texts.has(text))).toEqual([]);
});

test('the checker finds expressions that are not linear', () => {
  const doubts = [/^(?:\p{Lu}\p{L}*\s*){1,4}!?$/u, /\s+x/, /(a|a)*b/, /^a*?a*$/m].map((expression) =>
    doubtOf({ file: '', text: '', literal: expression }),
  );
  expect(doubts).toEqual(doubts.map(() => expect.stringMatching(/polynomial|exponential/)));
});
