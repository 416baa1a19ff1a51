import type { ImportFormat } from '../../src/activities/import/read.ts';
import type { Random } from '../bad-input/random.ts';
import { calendar } from './calendars.ts';
import { mail, mbox } from './mails.ts';
import { lengthUpTo, nearMatch, run, text, value } from './texts.ts';

const types = ['email', 'call', 'meeting', 'note', 'chat'];
const people = ['pat@globex.example', 'ann@acme.example', 'Pat Lee', 'evil.com', '', 'a@b'];

/** The files are as hostile in small, and the time is for one of them. */
const maxFileBytes = 1_000_000;

function field(random: Random, usual: () => unknown): unknown {
  if (random.chance(0.85)) return usual();
  return random.of<unknown>([
    null,
    0,
    -1,
    2 ** 53,
    '',
    {},
    [],
    true,
    ' ',
    '\0',
    run(random, 400),
    nearMatch(random, 100),
  ]);
}

function participants(random: Random): unknown {
  const count = random.chance(0.1) ? lengthUpTo(random, 5_000) : random.below(6);
  return Array.from({ length: count }, (_, index) =>
    random.chance(0.3) ? `${index}${run(random, lengthUpTo(random, 340))}@x.example` : random.of(people),
  );
}

function line(random: Random): string {
  const fields: [string, unknown][] = [
    ['type', field(random, () => random.of(types))],
    ['subject', field(random, () => value(random, ['Renewal', '']))],
    ['content', field(random, () => text(random, 5_000))],
    ['occurredAt', field(random, () => value(random, ['2026-11-02T10:00:00Z', '2026-10-02T10:00:00+02:00']))],
    ['participants', field(random, () => participants(random))],
    ['archivedAt', field(random, () => null)],
    ['id', field(random, () => `id-${random.below(1_000)}`)],
  ];
  const json = JSON.stringify(Object.fromEntries(fields.filter(() => random.chance(0.95))));
  if (random.chance(0.05)) return run(random, 1_000);
  if (random.chance(0.05)) return '['.repeat(lengthUpTo(random, 50_000));
  return random.chance(0.05) ? json.slice(0, random.below(json.length)) : json;
}

const writers: Record<ImportFormat, (random: Random) => string> = {
  eml: mail,
  mbox,
  ics: calendar,
  jsonl: (random) => Array.from({ length: 1 + random.below(6) }, () => line(random)).join('\n'),
};

/** A file to import: of one of the formats, nearly, or nothing of the kind. */
export function importFile(random: Random): { format: ImportFormat; bytes: Buffer } {
  const format = random.of(['eml', 'eml', 'mbox', 'ics', 'ics', 'jsonl'] as const);
  const kind = random.chance(0.02) ? random.of(['eml', 'mbox', 'ics', 'jsonl'] as const) : format;
  const written = random.chance(0.02) ? text(random, 20_000) : writers[kind](random);
  const bytes = Buffer.from(written, random.chance(0.8) ? 'utf8' : 'latin1').subarray(0, maxFileBytes);
  for (
    let change = random.chance(0.15) ? 1 + random.below(5) : 0;
    change > 0 && bytes.length > 0;
    change -= 1
  )
    bytes[random.below(bytes.length)] = random.below(256);
  return { format, bytes };
}
