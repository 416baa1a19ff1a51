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

// The differ finds other changes; these it judges differently.
const breaking: Record<string, Change> = {
  'a field of an answer is removed': at('Client properties domain'),
  'a field of an error is removed': at('RateLimitedDetails properties policy'),
  'a field of an answer may be null': at('Client properties name type', to(['string', 'null'])),
  'an input must be sent that need not be': at('ClientCreate required', (old) => [...old, 'domain']),
  'an input is removed': at('ClientCreate properties domain'),
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
  at('ClientCreate properties country', to(text)),
  at('ClientCreate properties refused'),
  at('ConflictDetails properties reason enum', (old) => [...old, 'gone']),
  at('Client description', to('Other words.')),
  at(`${listUsers} summary`, to('Other words')),
];

/** Only what the changes are about, since comparing all takes long, and an input that accepts no value. */
const base = changed(openApiDocument, (document) => {
  document.components.schemas.ClientCreate.properties.refused = { not: {} };
  const paths = ['/v1/users', '/v1/clients'];
  document.paths = Object.fromEntries(paths.map((path) => [path, document.paths[path]]));
  for (const described of Object.values<object>(document.paths).flatMap(Object.values)) {
    const { 200: success, 409: conflict, 429: limited } = described.responses;
    described.responses = { 200: success, ...(conflict ? { 409: conflict } : { 429: limited }) };
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
  const all: Change = (document) => harmless.forEach((change) => void change(document));
  expect(breakingChanges(base, changed(base, all))).toEqual([]);
});
