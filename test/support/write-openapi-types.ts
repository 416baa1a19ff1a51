import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../src/http/openapi.ts';

/** Generates a module of types from the OpenAPI document with openapi-typescript. */
export async function openApiTypes(): Promise<string> {
  const types = astToString(await openapiTS(JSON.stringify(openApiDocument)));
  return `/** Made from the OpenAPI document: node --import tsx test/support/write-openapi-types.ts */\n\n${types}`;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  writeFileSync(new URL('../system/programs/openapi-types.ts', import.meta.url), await openApiTypes());
}
