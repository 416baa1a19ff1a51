import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const text = readFileSync(new URL('SECURITY.md', root), 'utf8');

test('every test and every part of the proof that SECURITY.md names exists', () => {
  const tests = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  const parts = [...text.matchAll(/`npm run proof -- ([^`]+)`/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  const paths = [...tests, ...parts.map((name) => `proof/parts/${name}.ts`)];
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
