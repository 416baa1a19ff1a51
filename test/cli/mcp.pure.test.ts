import { expect, test } from 'vitest';
import { runCommand } from '../support/cli.ts';

test.each([
  [{}, 'CLIENTELE_TOKEN: give a token'],
  [{ CLIENTELE_TOKEN: 'sk_live_x', CLIENTELE_URL: 'crm.example.com' }, 'CLIENTELE_URL: give the URL'],
  [{ CLIENTELE_TOKEN: 'sk_live_x', CLIENTELE_URL: 'file:///etc/passwd' }, 'CLIENTELE_URL: give the URL'],
])('`mcp` with %j says which variable to set', async (environment, message) => {
  const { code, out, err } = await runCommand(['mcp'], { environment });
  expect([code, out, err]).toEqual([1, '', expect.stringContaining(message)]);
});
