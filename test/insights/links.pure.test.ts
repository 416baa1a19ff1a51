import { expect, test } from 'vitest';
import { checklistItem } from '../../src/insights/text/markdown.ts';
import { textsOf, toInline } from './checklist.ts';
import { computeCards } from './histories.ts';
import { historyFullOf, hostile } from './hostile.ts';
import { linksIn } from './linkifiers.ts';

/** Bare text that at least one program turns into a link. */
const addresses = [
  'evil.com evil.com/login Evil.COM sub.evil.co.uk evil.com. evil.com:8080 evil.com:8080/x',
  'evil.com?x=1 evil.com#x evil.com\\x evil.com./x evil-bank.com _evil_.com x_evil.com e\u0301vil.com',
  'evil.xn--p1ai xn--80ak6aa92e.com пример.рф 例え.テスト i❤.ws 😀.to evil。com evil．com/login evil｡com',
  'www。evil。com ｗｗｗ.evil.com ev\u00adil.com evil\u200b.com evil.\u2060com ev\u200dil.com',
  'evil.c\ufe0fom 192.168.0.1 192.168.0.1/admin 127.0.0.1:3000 10.0.0.1:8080/x?y localhost',
  'localhost:3000 localhost/x LOCALHOST:3000/x [::1]:80/x http://[::1]/ who@evil.com who＠evil.com',
  'who@192.168.0.1 who@localhost "who"@evil.com mailto:who@evil.com mailto:who h323:who //😀.to',
  'mailto:who%40evil.com xmpp:who@evil.com tel:+49301234567 sip:who@evil.com skype:who?call',
  'javascript:alert(1) data:text/html,x magnet:?xt=urn:btih:x http:evil.com http:/evil.com',
  'https:evil.com/x http:\\\\evil.com //evil.com/x ///evil.com ftp.evil.com ftp://evil.com',
  'www.evil.com www.evil wwww.evil.com HTTP://EVIL.COM evil.com/a_b_c evil.com/(x) (evil.com)',
  '[evil.com](evil.com) <evil.com> <http://evil.com> "evil.com" *evil.com* **evil**.com _evil_._com_',
  '~evil.com~ `evil.com` evil\\.com evil&#46;com evil&period;com evil.&#99;om a.b.c.d.e.com',
  'evil.com,evil.org;evil.net|evil.info see:evil.com a/evil.com/b -evil.com- evil.com… evil..com .com',
  'com. evil.com@evil.org x.onion evil.museum/x 1.evil.com evil.1com.com Thanks.Best',
]
  .flatMap((line) => line.split(' '))
  .concat(`z${'0'.repeat(140)}:///(`, `${'9'.repeat(40)}://evil`);

/** The links in a card that has each text in several places. */
function linksOf(...texts: string[]): string[] {
  const card = texts
    .flatMap((text) => [
      `So ${text} after (${text}), before ${text}.`,
      `“${text}” — ${text}, 2 Nov 2026, email “${text}”`,
      `[email “${text}”](/v1/clients/client/activities/activity)`,
    ])
    .map((line) => checklistItem(true, line))
    .join('\n');
  return linksIn(card, textsOf(card));
}

test('the link detectors find actual links', () => {
  const found = linksIn('evil.com/login www.evil.com', ['evil.com/login']);
  const names = new Set(found.map((link) => link.split(':', 1)[0]));
  expect([...names].sort()).toEqual(['autolinker', 'linkify-it', 'linkifyjs', 'markdown-it', 'marked']);
});

test('no link detector makes a link of an address as it is shown', () => {
  const found = addresses.filter((address) => {
    const twice = `${address}${address} or ${address}/${address}, ${address}`;
    return linksOf(toInline(address), toInline(twice)).length > 0;
  });
  expect(found).toEqual([]);
});

test('no renderer makes a link or an image of markup as it is shown', () => {
  expect(hostile.filter(([written]) => linksOf(toInline(written)).length > 0)).toEqual([]);
});

test('no link detector makes a link of any combination of these and other pieces', () => {
  const pieces = [
    ...addresses,
    ...'. 。 ． ｡ , : / // @ ＠ ? # % & = _ - ~ * ` \\ < > ( ) [ ] { } | " \' “ ” … ! ![ ]( ; +'.split(' '),
    ...'com evil http https www ftp mailto localhost co uk de io 1 2 127 a Ä ß рф ❤ 😀'.split(' '),
    ...[' ', '\n', '\t', '\u00a0', ...'\u200b\u200d\u2060\u00ad\u0301\u202e\ufeff\ufe0f', '\ud83d'],
  ];
  // Always the same numbers, spread evenly.
  let state = 2_026;
  const below = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const madeUp = () => {
    const text = Array.from({ length: 1 + below(8) }, () => pieces[below(pieces.length)]).join('');
    return toInline(text, below(5) === 0 ? 1 + below(30) : undefined);
  };
  for (let round = 0; round < 40; round += 1) {
    const texts = Array.from({ length: 10 }, madeUp);
    expect(linksOf(...texts), JSON.stringify(texts)).toEqual([]);
  }
});

test('text that only resembles an address still reads as it was written', () => {
  const texts =
    'Node.js e.g. i.e. Thanks.Best v1.2.3 3.5.2026 10.30/11.00 and/or Dr. 5.5% U.S.A. file.txt 1.2.3.4';
  for (const text of [...texts.split(' '), 'a.b.c', 'wait...what', 'e.g. this'])
    expect(toInline(text).replaceAll('\u200b', '')).toBe(text);
});

test('an address with a path, a port or a query is shown like a URL', () => {
  const texts =
    'evil.com/login evil.com:8080 evil.com?x пример.рф/вход 10.0.0.1/admin localhost:3000 evil。com/x';
  for (const address of texts.split(' '))
    expect(toInline(`See ${address}, please`)).toBe('See (link), please');
});

test.each(['evil.com/login', 'who@evil.com', 'xmpp:who@evil.com', 'www.evil.com', 'evil\u200b.com'])(
  '%j in every text of a history makes no link on a card other than those of quotes',
  async (address) => {
    for (const card of Object.values(await computeCards(historyFullOf(address))))
      expect(linksIn(card, textsOf(card))).toEqual([]);
  },
);
