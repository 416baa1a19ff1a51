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
const accepted: string[] = [];

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

const text = { type: 'string' };
const listUsers = '/v1/users get';

const breaking: Record<string, Change> = {
  'a field of an answer is removed': at('Client properties domain'),
  'a field of an error is removed': at('RateLimitedDetails properties policy'),
  'a field of an answer may be null': at('Client properties name type', to(['string', 'null'])),
  'a field of an answer is always null': at('Client properties name type', to('null')),
  'an answer has another value': at('ActivityType enum', (old) => [...old, 'fax']),
  'an input must be sent that need not be': at('ClientCreate required', (old) => [...old, 'domain']),
  'an input must be sent where none need be': at('ClientUpdate required', to(['name'])),
  'an input has another bound': at('ClientCreate properties name pattern', to('^x')),
  'an input is removed': at('ClientCreate properties domain'),
  'a parameter is added that must be sent': at(`${listUsers} parameters`, (old) => [
    ...old,
    { name: 'role', in: 'query', required: true, schema: text },
  ]),
  'an operation is removed': at(listUsers),
  'an operation has another id': at(`${listUsers} operationId`, to('users.all')),
  'an error has another code': at('RateLimitedError properties code const', to('throttled')),
  'a reason of a conflict is removed': at('ConflictDetails properties reason enum', (old) => old.slice(1)),
  'a schema has another name': ({ components: { schemas }, paths }) => {
    const { schema } = paths['/v1/users'].get.responses[200].content['application/json'];
    schema.$ref = '#/components/schemas/Users';
    schemas.Users = schemas.UserPage;
    delete schemas.UserPage;
  },
};

const harmless: Change[] = [
  at('Client properties country', to(text)),
  at('Client properties description', to(text)),
  at('Client required', (old) => [...old, 'country']),
  at('ClientCreate properties country', to(text)),
  at('ConflictDetails properties reason enum', (old) => [...old, 'gone']),
  at('Client description', to('Other words.')),
  at(`${listUsers} summary`, to('Other words')),
  at(`${listUsers} parameters`, (old) => [{ name: 'role', in: 'query', schema: text }, ...old]),
  at('/v1/teams', to({})),
];

function changed(change: Change): Json {
  const copy = structuredClone(openApiDocument);
  change(copy);
  return copy;
}

test.each(Object.entries(breaking))('reports a breaking change: %s', (_what, change) => {
  expect(breakingChanges(openApiDocument, changed(change))).not.toEqual([]);
});

test('accepts compatible changes together', () => {
  const all: Change = (document) => harmless.forEach((change) => void change(document));
  expect(breakingChanges(openApiDocument, changed(all))).toEqual([]);
});
