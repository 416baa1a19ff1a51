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
type Change = (document: any) => void;

const listUsers = '/v1/users';
const typeParameter = '/v1/clients/{clientId}/activities';

const breaking: Record<string, Change> = {
  'a field of an answer is removed': ({ components: { schemas } }) => {
    delete schemas.Client.properties.domain;
  },
  'a field of an answer may be absent': ({ components: { schemas } }) => {
    schemas.Client.required.pop();
  },
  'a field of an answer has another type': ({ components: { schemas } }) => {
    schemas.Client.properties.name.type = 'integer';
  },
  'a field of an answer may be null': ({ components: { schemas } }) => {
    schemas.Client.properties.name.type = ['string', 'null'];
  },
  'a field of an answer that may be absent is removed': ({ components: { schemas } }) => {
    delete schemas.ErrorDetails.properties.policy;
  },
  'a field of an answer may be longer': ({ components: { schemas } }) => {
    schemas.Client.properties.domain.maxLength += 1;
  },
  'a field of an answer has no bound any more': ({ components: { schemas } }) => {
    delete schemas.Client.properties.domain.maxLength;
  },
  'a number of an answer may be smaller': ({ components: { schemas } }) => {
    schemas.Card.properties.position.minimum -= 1;
  },
  'a field within a field is removed': ({ components: { schemas } }) => {
    delete schemas.CardResult.properties.content;
  },
  'an input is added that must be sent': ({ components: { schemas } }) => {
    schemas.ClientCreate.properties.country = { type: 'string' };
    schemas.ClientCreate.required.push('country');
  },
  'an input must be sent that need not be': ({ components: { schemas } }) => {
    schemas.ClientCreate.required.push('domain');
  },
  'an input is removed': ({ components: { schemas } }) => {
    delete schemas.ClientCreate.properties.domain;
  },
  'an input may be less long': ({ components: { schemas } }) => {
    schemas.ClientCreate.properties.name.maxLength = 100;
  },
  'a value is not taken any more': ({ paths }) => {
    const { parameters } = paths[typeParameter].get;
    const type = parameters.find(({ name }: { name: string }) => name === 'type');
    type.schema = { type: 'string', enum: ['email', 'call'] };
  },
  'a parameter is removed': ({ paths }) => {
    paths[listUsers].get.parameters.pop();
  },
  'a parameter is added that must be sent': ({ paths }) => {
    paths[listUsers].get.parameters.push({ in: 'query', name: 'team', required: true, schema: {} });
  },
  'an operation is removed': ({ paths }) => {
    delete paths['/v1/users/{userId}'].put;
  },
  'a path is removed': ({ paths }) => {
    delete paths[listUsers];
  },
  'an operation has another id': ({ paths }) => {
    paths[listUsers].get.operationId = 'users.all';
  },
  'a status is not answered any more': ({ paths }) => {
    delete paths['/v1/users/{userId}'].get.responses['404'];
  },
  'a header is not answered any more': ({ paths }) => {
    delete paths[listUsers].get.responses['200'].headers.RateLimit;
  },
  'an error code is removed': ({ components: { schemas } }) => {
    schemas.ErrorCode.enum.pop();
  },
  'a schema has another name': ({ components: { schemas }, paths }) => {
    const { schema } = paths[listUsers].get.responses['200'].content['application/json'];
    schemas.Users = schemas.UserPage;
    schema.$ref = '#/components/schemas/Users';
    delete schemas.UserPage;
  },
};

const harmless: Record<string, Change> = {
  'a field is added to an answer': ({ components: { schemas } }) => {
    schemas.Client.properties.country = { type: 'string' };
  },
  'a field that is always there is added to an answer': ({ components: { schemas } }) => {
    schemas.Client.properties.country = { type: 'string' };
    schemas.Client.required.push('country');
  },
  'a field of an answer gets bounds': ({ components: { schemas } }) => {
    Object.assign(schemas.Card.properties.name, { minLength: 1, maxLength: 40, pattern: '^[A-Z]' });
    Object.assign(schemas.Card.properties.position, { maximum: 2, format: 'int32' });
    schemas.Activity.properties.participants.maxItems = 10;
  },
  'the bounds of an answer become narrower': ({ components: { schemas } }) => {
    schemas.Client.properties.domain.maxLength -= 1;
    schemas.Card.properties.position.minimum += 1;
  },
  'an input is added that need not be sent': ({ components: { schemas } }) => {
    schemas.ClientCreate.properties.country = { type: 'string' };
  },
  'an input that accepted no value is removed': ({ components: { schemas } }) => {
    delete schemas.ClientCreate.properties.refused;
  },
  'a parameter is added that need not be sent': ({ paths }) => {
    paths[listUsers].get.parameters.push({ in: 'header', name: 'If-None-Match', schema: { type: 'string' } });
  },
  'an operation is added': ({ paths }) => {
    paths['/v1/teams'] = { get: { ...structuredClone(paths[listUsers].get), operationId: 'teams.list' } };
  },
  'a status, a header and an error code are added': ({ paths, components: { schemas } }) => {
    const { responses } = paths[listUsers].get;
    responses['304'] = { description: 'Not changed.' };
    responses['200'].headers.ETag = { schema: { type: 'string' } };
    schemas.ErrorCode.enum.push('gone');
  },
  'words and examples change': ({ info, paths, components: { schemas } }) => {
    info.description = 'Other words.';
    schemas.Client.description = 'Other words.';
    paths[listUsers].get.summary = 'Other words';
    paths[listUsers].get.responses['200'].content['application/json'].examples = {};
  },
};

/** The paths that the changes are about with one error of each operation, since comparing all takes long, and an input that accepts no value. */
const base = changed(openApiDocument, (document) => {
  document.components.schemas.ClientCreate.properties.refused = { not: {} };
  document.paths = Object.fromEntries(
    [
      listUsers,
      typeParameter,
      '/v1/clients',
      '/v1/users/{userId}',
      '/v1/clients/{clientId}/dashboards/default',
    ].map((path) => [path, document.paths[path]]),
  );
  for (const described of Object.values<object>(document.paths).flatMap((methods) =>
    Object.values(methods),
  )) {
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

test('accepts compatible changes, one by one and together', () => {
  const all = Object.values(harmless);
  const together = changed(base, (document) => {
    for (const change of all) change(document);
  });
  expect(breakingChanges(base, together)).toEqual([]);
});
