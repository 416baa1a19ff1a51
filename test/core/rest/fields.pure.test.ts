import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  currencyField,
  domainField,
  forbiddenField,
  nameField,
  nilUuid,
  pathId,
  timezoneField,
  toDomain,
  webUrlField,
} from '../../../src/core/rest/fields.ts';

const emoji = '\u{1f600}';
const noText: unknown[] = [null, 7, true, ['x'], { x: 'x' }, '', ' \t\r\n\u00a0\u3000\ufeff'];
/** Text that PostgreSQL cannot store, in front of `end`. */
const unstorable = (end = '') =>
  ['a\0b', 'ab\0', 'a\ud83d', '\ude00b', '\ude00\ud83d'].map((text) => text + end);

/** Texts without spaces, separated by them. */
const list = (text: string) => text.trim().split(/\s+/);
const kept = (text: string): [string, string] => [text, text];

const label63 = 'a'.repeat(63);
const domain253 = `${label63}.${label63}.${label63}.${'b'.repeat(61)}`;
const urlOf = (length: number) => 'https://img.example/'.padEnd(length, 'a');

/** For each field, what it accepts with the stored form, and what it refuses. */
const fields: Record<string, { field: z.ZodType; accepts: [string, string][]; refuses: unknown[] }> = {
  name: {
    field: nameField(),
    accepts: [
      ...['x', 'x'.repeat(255), emoji.repeat(255), 'Ame\u0301lie'].map(kept),
      kept(`"O'Neil" \\ <b>; drop table clients;--`),
      [` \t\n${'x'.repeat(255)}\u3000`, 'x'.repeat(255)],
      ['  Glob  ex ', 'Glob  ex'],
    ],
    refuses: [...noText, ...unstorable(), 'x'.repeat(256), emoji.repeat(256)],
  },
  domain: {
    field: domainField(),
    accepts: [
      ...[domain253, `${label63}.example`].map(kept),
      ...list('globex.example a.b a--1.3com.example foo-xn--bar.example').map(kept),
      [' \tGLOBEX.Example\n', 'globex.example'],
      ['BÜCHER.Example', 'xn--bcher-kva.example'],
      ['bu\u0308cher.example', 'xn--bcher-kva.example'],
      ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
      ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
      ['bücher。example', 'xn--bcher-kva.example'],
    ],
    refuses: [
      ...noText,
      ...unstorable('.example'),
      `${domain253}b`,
      `${'ü'.repeat(50)}.`.repeat(5).concat('example'),
      `${'a'.repeat(64)}.example`,
      'glob ex.example',
      ...list(`localhost globex.example. .globex.example globex..example glob_ex.example -globex.example
        globex-.example 192.0.2.7 0xc0.0.2.7 １９２.０.２.７ [2001:db8::1] 2001:db8::1 globex.example:443
        https://globex.example globex.example/ pat@globex.example *.globex.example glob%65x.example
        xn--a.example xn--a-.example globex.example,initech.example`),
    ],
  },
  'web URL': {
    field: webUrlField(),
    accepts: [
      ...list(`https://img.example/ann.png http://img.example:8080/a/../ann%20(1).png?size=64&v=a+b#face
        https://img.example HTTPS://IMG.Example/Ann.PNG https://192.0.2.7/ann.png
        https://[2001:db8::1]/ann.png https://img.example?ann https://ann:secret@img.example/`).map(kept),
      ...[urlOf(2048), 'https://img.example?'.padEnd(2048, 'a')].map(kept),
      [' \thttps://img.example/ann.png\n', 'https://img.example/ann.png'],
      ['https://img.example/Zoë 1.png', 'https://img.example/Zo%C3%AB%201.png'],
      ['https://bücher.example/a|b^c', 'https://xn--bcher-kva.example/a%7Cb%5Ec'],
      ['https://img.example/50%', 'https://img.example/50%25'],
      ['https://img.example/%zz?%', 'https://img.example/%25zz?%25'],
      ['https://img.example/a[1].png', 'https://img.example/a%5B1%5D.png'],
      ['https://img.example/#a#[b]', 'https://img.example/#a%23%5Bb%5D'],
      ['https://a%:b[@[::1]:81/{x}?"<>', 'https://a%25:b%5B@[::1]:81/%7Bx%7D?%22%3C%3E'],
    ],
    refuses: [
      ...noText,
      ...list(`img.example/ann.png /ann.png //img.example/ann.png https:// https://img.example:99999/
        ftp://img.example/ann.png javascript:alert(1) data:image/png;base64,AAAA file:///etc/passwd
        httpsx://img.example/`),
      'https://img example/ann.png',
      ...['\0', '\ud83d', '\ude00\ud83d'].map((end) => `https://img.example/${end}`),
      urlOf(2049),
      // Longer once it is escaped.
      `${urlOf(2046)}ë`,
    ],
  },
  'time zone': {
    field: timezoneField(),
    accepts: [
      [' America/Argentina/Buenos_Aires\n', 'America/Argentina/Buenos_Aires'],
      // Both names of one zone are IANA's, and each stays as it was sent.
      ...list('Asia/Kolkata Asia/Calcutta UTC Etc/GMT+1 EST5EDT EST GB-Eire').map(kept),
    ],
    refuses: [
      ...noText,
      ...['Europe/Berlin\0', 'Europe/Ber\ud800lin'],
      ...list('Mars/Olympus Europe Europe/Berlin/ Berlin +01:00 -0500 UTC+1 GMT+1 __proto__'),
      // Names of ICU's own, which IANA does not have.
      ...list('IST PST CST SystemV/PST8'),
    ],
  },
  currency: {
    field: currencyField(),
    accepts: [
      [' JPY ', 'JPY'],
      // Codes of ISO 4217 that one or another version of ICU leaves out.
      ...list('EUR VED CHE CLF XAU XXX XCG ZWG SLE').map(kept),
    ],
    refuses: [...noText, 'eur', 'Eur', 'EU', 'EURO', '978', '€', 'ABC', 'ZZZ', 'E\0R', 'EUR\ud800'],
  },
  'forbidden field': {
    field: forbiddenField('it is bound to billing.'),
    accepts: [],
    refuses: [...noText, 0, false, [], {}, 'free'],
  },
};

