import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';
import { reasonOf } from '../../core/reason.ts';
import { CliError } from '../errors.ts';
import type { CliIO } from '../io.ts';

export function addMcpCommand(
  program: Command,
  { CLIENTELE_TOKEN, CLIENTELE_URL }: CliIO['environment'],
): void {
  program
    .command('mcp')
    .description(
      'relay MCP messages between standard streams and the server at CLIENTELE_URL, by default http://127.0.0.1:3000, for agents that start programs; reads the token from CLIENTELE_TOKEN',
    )
    .action(async () => {
      if (!CLIENTELE_TOKEN) throw new CliError('CLIENTELE_TOKEN: give a token; "token create" makes one');
      const url = CLIENTELE_URL || 'http://127.0.0.1:3000';
      if (!/^https?:/.test(url) || !URL.canParse(url))
        throw new CliError('CLIENTELE_URL: give the URL of the server, such as https://crm.example.com');
      await passMessages(new URL('mcp', url.replace(/\/?$/, '/')), CLIENTELE_TOKEN);
    });
}

/** Passes each message of standard input to the server, and its answer to standard output, until the input ends. */
async function passMessages(url: URL, token: string): Promise<void> {
  // Loaded here, since no other command needs it.
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  const agent = new StdioServerTransport();
  const headers = { Authorization: `Bearer ${token}` };
  const server = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const pending = new Set<Promise<void>>();
  const ended = new Promise((resolve) => process.stdin.once('end', resolve));

  server.onmessage = (message) => {
    const version = 'result' in message ? message.result.protocolVersion : undefined;
    if (typeof version === 'string') server.setProtocolVersion(version);
    void agent.send(message);
  };
  agent.onmessage = (message) => {
    const sent = pass(message).finally(() => pending.delete(sent));
    pending.add(sent);
  };
  async function pass(message: JSONRPCMessage): Promise<void> {
    try {
      await server.send(message);
    } catch (error) {
      if (!('method' in message && 'id' in message)) return;
      const failure = { code: -32_000, message: reasonOf(error) };
      await agent.send({ jsonrpc: '2.0', id: message.id, error: failure });
    }
  }

  await server.start();
  await agent.start();
  await ended;
  await Promise.all(pending);
  await server.close();
}
