import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { Client } from '../../src/clients/schemas.ts';
import { errorKinds } from '../../src/core/errors.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { operations } from '../../src/http/operations.ts';

interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
// The document is plain JSON; this names the parts that the tests read.
const document = openApiDocument as {
  paths: Record<string, Record<string, { operationId: string; summary: string; description: string }>>;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = document.components;
const root = fileURLToPath(new URL('../..', import.meta.url));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openApiDocument });

/** Every object of the document with its JSON pointer. */
function* walk(value: unknown, pointer = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [pointer, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) {
    const name = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
    yield* walk(part, `${pointer}/${name}`);
  }
}

test('the document contains exactly the operations of the router, each at its path and method, described', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, description }]) => {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(description).toMatch(/^[A-Z].*\.$/s);
      return [method, path, operationId].join(' ');
    }),
  );
  const served = operations.map(({ method, path, name }) => `${method.toLowerCase()} ${path} ${name}`);
  expect(documented.sort()).toEqual(served.sort());
});

test('a stored client that exceeds the documented bounds is still returned', () => {
  expect(schemas.Client?.properties?.name).toMatchObject({ maxLength: 255 });
  const at = '2026-11-20T20:35:34.909Z';
  const client = { id: randomUUID(), name: 'x'.repeat(256), domain: null, createdAt: at, updatedAt: at };
  expect(Client.parse(client)).toEqual(client);
});

test('the documentation lists every error code with its status', () => {
  const page = readFileSync(`${root}/docs/integrators.md`, 'utf8');
  const listed = [...page.matchAll(/(\d{3})\s`(\w+)`/g)].map(([, status, code]) => [code, Number(status)]);
  expect(listed).toEqual(Object.entries(errorKinds).map(([code, { status }]) => [code, status]));
});

test('every schema of an object has a name, and everything in it is described', () => {
  for (const [pointer, value] of walk(document)) {
    if (pointer.endsWith(encodeURIComponent('application~1json')))
      expect([pointer, value.schema]).toEqual([pointer, { $ref: expect.any(String) }]);
  }
  for (const [name, { description, properties = {} }] of Object.entries(schemas)) {
    expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
    for (const [key, property] of Object.entries(properties)) {
      const isAnswer = /(Answer|Page)$/.test(name);
      const { $ref, type, items, description: said } = property;
      if ($ref === undefined && !isAnswer)
        expect([name, key, said]).toEqual([name, key, expect.stringMatching(/\.$/)]);
      expect([name, key, type, items?.type]).not.toContain('object');
    }
  }
});

test('every example is valid by its schema', () => {
  let checked = 0;
  for (const [pointer, media] of walk(document)) {
    if (!pointer.endsWith(encodeURIComponent('application~1json'))) continue;
    const examples = (media.examples ?? {}) as Record<string, { value: unknown }>;
    const values = Object.values(examples).map(({ value }) => value);
    expect(values.length, `no example at ${pointer}`).toBeGreaterThan(0);
    const validate = ajv.compile({ $ref: `openapi#${pointer}/schema` });
    for (const value of values) {
      expect(value).toBeDefined();
      expect(validate(value), `${pointer}: ${JSON.stringify(validate.errors)}`).toBe(true);
      checked++;
    }
  }
  expect(checked).toBeGreaterThan(operations.length);
});

test('the document contains no token, and no answer the identity of a user at the provider', () => {
  expect(JSON.stringify(document)).not.toMatch(/sk_live_\w/);
  expect(JSON.stringify(schemas)).not.toMatch(/idp/i);
});

test('no schema forbids fields that a later v1 may add', () => {
  for (const [pointer, { additionalProperties, unevaluatedProperties }] of walk(document))
    expect([pointer, additionalProperties === false, unevaluatedProperties]).toEqual([
      pointer,
      false,
      undefined,
    ]);
});

test('fields that must not be sent are described but in no schema, so that no generated client sends them', () => {
  const forbidden = {
    ClientCreate: ['organizationId'],
    ClientUpdate: ['organizationId'],
    OrganizationUpdate: ['plan', 'slug'],
  };
  for (const [name, fields] of Object.entries(forbidden))
    for (const field of fields) {
      expect(schemas[name]?.properties).not.toHaveProperty(field);
      expect(schemas[name]?.description).toMatch(new RegExp(`\\. \\\`${field}\\\` must not be sent: .+\\.`));
    }
  for (const [pointer, value] of walk(document)) expect([pointer, 'not' in value]).toEqual([pointer, false]);
});

test('the committed openapi.json is the generated document; else run npm run openapi', () => {
  expect(readFileSync(`${root}/openapi.json`, 'utf8')).toBe(`${JSON.stringify(openApiDocument, null, 2)}\n`);
});
