import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';

const api = await startApi();
const { directory, cli, json } = await openCli(api);

const start = Date.parse('2026-01-01T00:00:00.000Z');
const timeOf = (minute: number) => new Date(start + minute * 60_000).toISOString();

/** Writes a file with one email for each list of participants, a minute apart. */
function mails(name: string, all: readonly (readonly string[])[]): string {
  const path = join(directory, `${name}.jsonl`);
  const lines = all.map((participants, minute) =>
    JSON.stringify({
      ...{ id: `${minute}`, type: 'email', subject: `Mail ${minute}`, occurredAt: timeOf(minute) },
      participants,
    }),
  );
  writeFileSync(path, lines.join('\n'));
  return path;
}

test('an import counts what it left unassigned by domain, most first, without clients and users', async () => {
  const { slug, client, user } = await api.organization();
  await client({ domain: 'initech.example' });
  await json('rule', 'create', '--org', slug, '--integration', 'any', '--domain', 'initech.example');
  await user({ email: 'ann@home.example' });
  const file = mails(slug, [
    ['pat@few.example', 'ann@home.example'],
    ...Array.from({ length: 250 }, () => ['ann@home.example', 'Kim <kim@Many.example>']),
    ['pat@few.example', 'jo@initech.example'],
    ['ann@home.example'],
  ]);
  const first = await json('import', '--org', slug, file);
  expect(first).toEqual({
    ...{ read: 253, imported: 253, duplicates: 0, unassigned: 252, failed: 0 },
    unassignedDomains: [
      { domain: 'many.example', activities: 250, latestSubject: 'Mail 250', latestAt: timeOf(250) },
      { domain: 'few.example', activities: 1, latestSubject: 'Mail 0', latestAt: timeOf(0) },
    ],
  });
  // A run that leaves nothing unassigned tells of no domain; "unassigned list" does.
  expect(await json('import', '--org', slug, file)).toMatchObject({ duplicates: 253, unassignedDomains: [] });
  const list = (...words: string[]) => json('unassigned', 'list', '--org', slug, ...words);
  expect(await list()).toEqual(first.unassignedDomains);
  expect(await list('--limit', '1')).toEqual(first.unassignedDomains.slice(0, 1));
});

test('people see the ten most frequent domains, and a command that makes a client of the first', async () => {
  const { slug } = await api.organization();
  const frequent = Array.from({ length: 5 }, () => ['pat@often.example']);
  const rare = Array.from({ length: 11 }, (_, index) => [`pat@d${String(index).padStart(2, '0')}.example`]);
  const { out } = await cli(['import', '--org', slug, mails(slug, [...rare, ...frequent])]);
  const [, table = ''] = out.split('Domains that no rule matched, most activities first:\n\n');
  expect(table.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(/^domain +activities +latest subject +latest at$/),
    expect.stringMatching(/^often\.example +5 +Mail 15 +2026-01-01 00:15:00Z$/),
    expect.stringMatching(/^d00\.example +1 /),
  ]);
  expect(table).toContain('\nand 2 more\n');
  const [, command = ''] = /clientele (client create .*)$/m.exec(table) ?? [];
  expect(await json(...command.split(' '))).toMatchObject({ name: 'NAME', domain: 'often.example' });
  expect(await json('insights', 'run', '--org', slug)).toMatchObject({ assigned: 5 });
});

test('for a domain that has a client, people see the command that makes its rule', async () => {
  const { slug, client } = await api.organization();
  const { id } = await client({ domain: 'often.example' });
  const { out } = await cli(['import', '--org', slug, mails(slug, [['pat@often.example']])]);
  expect(out).not.toContain('client create');
  const [, command = ''] = /clientele (rule create .*)$/m.exec(out) ?? [];
  expect(await json(...command.split(' '))).toMatchObject({ clientId: id });
});

test('an import that leaves nothing unassigned prints only its counts', async () => {
  const { slug } = await api.organization();
  const { out } = await cli(['import', '--org', slug, mails(slug, [])]);
  expect(out).toMatch(/failed +0\n$/);
});
