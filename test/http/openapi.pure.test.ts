import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { Client } from '../../src/clients/schemas.ts';
import { type ErrorCode, errorKinds } from '../../src/core/errors.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { type MountedOperation, operations } from '../../src/http/operations.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: object;
}
interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: unknown;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: { $ref: string } } } };
  responses: Record<string, object>;
}
interface Schema {
  $ref?: string;
  type?: string;
  const?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
// The document is plain JSON; this names the parts that the tests read.
const document = openApiDocument as {
  openapi: string;
  info: { description: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};
const root = fileURLToPath(new URL('../..', import.meta.url));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openApiDocument });

/** The errors that an operation can answer with, as its declaration has it. */
function errorsOf({ method, path, permission, fields, entityTag, takesIdempotencyKey }: MountedOperation) {
  const inPath = path.match(/\{\w+\}/g) ?? [];
  const reads = method === 'GET';
  return [
    ...[401, 429, 500, 503],
    ...(permission === 'none' ? [] : [403]),
    ...(reads ? [] : [400, 413, 415]),
    ...(reads && Object.keys(fields).length > inPath.length ? [400] : []),
    ...(inPath.length > 0 ? [404] : []),
    ...(takesIdempotencyKey ? [409] : []),
    ...(entityTag && reads ? [304] : []),
    ...(entityTag && method === 'PUT' ? [412] : []),
  ];
}

function operationOf(name: string): Described {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const described = all.find(({ operationId }) => operationId === name);
  if (!described) throw new Error(`The document lacks ${name}.`);
  const resolved = described.parameters?.map((parameter) => ({ ...parameter, ...referenced(parameter) }));
  return { ...described, ...(resolved === undefined ? {} : { parameters: resolved }) };
}

/** Resolves a `$ref` of the document; undefined for a value without one. */
function referenced(value: object): Parameter | undefined {
  if (!('$ref' in value)) return undefined;
  return [...walk(document)].find(([pointer]) => `#${pointer}` === value.$ref)?.[1] as Parameter | undefined;
}

const schemaAt = (reference: string): Schema =>
  document.components.schemas[reference.split('/').at(-1) ?? ''] ??
  expect.fail(`The document lacks ${reference}.`);

/** The content of a response that refers to a component. */
function mediaOf(response: object): { schema: Schema } {
  const { content } = referenced(response) as unknown as { content: Record<string, { schema: Schema }> };
  return content['application/json'] ?? expect.fail('The response has no body.');
}

/** Every object of the document with its JSON pointer. */
function* walk(value: unknown, pointer = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [pointer, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value)) {
    const name = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
    yield* walk(part, `${pointer}/${name}`);
  }
}

test('the document contains exactly the operations of the router, each at its path and method', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [method, path, described.operationId].join(' ')),
  );
  const served = operations.map(({ method, path, name }) => `${method.toLowerCase()} ${path} ${name}`);
  expect(documented.sort()).toEqual(served.sort());
  expect(document.openapi).toBe('3.1.0');
});

test.each(operations)('$name is described in full', (operation) => {
  const { name } = operation;
  const { tags, summary, description, security, responses } = operationOf(name);
  expect(document.tags.map((tag) => tag.name)).toContain(tags[0]);
  expect(tags).toHaveLength(1);
  expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(description).toMatch(/^[A-Z].*\.$/s);
  expect(security).toEqual([{ bearerAuth: [] }]);
  expect(Object.keys(responses).map(Number)).toEqual([200, ...errorsOf(operation)].sort((a, b) => a - b));
});

test.each(operations)(
  '$name lists its parameters, and takes a body only if it writes',
  ({ name, method, path }) => {
    const { parameters = [], requestBody } = operationOf(name);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(named).toEqual(inPath);
    for (const parameter of parameters) {
      expect(parameter.description).toMatch(/\.$/);
      expect(parameter.required ?? false).toBe(parameter.in === 'path');
    }
    expect(requestBody?.required).toBe(method === 'GET' ? undefined : true);
  },
);

