import { type FileHandle, open, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { DeletedRows } from '../../organization-data/delete.ts';
import { type ExportedRow, readExport } from '../../organization-data/file.ts';
import type { ImportRun } from '../../organization-data/import.ts';
import type { CliClient } from '../connect.ts';
import { orgOption, yesOption } from '../options.ts';
import { plain } from '../print.ts';
import { perSecond } from '../progress.ts';
import type { Runner } from '../runner.ts';

/** Adds the commands for all data of an organization. */
export function addOrgDataCommands(org: CommandUnknownOpts, runner: Runner): void {
  addExport(org, runner);
  addImport(org, runner);
  addDelete(org, runner);
}

function addExport(org: CommandUnknownOpts, runner: Runner): void {
  org
    .command('export')
    .description(
      'write all data of an organization to a new file, one JSON document per line; without tokens and secrets',
    )
    .argument('<file>', 'the file to create; - for standard output')
    .addOption(orgOption)
    .addHelpText(
      'after',
      runner.examples('org export --org acme acme.jsonl', 'org export --org acme - | gzip > acme.gz'),
    )
    .action(async (file, options) => {
      if (file === '-') {
        await runner.write((client, out) => exportTo(client, options.org, runner, out));
        return;
      }
      await runner.print(async (client) => {
        const handle = await createFile(file);
        try {
          const lines = await exportTo(client, options.org, runner, (text) => handle.appendFile(text));
          await handle.sync();
          return { file, rows: lines - 2 };
        } catch (error) {
          await rm(file, { force: true });
          throw error;
        } finally {
          await handle.close();
        }
      });
    });
}

/** Only its owner may read it. */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Error(`${path} already exists; remove it, or name another file`);
    throw error;
  }
}

/** Writes an export and returns the number of its lines. */
async function exportTo(
  client: CliClient,
  org: string,
  { progress, now }: Runner,
  write: (text: string) => unknown,
): Promise<number> {
  const start = now();
  let lines = 0;
  for await (const part of await client.orgData.export.query({ org })) {
    // Before the part is counted, since the last one ends with a line that is no row. Neither is the first line a row.
    const rows = lines - 1;
    if (rows > 0 && now().getTime() - start.getTime() >= 1_000)
      progress.show(`${rows} ${rows === 1 ? 'row' : 'rows'} exported, ${perSecond(rows, start, now())}`);
    await write(part);
    lines += part.split('\n').length - 1;
  }
  return lines;
}

function addImport(org: CommandUnknownOpts, runner: Runner): void {
  const { progress, now } = runner;
  org
    .command('import')
    .description('create an organization from the file of "org export"')
    .argument('<file>', 'the file')
    .option('--slug <slug>', 'its short name, instead of the one in the file')
    .option('--name <name>', 'its name, instead of the one in the file')
    .addHelpText('after', runner.examples('org import acme.jsonl', 'org import acme.jsonl --slug acme-copy'))
    .action((file, { slug, name }) =>
      runner.print(async (client) => {
        const read = await readExport(file);
        const organization = {
          ...read.organization,
          slug: slug ?? read.organization.slug,
          name: name ?? read.organization.name,
        };
        const run = await client.orgData.beginImport.mutate({ organization });
        const { slug: org } = organization;
        try {
          const start = now();
          let imported = 0;
          for await (const { table, rows } of toBatches(read.rows)) {
            const lines = `lines ${rows[0]?.line} to ${rows.at(-1)?.line}`;
            await client.orgData.importRows
              .mutate({ run, table, rows: rows.map(({ row }) => row) })
              .catch((error: unknown) => {
                throw new Error(`${file}: ${lines}: ${error instanceof Error ? error.message : error}`);
              });
            imported += rows.length;
            progress.show(`${imported} rows imported, ${perSecond(imported, start, now())}`);
          }
          await client.orgData.endImport.mutate(run);
          return { id: run.organizationId, slug: org, rows: imported };
        } catch (error) {
          progress.say('the import failed; removing what it has imported');
          await rollBack(client, org, run, runner).catch(() =>
            progress.say(
              `could not remove it; if "org list" shows "${org}" as importing or deleting, run: ${runner.self} org delete --org ${org}`,
            ),
          );
          throw error;
        }
      }),
    );
}

/** Removes what an import has inserted, and nothing that others have under the same slug since. */
async function rollBack(client: CliClient, org: string, run: ImportRun, runner: Runner): Promise<void> {
  const begun = await client.orgData.beginRollback.mutate(run);
  if (begun) await deleteParts(client, org, begun, runner);
  else
    runner.progress.say('nothing was removed: the organization is no longer being imported by this command');
}

const batchRows = 200;
const batchBytes = 4_000_000;

/** Groups rows of the same table. */
async function* toBatches(rows: AsyncIterable<ExportedRow>) {
  let batch: ExportedRow[] = [];
  let bytes = 0;
  let table = '';
  for await (const row of rows) {
    if (batch.length > 0 && (row.table !== table || batch.length === batchRows || bytes > batchBytes)) {
      yield { table, rows: batch };
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    table = row.table;
    bytes += row.bytes;
  }
  if (batch.length > 0) yield { table, rows: batch };
}

function addDelete(org: CommandUnknownOpts, runner: Runner): void {
  org
    .command('delete')
    .description('delete an organization and all its data, for good; run it again if it was interrupted')
    .requiredOption('--org <slug>', 'the slug of the organization, as "org list" shows it')
    .addOption(yesOption)
    .addHelpText('after', runner.examples('org delete --org acme', 'org delete --org acme --yes'))
    .action(async ({ org, yes }) => {
      if (!yes)
        await runner.confirm(() => ({
          prompt: `This deletes "${plain(org)}" for good. Type its slug to go on: `,
          expected: org,
          mistyped: 'this is not the slug; nothing was deleted',
        }));
      await runner.print(async (client) =>
        deleteParts(client, org, await client.orgData.beginDelete.mutate({ org }), runner),
      );
    });
}

/** Deletes an organization part by part, after a deletion or a rollback was begun. */
async function deleteParts(
  client: CliClient,
  org: string,
  { id, deleted }: { id: string; deleted: DeletedRows },
  { progress, now }: Runner,
) {
  const start = now();
  const rows = new Map(Object.entries(deleted));
  for (;;) {
    const part = await client.orgData.deletePart.mutate({ id });
    for (const [table, count] of Object.entries(part.deleted))
      rows.set(table, (rows.get(table) ?? 0) + count);
    const sum = [...rows.values()].reduce((total, count) => total + count, 0);
    if (part.isDone) return { id, slug: org, rows: sum };
    if (Object.keys(part.deleted).length === 0) await setTimeout(100);
    progress.show(`${sum} rows deleted, ${perSecond(sum, start, now())}`);
  }
}
