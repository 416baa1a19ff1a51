import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { wrapEmbedded } from '../../src/core/db/embedded.ts';
import { closeFile } from './cleanup.ts';
import { recordExamples } from './record-examples.ts';

/** Refreshes the examples of the document: node --import tsx test/support/write-examples.ts */
const database = wrapEmbedded(await PGlite.create());
await database.migrate();
const examples = await recordExamples(database);
await closeFile();
const target = new URL('../../src/http/openapi-examples.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(examples, null, 2)}\n`);
