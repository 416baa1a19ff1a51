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

test('reports what callers would miss or have to send, and nothing that is only added', () => {
  // biome-ignore lint/suspicious/noExplicitAny: each change reaches into the document in its own way.
  const reported = (change: (schemas: any) => void) => {
    const copy = JSON.parse(JSON.stringify(openApiDocument));
    change(copy.components.schemas);
    return breakingChanges(openApiDocument, copy);
  };
  expect(reported(({ Client }) => delete Client.properties.domain)).not.toEqual([]);
  expect(reported(({ ActivityType }) => ActivityType.enum.push('fax'))).not.toEqual([]);
  expect(reported(({ ClientCreate }) => ClientCreate.required.push('domain'))).not.toEqual([]);
  const added = reported(({ Client, ClientCreate, ConflictDetails }) => {
    Client.properties.country = { type: 'string' };
    Client.required.push('country');
    ClientCreate.properties.country = { type: 'string' };
    ConflictDetails.properties.reason.enum.push('gone');
  });
  expect(added).toEqual([]);
});
