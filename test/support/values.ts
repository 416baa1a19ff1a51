/** Accepted and refused values for each kind of field, as tables for `test.each`. */

const emoji = '\u{1f600}';

/** Each accepted name, with its stored form. */
export const goodNames: [string, string, string][] = [
  ['of 1 character', 'x', 'x'],
  ['of 255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['of 255 characters outside the basic plane', emoji.repeat(255), emoji.repeat(255)],
  ['of 255 characters within white space', ` \t\n${'x'.repeat(255)}\u3000`, 'x'.repeat(255)],
  ['with white space within', '  Glob  ex ', 'Glob  ex'],
  [
    'with quotes and markup',
    `"O'Neil" \\ <b>; drop table clients;--`,
    `"O'Neil" \\ <b>; drop table clients;--`,
  ],
  ['in decomposed form, which is kept', 'Ame\u0301lie', 'Ame\u0301lie'],
];

/** Values that are not text of at least 1 character. */
export const noText: [string, unknown][] = [
  ['a number', 7],
  ['a boolean', true],
  ['an array', ['x']],
  ['an object', { x: 'x' }],
  ['empty', ''],
  ['white space only', ' \t\r\n\u00a0\u3000\ufeff'],
];

/** Text that PostgreSQL cannot store. `JSON.stringify` writes all of these characters as \u escapes. */
const unstorable: [string, string][] = [
  ['a NUL', 'a\0b'],
  ['a NUL at the end', 'ab\0'],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00b'],
  ['surrogates the wrong way round', '\ude00\ud83d'],
];

export const badNames: [string, unknown][] = [
  ['null', null],
  ...noText,
  ...unstorable,
  ['of 256 characters', 'x'.repeat(256)],
  ['of 256 characters outside the basic plane', emoji.repeat(256)],
];

const label63 = 'a'.repeat(63);
const domain253 = `${label63}.${label63}.${label63}.${'b'.repeat(61)}`;

/** Each accepted domain, with its stored form. */
export const goodDomains: [string, string, string][] = [
  ['in lower case', 'globex.example', 'globex.example'],
  ['in capitals', 'GLOBEX.Example', 'globex.example'],
  ['within white space', ' \tglobex.example\n', 'globex.example'],
  ['of 253 characters', domain253, domain253],
  ['of the shortest form', 'a.b', 'a.b'],
  ['with hyphens and digits', 'a--1.3com.example', 'a--1.3com.example'],
  ['internationalized', 'bücher.example', 'xn--bcher-kva.example'],
  ['internationalized, in capitals', 'BÜCHER.Example', 'xn--bcher-kva.example'],
  ['internationalized, decomposed', 'bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['in a script of its own', 'пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['in punycode', 'XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['with an ideographic full stop', 'bücher。example', 'xn--bcher-kva.example'],
];

export const badDomains: [string, unknown][] = [
  ...noText,
  ...unstorable.map(([what, text]): [string, string] => [what, `${text}.example`]),
  ['without a dot', 'localhost'],
  ['of 254 characters', `${domain253}b`],
  ['over 253 characters in punycode', `${'ü'.repeat(50)}.`.repeat(5).concat('example')],
  ['with a label of 64 characters', `${'a'.repeat(64)}.example`],
  ['with a trailing dot', 'globex.example.'],
  ['with a leading dot', '.globex.example'],
  ['with an empty label', 'globex..example'],
  ['with an underscore', 'glob_ex.example'],
  ['with a leading hyphen', '-globex.example'],
  ['with a trailing hyphen', 'globex-.example'],
  ['with white space within', 'glob ex.example'],
  ['an IPv4 address', '192.0.2.7'],
  ['an IPv4 address in hexadecimal', '0xc0.0.2.7'],
  ['an IPv4 address in full-width digits', '１９２.０.２.７'],
  ['an IPv6 address', '[2001:db8::1]'],
  ['an IPv6 address without brackets', '2001:db8::1'],
  ['with a port', 'globex.example:443'],
  ['a URL', 'https://globex.example'],
  ['with a path', 'globex.example/'],
  ['an email address', 'pat@globex.example'],
  ['a wildcard', '*.globex.example'],
  ['with a percent escape', 'glob%65x.example'],
  ['broken punycode', 'xn--a.example'],
  ['punycode of what needs none', 'xn--a-.example'],
  ['a list', 'globex.example,initech.example'],
];

/** Accepted values of `limit` in a query, with the page size for a list of 101 records. */
export const goodLimits: [string, number][] = [
  ['', 20],
  ['limit=1', 1],
  ['limit=20', 20],
  ['limit=007', 7],
  ['limit=99', 99],
  ['limit=100', 100],
  ['limit=101', 100],
  ['limit=9007199254740993', 100],
  [`limit=1${'0'.repeat(400)}`, 100],
];

export const badLimits = [
  'limit=0',
  'limit=000',
  'limit=-1',
  'limit=-0',
  'limit=',
  'limit',
  'limit=1e2',
  'limit=0x10',
  'limit=5.0',
  'limit=5.',
  'limit=+5',
  'limit=%2B5',
  'limit=%205',
  'limit=5%20',
  'limit=1,000',
  'limit=five',
  'limit=NaN',
  'limit=Infinity',
  'limit=null',
  'limit=%D9%A5',
  'limit=5&limit=5',
  'limit=5&limit=',
];

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Queries with a cursor that no list has returned. */
export const badCursors: [string, string][] = [
  ['empty', 'cursor='],
  ['no base64url', 'cursor=a%2Bb%2F'],
  ['padded', `cursor=${encode([1])}%3D`],
  ['no JSON', `cursor=${Buffer.from('hello').toString('base64url')}`],
  ['no cursor', `cursor=${encode({ id: 1 })}`],
  ['null', `cursor=${encode(null)}`],
  ['made up', `cursor=${encode(['aaaaaaaaaaaa', ['0192f000-0000-7000-8000-000000000000']])}`],
  ['with a NUL', 'cursor=%00'],
  ['very long', `cursor=${'a'.repeat(4000)}`],
];
