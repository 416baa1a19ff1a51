import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/http/openapi.ts';
import { breakingChanges } from '../support/breaking-changes.ts';

type Json = Record<string, unknown>;

const releases = new URL('../../docs/releases/', import.meta.url);
const [release = '', ...others] = readdirSync(releases);

/** The document of the last release. A release puts its own in its place. */
const released: Json & { info: { version: string } } = JSON.parse(
  readFileSync(new URL(release, releases), 'utf8'),
);

test('only the document of the last release is kept, named after its version', () => {
  expect([release, ...others]).toEqual([`openapi-${released.info.version}.json`]);
});

/** Breaking changes that were accepted, each with its reason. Emptied after each release. */
const accepted = [
  // It hid JavaScript's own `Error` in generated clients; it is `ErrorAnswer` now. Nothing changes for requests.
  'remove components/schemas/Error',
];

test('the document breaks no caller of the last release', () => {
  expect(breakingChanges(released, openApiDocument)).toEqual(accepted);
});

test('a document that differs from the last release has a different version', () => {
  const today: typeof released = JSON.parse(JSON.stringify(openApiDocument));
  expect(today.info.version === released.info.version).toBe(isDeepStrictEqual(today, released));
});

// biome-ignore lint/suspicious/noExplicitAny: each change reaches into the document in its own way.
type Part = any;
type Change = (document: Part) => void;

const listUsers = '/v1/users';
const typeParameter = '/v1/clients/{clientId}/activities';

/** Replaces what is at a place below `schemas` or, with a slash, `paths`; without a value, removes it. */
const at =
  (place: string, value?: (old: Part) => unknown): Change =>
  (document) => {
    const keys = place.split(' ');
    const last = keys.pop() ?? '';
    const root = place.startsWith('/') ? document.paths : document.components.schemas;
    const parent = keys.reduce((part, key) => part[key], root);
    if (value) parent[last] = value(parent[last]);
    else delete parent[last];
  };
const to = (value: unknown) => () => value;
const plus = (more: number) => (old: number) => old + more;
const withItem = (item: unknown) => (old: unknown[]) => [...old, item];
const withoutLast = (old: unknown[]) => old.slice(0, -1);
const all =
  (...changes: Change[]): Change =>
  (document) => {
    for (const change of changes) change(document);
  };

const text = { type: 'string' };
const team = (rest: object) => withItem({ in: 'query', name: 'team', schema: {}, ...rest });
const success = `${listUsers} get responses 200`;

const breaking: Record<string, Change> = {
  'a field of an answer is removed': at('Client properties domain'),
  'a field of an answer may be absent': at('Client required', withoutLast),
  'a field of an answer has another type': at('Client properties name type', to('integer')),
  'a field of an answer may be null': at('Client properties name type', to(['string', 'null'])),
  'a field of an answer that may be absent is removed': at('ErrorDetails properties policy'),
  'a field of an answer may be longer': at('Client properties domain maxLength', plus(1)),
  'a field of an answer has no bound any more': at('Client properties domain maxLength'),
  'a number of an answer may be smaller': at('Card properties position minimum', plus(-1)),
  'a field within a field is removed': at('CardResult properties content'),
  'an input is added that must be sent': all(
    at('ClientCreate properties country', to(text)),
    at('ClientCreate required', withItem('country')),
  ),
  'an input must be sent that need not be': at('ClientCreate required', withItem('domain')),
  'an input is removed': at('ClientCreate properties domain'),
  'an input may be less long': at('ClientCreate properties name maxLength', to(100)),
  'a value is not taken any more': at(`${typeParameter} get parameters`, (parameters) =>
    parameters.map((each: { name: string }) =>
      each.name === 'type' ? { ...each, schema: { type: 'string', enum: ['email', 'call'] } } : each,
    ),
  ),
  'a parameter is removed': at(`${listUsers} get parameters`, withoutLast),
  'a parameter is added that must be sent': at(`${listUsers} get parameters`, team({ required: true })),
  'an operation is removed': at('/v1/users/{userId} put'),
  'a path is removed': at(listUsers),
  'an operation has another id': at(`${listUsers} get operationId`, to('users.all')),
  'a status is not answered any more': at('/v1/users/{userId} get responses 404'),
  'a header is not answered any more': at(`${success} headers RateLimit`),
  'an error code is removed': at('ErrorCode enum', withoutLast),
  'a schema has another name': all(
    ({ components: { schemas } }) => (schemas.Users = schemas.UserPage),
    at(`${success} content application/json schema $ref`, to('#/components/schemas/Users')),
    at('UserPage'),
  ),
};

const harmless: Change[] = [
  at('Client properties country', to(text)),
  at('Client required', withItem('country')),
  at('Card properties name', (name) => ({ ...name, minLength: 1, maxLength: 40, pattern: '^[A-Z]' })),
  at('Card properties position', (position) => ({ ...position, maximum: 2, format: 'int32' })),
  at('Activity properties participants maxItems', to(10)),
  at('Client properties domain maxLength', plus(-1)),
  at('Card properties position minimum', plus(1)),
  at('ClientCreate properties country', to(text)),
  at('ClientCreate properties refused'),
  at(`${listUsers} get parameters`, team({})),
  ({ paths }) => {
    paths['/v1/teams'] = { get: { ...structuredClone(paths[listUsers].get), operationId: 'teams.list' } };
  },
  at(`${listUsers} get responses 304`, to({ description: 'Not changed.' })),
  at(`${success} headers ETag`, to({ schema: text })),
  at('ErrorCode enum', withItem('gone')),
  at('Client description', to('Other words.')),
  at(`${listUsers} get summary`, to('Other words')),
  at(`${success} content application/json examples`, to({})),
];

/** Only what the changes are about, since comparing all takes long, and an input that accepts no value. */
const base = changed(openApiDocument, (document) => {
  document.components.schemas.ClientCreate.properties.refused = { not: {} };
  const dashboard = '/v1/clients/{clientId}/dashboards/default';
  const paths = [listUsers, typeParameter, '/v1/clients', '/v1/users/{userId}', dashboard];
  document.paths = Object.fromEntries(paths.map((path) => [path, document.paths[path]]));
  for (const described of Object.values<object>(document.paths).flatMap(Object.values)) {
    const { 200: success, 401: unauthorized, 404: notFound } = described.responses;
    described.responses = { 200: success, ...(notFound ? { 404: notFound } : { 401: unauthorized }) };
  }
});

function changed(document: Json, change: Change): Json {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}

test.each(Object.entries(breaking))('reports a breaking change: %s', (_what, change) => {
  expect(breakingChanges(base, changed(base, change))).not.toEqual([]);
});

test('accepts compatible changes together', () => {
  expect(breakingChanges(base, changed(base, all(...harmless)))).toEqual([]);
});
