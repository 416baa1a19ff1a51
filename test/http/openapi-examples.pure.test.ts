import { expect, test } from 'vitest';
import { examples } from '../../src/http/openapi-examples.ts';
import { openEmbeddedCopy } from '../support/embedded-copy.ts';
import { recordExamples } from '../support/record-examples.ts';

test('the examples match the current responses to the demo organization; else run npm run openapi', async () => {
  const database = await openEmbeddedCopy('migratedDump');
  expect(await recordExamples(database)).toEqual(examples);
  await database.close();
});

test('no example contains a token', () => {
  expect(JSON.stringify(examples)).not.toMatch(/sk_live_\w/);
});
