import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { errorAnswer, errorKinds } from '../../src/core/errors.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import type { Answer } from './api.ts';

interface Described {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean; schema?: { type?: string } }>;
  content?: Record<string, unknown>;
}
interface DocumentShape {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: {
    responses: Record<string, Described>;
    headers: Record<string, Described & { required?: boolean }>;
  };
}

// The document is plain JSON; this type covers the parts that the checks read.
const document = openApiDocument as unknown as DocumentShape;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openApiDocument });

const toPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Asserts that the OpenAPI document describes the status, headers and body of a response. */
export function checkResponse(method: string, url: string, answer: Answer): void {
  const path = url.split('?', 1)[0] ?? url;
  if (!path.startsWith('/v1/')) return;
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const template = templates.find(({ pattern }) => pattern.test(path))?.template;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const documented = document.paths[template ?? '']?.[verb];
  if (template === undefined || documented === undefined) {
    const code = answer.status === 405 ? 'method_not_allowed' : 'not_found';
    expect(answer.status).toBe(errorKinds[code].status);
    if (method === 'HEAD') expect(answer.text).toBe('');
    else expect(errorAnswer(code).strict().parse(answer.body)).toEqual(answer.body);
    return;
  }
  const response = documented.responses[answer.status];
  expect(response, `${method} ${template} answered ${answer.status}, which is not documented`).toBeDefined();
  const component = response?.$ref;
  const described = component ? document.components.responses[nameOf(component)] : response;
  checkHeaders(described, answer);
  if (described?.content === undefined) {
    expect(answer.text).toBe('');
    expect(answer.headers['content-type']).toBeUndefined();
    return;
  }
  const at = component ?? `#/paths/${toPointer(template)}/${verb}/responses/${answer.status}`;
  checkBody(`${at}/content/${toPointer('application/json')}/schema`, method, answer);
}

/** The headers that must be documented where they are sent. */
const told = [
  'etag',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
];

function checkHeaders(described: Described | undefined, answer: Answer): void {
  const documented = Object.entries(described?.headers ?? {});
  for (const [name, { $ref }] of documented) {
    const component = document.components.headers[nameOf($ref ?? '')];
    const value = answer.headers[name.toLowerCase()];
    if (component?.required) expect(value, `header ${name}`).toBeDefined();
  }
  const names = documented.map(([name]) => name.toLowerCase());
  for (const name of told) {
    if (answer.headers[name] !== undefined) expect(names, `header ${name} is not documented`).toContain(name);
  }
}

function checkBody(pointer: string, method: string, answer: Answer): void {
  if (method === 'HEAD') {
    expect(answer.text).toBe('');
    return;
  }
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const validate = ajv.getSchema(`openapi${pointer}`) ?? expect.fail(`The document has no ${pointer}.`);
  expect(validate(answer.body), `${JSON.stringify(validate.errors)} in ${answer.text}`).toBe(true);
}
