import { expect, test } from 'vitest';
import { maxNameLength, toPersonName } from '../../../src/activities/import/person-name.ts';

test.each([
  ['Imre Varga', 'Imre Varga'],
  ['  Søren   Dahl ', 'Søren Dahl'],
  ['"Varga, Imre"', 'Imre Varga'],
  ["'Pat Doe'", 'Pat Doe'],
  ["Niamh O'Brien", "Niamh O'Brien"],
  ['Varga, Imre (Globex)', 'Varga, Imre (Globex)'],
  ['Acme, Inc.', 'Acme, Inc.'],
  ['Doe, Pat, Dr', 'Doe, Pat, Dr'],
  ['田中 太郎', '田中 太郎'],
  ['Dr. Pat\r\n Doe', 'Dr. Pat Doe'],
  ['Pat\u202eeoD\u202c', 'PateoD'],
  ['Pat\0 Doe', 'Pat Doe'],
  ['\ud800Pat', '\ufffdPat'],
])('%j is the name %j', (written, name) => {
  expect(toPersonName(written)).toBe(name);
});

test.each(['', ' ', '""', 'pat@globex.example', "'pat@globex.example'", 'Pat via Users', '1234', '—'])(
  '%j says no name',
  (written) => {
    expect(toPersonName(written)).toBe('');
  },
);

test('a long name is cut to its bound, at a character boundary', () => {
  expect(toPersonName('a'.repeat(1_000_000))).toBe('a'.repeat(maxNameLength));
  expect(toPersonName(`${'a'.repeat(maxNameLength - 1)}😀`).isWellFormed()).toBe(true);
});