test.each(Object.entries(fields))('a %s is stored in one form', (_name, { field, accepts }) => {
  const stored = accepts.map(([sent]) => [sent, field.safeParse(sent).data]);
  expect(stored).toEqual(accepts);
});

test.each(
  Object.entries(fields).flatMap(([name, { field, refuses }]) =>
    refuses.map((value) => [name, value, field] as const),
  ),
)('a %s is refused if it is %j, with a sentence about what to send', (_name, value, field) => {
  const messages = field.safeParse(value).error?.issues.map(({ message }) => message);
  expect(messages).toEqual([expect.stringMatching(/^(Send|Do not send) .{8,}\.$/)]);
});

const id = '0192f000-abcd-7000-8000-000000000000';

test('an id is read in either case, and anything but a UUID becomes an id that no row has', () => {
  const field = pathId('client');
  expect(field.parse(id.toUpperCase())).toBe(id);
  for (const text of [
    ...['', 'x', 'null', ' ', '\0', ` ${id}`, `${id}\n`, `${id}0`, id.slice(1), id.replaceAll('-', '')],
    ...[`{${id}}`, `urn:uuid:${id}`, `${id.slice(0, -1)}g`, "' or true--"],
  ])
    expect([text, field.parse(text)]).toEqual([text, nilUuid]);
});

test('a valid URL is accepted every time it is sent', () => {
  const field = webUrlField();
  const refused = Array.from({ length: 20_000 }, () => field.safeParse('https://é.com/').success).filter(
    (ok) => !ok,
  );
  expect(refused).toEqual([]);
});

test('an overlong host is refused before its slow conversion', () => {
  const long = Array.from({ length: 33_000 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
  ).join('');
  for (let time = 0; time < 100; time += 1) {
    expect(toDomain(`${long}.example`)).toBeUndefined();
    expect(webUrlField().safeParse(`http://${long}.example/`).success).toBe(false);
  }
});
