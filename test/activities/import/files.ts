import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ImportedActivity,
  type ImportFormat,
  type ImportItem,
  readActivities,
} from '../../../src/activities/import/read.ts';
import { temporaryFolder } from '../../support/folder.ts';

export const now = new Date('2026-11-21T00:00:00Z');

export async function readAll(path: string, format?: ImportFormat, at = now): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of readActivities(path, format, at)) items.push(item);
  return items;
}

/** Writes files into a directory, which is removed after the test file, and reads them as an import does. */
export function importFiles() {
  const directory = temporaryFolder();
  return {
    directory,
    read(name: string, content: string | Buffer, at = now): Promise<ImportItem[]> {
      const path = join(directory, name);
      writeFileSync(path, content);
      return readAll(path, undefined, at);
    },
  };
}

/** An item or a mail that was read, or the reason why it was not. */
type Read = { ok: true; activity: ImportedActivity } | { ok: false; reason: string } | undefined;

export function activityOf(item: Read): ImportedActivity {
  if (!item?.ok) throw new Error(`not read: ${item?.reason}`);
  return item.activity;
}

export const reasonOf = (item: Read) => (item?.ok ? undefined : item?.reason);

/** An event needs a start, and may have nothing else. */
export const start = 'DTSTART:20261102T090000Z';
export const lines = (...given: string[]) => given.map((line) => `${line}\r\n`).join('');
export const event = (...inside: string[]) => lines('BEGIN:VEVENT', ...inside, 'END:VEVENT');
export const calendar = (...inside: string[]) =>
  `${lines('BEGIN:VCALENDAR', 'VERSION:2.0')}${inside.join('')}${lines('END:VCALENDAR')}`;
