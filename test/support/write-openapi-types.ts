import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../src/http/openapi.ts';

/** The types that openapi-typescript makes of the document, as the text of a module. */
export async function openApiTypes(): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(openApiDocument)));
  return `/** Made from the OpenAPI document: node --import tsx test/support/write-openapi-types.ts */\n\n${types}`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  writeFileSync(new URL('../programs/openapi-types.ts', import.meta.url), await openApiTypes());
}
