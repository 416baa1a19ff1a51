import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeDemo } from '../../src/demo/demo.ts';
import { examples } from '../../src/http/openapi-examples.ts';
import { operations } from '../../src/http/operations.ts';
import { startApi } from '../support/api.ts';
import { openEmbeddedCopy } from '../support/embedded-copy.ts';

test('every GET operation answers the examples of its parameters with 200 in a new demo', async () => {
  const database = await openEmbeddedCopy();
  const token = await makeDemo(database.db, new Date());
  const api = await startApi({ database });
  for (const { name, path } of operations.filter(({ method }) => method === 'GET')) {
    const query = new URLSearchParams();
    let url: string = path;
    for (const [parameter, value] of Object.entries(examples.parameters[name] ?? {})) {
      if (path.includes(`{${parameter}}`)) url = url.replace(`{${parameter}}`, String(value));
      else query.set(parameter, String(value));
    }
    const { status, text } = await api.get(`${url}?${query}`, { token });
    expect([name, status], text).toEqual([name, 200]);
  }
});

test('the committed openapi.json passes the strictest lint rules without a warning', async () => {
  const options = ['lint', 'openapi.json', '--extends=recommended-strict', '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', ...options],
    { env },
  ).catch((failure: { stdout: string }) => failure);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
