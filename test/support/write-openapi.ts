import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../src/http/openapi.ts';

/** Refreshes the committed document: node --import tsx test/support/write-openapi.ts */
const target = new URL('../../openapi.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(openApiDocument, null, 2)}\n`);
