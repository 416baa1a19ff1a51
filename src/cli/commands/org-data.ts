import { open, rm } from 'node:fs/promises';
import { z } from 'zod';
import { TenantDb } from '../../core/db/tenant.ts';
import { rejectDuplicate, sqlStateOf } from '../../core/errors.ts';
import { reasonOf, rootCause } from '../../core/reason.ts';
import { nameField, slugField } from '../../core/rest/fields.ts';
import { neverAborted } from '../../core/timeouts.ts';
import { findOrganization } from '../../organization/queries.ts';
import { beginDeletion, deleteOrganization } from '../../organization-data/delete.ts';
import { exportOrganization } from '../../organization-data/export.ts';
import { readExport } from '../../organization-data/file.ts';
import {
  beginImport,
  beginRollback,
  endImport,
  ImportReplaced,
  type ImportRun,
  importRows,
} from '../../organization-data/import.ts';
import { batchesOf } from '../batches.ts';
import { type Cli, command, confirm, countRows, orgCommand } from '../command.ts';
import { CliError, notFound } from '../errors.ts';
import { argument, option, yesOption } from '../options.ts';
import { plain } from '../print.ts';

export const orgExport = orgCommand('org export', {
  description:
    'write all data of an organization to a new file, one JSON document per line; without tokens and secrets',
  options: { file: argument('<file>', 'the file to create; - for standard output', z.string()) },
  examples: ['org export --org acme acme.jsonl', 'org export --org acme - | gzip > acme.gz'],
  async lend({ file: path }, { out }) {
    if (path === '-')
      return { write: async (text: string): Promise<void> => void (await out(text)), sync: async () => {} };
    // Only its owner may read it.
    const file = await open(path, 'wx', 0o600);
    let isComplete = false;
    return {
      write: (text: string) => file.appendFile(text),
      async sync() {
        await file.sync();
        isComplete = true;
      },
      async close() {
        await file.close();
        if (!isComplete) await rm(path, { force: true });
      },
    };
  },
  async run(cli, { file }) {
    const start = cli.now();
    // Recorded before the export, because even an interrupted one has taken data out. The file contains this entry.
    await cli.db.audit(cli.author, { resource: `organization/${cli.db.organizationId}` });
    let lines = 0;
    for await (const part of exportOrganization(cli.db, start)) {
      // The header is not a row; nor is the last line, so progress is shown before a part is counted.
      const rows = lines - 1;
      if (rows > 0 && cli.now().getTime() - start.getTime() >= 1_000)
        cli.show(`${rows} ${rows === 1 ? 'row' : 'rows'} exported`, rows);
      await cli.write(part);
      lines += part.split('\n').length - 1;
    }
    await cli.sync();
    return file === '-' ? undefined : { file, rows: lines - 2 };
  },
});

export const orgImport = command('org import', {
  description: 'create an organization from the file of "org export"',
  options: {
    file: argument('<file>', 'the file', z.string()),
    slug: option('<slug>', 'its short name, instead of the one in the file', slugField().optional()),
    name: option('<name>', 'its name, instead of the one in the file', nameField().optional()),
  },
  examples: ['org import acme.jsonl', 'org import acme.jsonl --slug acme-copy'],
  async lend({ file }) {
    const { organization, rows } = await readExport(file);
    return { organization, nextRows: batchesOf(rows, ({ bytes }) => bytes) };
  },
  async run(cli, { file, slug = cli.organization.slug, name = cli.organization.name }) {
    const { db } = cli.database;
    const run = await rejectDuplicate(
      beginImport(db, { ...cli.organization, slug, name }),
      `the slug "${slug}" is already taken; choose another with --slug`,
    );
    try {
      let imported = 0;
      for (let rows = await cli.nextRows(); rows; rows = await cli.nextRows()) {
        const lines = `lines ${rows[0]?.line} to ${rows.at(-1)?.line}`;
        await importRows(db, run, rows).catch((error: unknown) => {
          throw new CliError(`${file}: ${lines}: ${whyRefused(error)}`);
        });
        imported += rows.length;
        cli.show(`${imported} rows imported`, imported);
      }
      await endImport(db, run, cli.author);
      return { id: run.organizationId, slug, rows: imported };
    } catch (error) {
      cli.say('the import failed; removing what it has imported');
      await rollBack(cli, slug, run);
      throw error instanceof ImportReplaced ? new CliError(replaced) : error;
    }
  },
});

const replaced =
  'the organization was deleted, or is no longer being imported by this command; "org list" shows all organizations';

function whyRefused(error: unknown): string {
  if (error instanceof ImportReplaced) return replaced;
  const cause = rootCause(error);
  if (sqlStateOf(error) === '23503')
    return `a row refers to one that the file does not have${detailOf(cause)}`;
  return `${reasonOf(error)}${detailOf(cause)}`;
}

const detailOf = (error: unknown) =>
  error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? ` (${error.detail})` : '';

/** Removes what an import has inserted, and nothing that others have under the same slug since. */
async function rollBack(cli: Cli, slug: string, run: ImportRun): Promise<void> {
  try {
    const begun = await beginRollback(cli.database.db, run);
    if (begun) await deleteAll(cli, begun);
    else cli.say('nothing was removed: the organization is no longer being imported by this command');
  } catch {
    cli.say(
      `could not remove it; if "org list" shows "${slug}" as importing or deleting, run: ${cli.self} org delete --org ${slug}`,
    );
  }
}

export const orgDelete = command('org delete', {
  description:
    'delete an organization and all its data, for good; run it again if it failed or was interrupted',
  options: {
    org: option('<slug>', 'the slug of the organization, as "org list" shows it', slugField()),
    yes: yesOption,
  },
  examples: ['org delete --org acme', 'org delete --org acme --yes'],
  async run(cli, { org, yes }) {
    if (!yes) {
      const question = `This deletes "${plain(org)}" for good. Type its slug to go on: `;
      await confirm(cli, question, org, 'this is not the slug; nothing was deleted');
    }
    const { db } = cli.database;
    const found = await findOrganization(db, org);
    const begun = found && (await beginDeletion(new TenantDb(db, found.id)));
    if (!begun) throw notFound(`organization with the slug "${org}"; "org list" shows all slugs`);
    return { id: begun.id, slug: org, rows: await deleteAll(cli, begun, cli.signal) };
  },
});

/** Deletes an organization after a deletion or a rollback was begun, unless others do. Returns the number of rows. */
async function deleteAll(
  cli: Cli,
  { id, tokens }: { readonly id: string; readonly tokens: number },
  signal = neverAborted,
): Promise<number> {
  const { database, log, author } = cli;
  const steps = deleteOrganization(new TenantDb(database.db, id), signal);
  const { rows, result: slug } = await countRows(cli, 'rows deleted', steps, tokens);
  if (slug !== undefined) {
    await database.rewrite?.();
    log.warn({ organization: id, slug, ...author.actor }, 'deleted an organization with all its data');
  }
  return rows;
}