test('request and response headers are documented for the operations that use them', () => {
  const usual = /^(X-|RateLimit|Cache-)/;
  const documented = operations.map(({ name }) => {
    const { parameters = [], responses } = operationOf(name);
    const { headers = {} } = responses['200'] as { headers?: object };
    const taken = parameters.filter((parameter) => parameter.in === 'header');
    const given = Object.keys(headers).filter((header) => !usual.test(header));
    return [name, ...taken.map((parameter) => parameter.name), ...given].join(' ');
  });
  const declared = operations.map(({ name, method, entityTag: hasTag, ...operation }) => [
    name,
    ...(operation.takesIdempotencyKey ? ['Idempotency-Key'] : []),
    ...(hasTag ? [...{ GET: ['If-None-Match'], PUT: ['If-Match'], POST: [] }[method], 'ETag'] : []),
    ...(operation.takesIdempotencyKey ? ['Idempotent-Replayed'] : []),
  ]);
  expect(documented).toEqual(declared.map((words) => words.join(' ')));
});

test('a stored client that exceeds the documented bounds is still returned', () => {
  const { name } = document.components.schemas.Client?.properties ?? {};
  expect(name).toMatchObject({ maxLength: 255 });
  const at = '2026-11-20T20:35:34.909Z';
  const client = { id: randomUUID(), name: 'x'.repeat(256), domain: null, createdAt: at, updatedAt: at };
  expect(Client.parse(client)).toEqual(client);
});

test('the documentation lists every error code with its status, and the OpenAPI document also cause and cure', () => {
  const page = readFileSync(`${root}/docs/integrators.md`, 'utf8');
  const listed = [...page.matchAll(/(\d{3})\s`(\w+)`/g)].map(([, status, code]) => [code, Number(status)]);
  const kinds = Object.entries(errorKinds);
  expect(listed).toEqual(kinds.map(([code, { status }]) => [code, status]));
  const items = document.info.description.match(/^- \*\*\d{3} .*$/gm) ?? [];
  expect(items).toEqual(
    kinds.map(([code, { status, cause, cure }]) => {
      const upper = cure.replace(/^[a-z]/, (letter) => letter.toUpperCase());
      return `- **${status} \`${code}\`**: ${cause}. ${upper}.`;
    }),
  );
});

test('the document names its owner, licence and server', () => {
  const owner = { license: { identifier: 'MIT' }, contact: { name: expect.any(String) } };
  expect(document.info).toMatchObject(owner);
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:3000' }]);
});

test('every schema of an object has a name, and everything in it is described', () => {
  for (const [pointer, value] of walk(document)) {
    if (pointer.endsWith(encodeURIComponent('application~1json')))
      expect([pointer, value.schema]).toEqual([pointer, { $ref: expect.any(String) }]);
  }
  for (const [name, { description, properties = {} }] of Object.entries(document.components.schemas)) {
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
  expect(JSON.stringify(document.components.schemas)).not.toMatch(/idp/i);
});

test('each error of an operation has a schema of its own, which its examples match', () => {
  for (const { name } of operations) {
    for (const [status, response] of Object.entries(operationOf(name).responses)) {
      if (status === '200' || status === '304') continue;
      const { $ref: answer = '' } = mediaOf(response).schema;
      const { $ref: error = '' } = schemaAt(answer).properties?.error ?? {};
      const { code, details } = schemaAt(error).properties ?? {};
      const kind: { status: number; details?: object } | undefined = errorKinds[code?.const as ErrorCode];
      expect([name, kind?.status, details !== undefined]).toEqual([name, Number(status), 'details' in kind]);
    }
  }
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
    'clients.create': ['organizationId'],
    'clients.update': ['organizationId'],
    'organization.update': ['plan', 'slug'],
  };
  for (const [name, fields] of Object.entries(forbidden)) {
    const { $ref = '' } = operationOf(name).requestBody?.content['application/json'].schema ?? {};
    const schema = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    for (const field of fields) {
      expect(schema?.properties).not.toHaveProperty(field);
      expect(schema?.description).toMatch(new RegExp(`\\. \\\`${field}\\\` must not be sent: .+\\.`));
    }
  }
  for (const [pointer, value] of walk(document)) expect([pointer, 'not' in value]).toEqual([pointer, false]);
});

test('the committed openapi.json is the generated document; else run npm run openapi', () => {
  expect(readFileSync(`${root}/openapi.json`, 'utf8')).toBe(`${JSON.stringify(openApiDocument, null, 2)}\n`);
});
