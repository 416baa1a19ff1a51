import { expect, test } from 'vitest';
import { placeOf, serversOf } from '../../../src/core/db/database-url.ts';

test.each([
  ['postgres://app:secret@db.example/clientele', ['postgres://app:secret@db.example/clientele']],
  ['postgresql://db:5433/x?sslmode=require', ['postgres://db:5433/x?sslmode=require']],
  ['postgres:///x', ['postgres:///x']],
  ['postgres://a:5432,b:5433/x', ['postgres://a:5432/x', 'postgres://b:5433/x']],
  [
    'postgres://app:secret@a,b/x?sslmode=require&target_session_attrs=any',
    ['postgres://app:secret@a/x?sslmode=require', 'postgres://app:secret@b/x?sslmode=require'],
  ],
  ['postgres:///x?host=a,b&port=5432,5433', ['postgres://a:5432/x', 'postgres://b:5433/x']],
  ['postgres://app:p@ss@db/x', ['postgres://app:p%40ss@db/x']],
])('%s names its servers in their order, each as a URL of its own', (text, urls) => {
  expect(serversOf(text)).toEqual(urls.map((url) => ({ url, options: {} })));
});

test.each([
  ['postgres://app@[::1]:5433/x', { host: ['::1'], port: [5433] }],
  ['postgres://app@[::1]/x', { host: ['::1'], port: [5432] }],
  ['postgres://app@/x?host=/var/run/postgresql', { path: '/var/run/postgresql/.s.PGSQL.5432' }],
  ['postgres://app@/x?host=/run&port=5433', { path: '/run/.s.PGSQL.5433' }],
  ['postgres://app@%2Frun:5433/x', { path: '/run/.s.PGSQL.5433' }],
])('%s names a server that the driver is told apart from the URL', (text, options) => {
  expect(serversOf(text)).toEqual([{ url: 'postgres://app@localhost/x', options }]);
});

test.each([
  'localhost',
  'postgres',
  'mysql://db/x',
  'http://db/x',
  'postgres://a,,b/x',
  'postgres://a b/x',
  'postgres://db:0/x',
  'postgres://db:65536/x',
  'postgres://db:port/x',
  'postgres://[::1/x',
])('%s names none', (text) => {
  expect(serversOf(text)).toEqual([]);
});

test('messages name the host and the port of a server, or its socket', () => {
  const places = serversOf('postgres://app:secret@a,b:5433,[::1]:5434/x').map(placeOf);
  expect(places).toEqual(['a:5432', 'b:5433', '[::1]:5434']);
  expect(serversOf('postgres:///x?host=/run').map(placeOf)).toEqual(['/run/.s.PGSQL.5432']);
});
