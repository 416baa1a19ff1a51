import { stripVTControlCharacters } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { clients } from '../../src/clients/table.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { start } from '../support/process.ts';

const api = await startApi();
const { environment } = await openCli(api);
const CLIENTELE_URL = await api.app.listen({ port: 0, host: '127.0.0.1' });

test.each([
  ['no colors in a pipe', {}, false],
  ['colors where FORCE_COLOR asks for them', { FORCE_COLOR: '1' }, true],
])('the program prints %s', async (_what, variables: Record<string, string>, hasColors) => {
  const cli = start('cli', variables, ['--help']);
  expect(await cli.ended).toBe(0);
  expect(cli.stdout).toContain('Usage:');
  expect(cli.stdout !== stripVTControlCharacters(cli.stdout)).toBe(hasColors);
});

const { slug, db } = await api.organization();
// More than fits into a pipe.
await db.insert(
  clients,
  Array.from({ length: 1_000 }, () => ({ name: 'Globex '.repeat(36) })),
);

test.each([[['--json']], [[]]])('a pipe closed within a list ends the command quietly (%j)', async (more) => {
  const command = start('cli', environment, ['client', 'list', '--org', slug, ...more]);
  command.process.stdout?.once('data', () => command.process.stdout?.destroy());
  expect([await command.ended, command.stderr]).toEqual([0, '']);
});

test('a pipe closed before the help is printed causes no failure', async () => {
  const command = start('cli', environment, ['--help']);
  command.process.stdout?.destroy();
  expect([await command.ended, command.stderr]).toEqual([0, '']);
});

test('an agent that starts `mcp` calls tools of the server, and is told when it cannot', async () => {
  const { token, client } = await api.organization();
  const { id } = await client({ name: 'Globex' });

  const connect = async (CLIENTELE_TOKEN: string) => {
    const agent = new Client({ name: 'test', version: '1.0.0' });
    const args = ['build/programs/cli.js', 'mcp'];
    const env = { CLIENTELE_TOKEN, CLIENTELE_URL };
    await agent.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    return agent;
  };
  const agent = await connect(token);
  const { structuredContent } = await agent.callTool({ name: 'clients_get', arguments: { clientId: id } });
  expect(structuredContent).toMatchObject({ data: { id, name: 'Globex' } });
  await agent.close();
  await expect(connect('sk_live_wrong')).rejects.toThrow(/token is missing, unknown, revoked or expired/);
});
