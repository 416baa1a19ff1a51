import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { CliIO } from '../../src/cli/io.ts';
import { runCommand } from '../support/cli.ts';

/** The help that a command line prints. */
async function printed(words: string[], more: Partial<CliIO> = {}): Promise<string> {
  const { code, out } = await runCommand(words, more);
  expect(code).toBe(0);
  return out;
}

const help = (words: string[], more?: Partial<CliIO>) => printed([...words, '--help'], more);

/** The commands that a help lists. */
const namesIn = (text: string) =>
  [
    ...text
      .replace(/^(Arguments|Examples|Environment|Exit codes):\n(.+\n)*/gm, '')
      .matchAll(/^ {2}([a-z]+)(?: |$)/gm),
  ]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');

const groups = namesIn(await help([]));
const commands = await Promise.all(
  groups.map(async (group) => {
    const below = namesIn(await help([group]));
    return below.length > 0 ? below.map((name) => [group, name]) : [[group]];
  }),
);

test('the help shows every command, its environment variables and the exit codes', async () => {
  expect(commands.flat().map((words) => words.join(' '))).toEqual([
    ...['org create', 'org update', 'org list', 'org export', 'org import', 'org delete'],
    ...['user create', 'user list', 'user delete', 'person erase'],
    ...['token create', 'token list', 'token revoke', 'token rotate', 'audit list'],
    ...['rule create', 'rule list', 'rule delete'],
    'unassigned list',
    ...['client list', 'client create', 'client delete', 'client erase', 'dashboard show'],
    ...['import', 'connection create', 'connection update', 'connection list', 'connection show'],
    ...['connection test', 'connection pause', 'connection resume', 'connection delete'],
    ...['insights run', 'webhook create', 'webhook list', 'webhook show', 'webhook test', 'webhook rotate'],
    ...[
      'webhook pause',
      'webhook resume',
      'webhook delete',
      'webhook deliveries',
      'db migrate',
      'mcp',
      'completion',
    ],
  ]);
  const text = await help([]);
  for (const word of ['DATABASE_URL', 'DATA_DIR', 'SECRETS_KEY', 'NO_COLOR', 'Exit codes', '--json'])
    expect(text).toContain(word);
});

test.each(commands.flat().map((words) => [words.join(' '), words] as const))(
  'the help of %s describes it in one sentence, fits 80 columns, and marks required options',
  async (name, words) => {
    const text = await help(words);
    expect(text).toMatch(/^Usage: clientele .*\n\n[A-Z](?:[^.]|\.(?=\S))*\.\n/);
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(text).toContain('--json');
    if (name === 'rule create') expect(text.match(/\(required\)/g)).toHaveLength(3);
    for (const line of text.split('\n').filter((each) => each.startsWith('  clientele')))
      expect(line).toMatch(`  clientele ${name}`);
  },
);

test('commands in the help can be pasted where the help was printed', async () => {
  const text = await help(['import'], { environment: { npm_lifecycle_event: 'cli' } });
  expect(text).toContain('Usage: npm run -s cli -- import');
  expect(text).toContain('\n  npm run -s cli -- import --org acme mail.mbox');
});

test('a terminal with colors gets the same help in colors', async () => {
  const colored = await help(['import'], { outScreen: { columns: 80, hasColors: true } });
  expect(colored).not.toBe(await help(['import']));
  expect(stripVTControlCharacters(colored)).toBe(await help(['import']));
});

test('invalid arguments are printed without terminal control characters', async () => {
  const { code, err } = await runCommand(['import', '--org', 'a', '--\u001b[2J\u009b2J.eml']);
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/^error: unknown option '--\ufffd\[2J\ufffd2J\.eml'\n/),
  ]);
});

test('help of a command is its --help', async () => {
  const text = await help(['org', 'delete']);
  expect(await printed(['help', 'org', 'delete'])).toBe(text);
  expect(text).toContain('--yes');
});
