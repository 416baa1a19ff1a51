import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/cli.ts';
import { newMark } from '../support/erasure.ts';

test('after an erasure no file of the embedded database has the person', { timeout: 300_000 }, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'clientele-files-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const mark = newMark();
  const address = `${mark}@globex.example`;
  const run = async (...words: string[]) =>
    expect(await runCommand(words, { environment: { DATA_DIR: directory } })).toMatchObject({ code: 0 });
  const filesWithMark = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(mark));
  const mail = {
    type: 'email',
    occurredAt: '2026-11-02T10:00:00Z',
    participants: [address],
    archivedAt: null,
  };
  const file = join(directory, 'mail.jsonl');
  writeFileSync(
    file,
    JSON.stringify({ ...mail, id: 'one', subject: `Hi ${mark}`, content: `Dear ${address}` }),
  );
  await run('org', 'create', '--name', 'Acme', '--slug', 'acme');
  await run(
    'client',
    'create',
    '--org',
    'acme',
    '--name',
    'Globex',
    '--domain',
    'globex.example',
    '--integration',
    'any',
  );
  await run('import', '--org', 'acme', '--integration', 'gmail', file);
  await run('insights', 'run');
  rmSync(file);
  expect(filesWithMark()).not.toEqual([]);
  await run('person', 'erase', '--org', 'acme', '--email', address, '--name', `Hi ${mark}`);
  expect(filesWithMark()).toEqual([]);
});
