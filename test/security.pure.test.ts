import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parts } from '../proof/parts.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('SECURITY.md').replaceAll(/\s+/g, ' ');

test('every test that SECURITY.md names exists', () => {
  const named = [...text.matchAll(/`(test\/[\w./-]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({
    path,
    title,
  }));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ path, title }) => !read(path).includes(`'${title}'`))).toEqual([]);
});

test('every part of the proof that SECURITY.md names exists', () => {
  const named = [...text.matchAll(/`proof ([\w-]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in parts))).toEqual([]);
});

test('SECURITY.md answers all ten risks of the OWASP API Security Top 10 of 2023', () => {
  const risks = [...text.matchAll(/\*\*API(\d+), /g)].map(([, number]) => Number(number));
  expect(risks).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
