import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { examples } from '../../src/http/openapi-examples.ts';
import { openEmbeddedCopy } from '../support/embedded-copy.ts';
import { recordExamples } from '../support/record-examples.ts';

test('the examples match the current responses to the demo organization; else run npm run openapi', async () => {
  const database = await openEmbeddedCopy('migratedDump');
  expect(await recordExamples(database)).toEqual(examples);
  await database.close();
});

test('the committed openapi.json passes the strictest lint rules without a warning', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const options = ['lint', 'openapi.json', '--extends=recommended-strict', '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`${root}/node_modules/@redocly/cli/bin/cli.js`, ...options],
    { cwd: root, env },
  ).catch((failure: { stdout: string }) => failure);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
