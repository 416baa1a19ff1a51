import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import lexicon from '../../src/insights/built-in/lexicon.json' with { type: 'json' };
import { groups, patterns } from '../../src/insights/built-in/lexicon.ts';

const file = new URL('../../src/insights/built-in/lexicon.json', import.meta.url);

test('the lexicon has at most 600 lines', () => {
  expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(600);
});

test('every heading names a kind, and of wins and frictions a basis and a weight', () => {
  for (const heading of Object.keys(lexicon.patterns))
    expect(heading).toMatch(/^(?:neutral|(?:win|friction) (?:event|feeling) [23](?: fixed| planned)?)$/);
});

test('every pattern is written in the notation, once, and names groups that exist', () => {
  const part = /^(?:…|[^\s|?~A-Z]+(?:\|[^\s|?~A-Z]+)*\??)$/u;
  const seen = new Set<string>();
  for (const { notation } of patterns) {
    for (const one of notation.split(' ')) expect(one, notation).toMatch(/^[?]$/.test(one) ? /[?]/ : part);
    for (const [, name = ''] of notation.matchAll(/@(\w+)/g)) expect([...groups.keys()]).toContain(name);
    expect(seen, notation).not.toContain(notation);
    seen.add(notation);
  }
});
