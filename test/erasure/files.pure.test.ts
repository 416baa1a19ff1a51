import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/core/db/embedded.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { newMark } from '../support/erasure.ts';
import { temporaryFolder } from '../support/folder.ts';

test('no file of the embedded database has an erased person or client, or a deleted organization', {
  timeout: 300_000,
}, async () => {
  const directory = temporaryFolder();
  const database = await openEmbedded(directory, expect.fail);
  if (!database) throw new Error('the directory is held');
  await database.migrate();
  const { json: run } = await openCli(await startApi({ database }));
  const [person, client, organization] = [newMark(), newMark(), newMark()];
  const address = `${person}@globex.example`;
  const filesWith = (mark: string) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(mark));
  const erase = async (mark: string, ...words: string[]) => {
    expect(filesWith(mark)).not.toEqual([]);
    await run(...words);
    expect(filesWith(mark)).toEqual([]);
  };
  const mail = {
    type: 'email',
    occurredAt: '2026-11-02T10:00:00Z',
    participants: [address],
    archivedAt: null,
  };
  const file = join(directory, 'mail.jsonl');
  writeFileSync(
    file,
    JSON.stringify({ ...mail, id: 'one', subject: `Hi ${person}`, content: `Dear ${address}` }),
  );
  await run('org', 'create', '--name', organization, '--slug', 'acme');
  const rule = ['--domain', 'globex.example', '--integration', 'any'];
  const { id } = await run('client', 'create', '--org', 'acme', '--name', client, ...rule);
  await run('import', '--org', 'acme', '--integration', 'gmail', file);
  await run('insights', 'run');
  rmSync(file);
  await erase(person, 'person', 'erase', '--org', 'acme', '--email', address, '--name', `Hi ${person}`);
  await erase(client, 'client', 'erase', '--yes', '--org', 'acme', id);
  await erase(organization, 'org', 'delete', '--yes', '--org', 'acme');
});
