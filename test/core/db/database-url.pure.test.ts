import { expect, test } from 'vitest';
import { serversOf } from '../../../src/core/db/database-url.ts';

const at = (host: string, port = 5432) => ({ host, port });

test.each([
  ['postgres://app:secret@db.example/clientele', [at('db.example')]],
  ['postgresql://app:secret@db:5433/clientele', [at('db', 5433)]],
  ['postgres://app:secret@/clientele', [at('localhost')]],
  ['postgres://app:secret@a:5432,b:5433/clientele', [at('a'), at('b', 5433)]],
  ['postgres://app:secret@/clientele?host=a,b&port=5432,5433', [at('a'), at('b', 5433)]],
  ['postgres://app:secret@[::1]:5433/clientele', [{ host: ['::1'], port: [5433] }]],
  ['postgres://app:secret@[::1]/clientele', [{ host: ['::1'], port: [5432] }]],
  ['postgres://app:secret@/clientele?host=/run/postgresql&port=5433', [at('/run/postgresql', 5433)]],
  ['postgres://app:secret@%2Frun:5433/clientele', [at('/run', 5433)]],
])('%s names its servers in their order', (text, options) => {
  const url = expect.stringMatching(/^postgres(ql)?:\/\/app:secret@localhost\/clientele$/);
  expect(serversOf(text)).toEqual(options.map((each) => ({ url, options: each })));
});

test('the driver gets user, password and parameters, but not which servers would do', () => {
  expect(serversOf('postgres://app:p@ss@db/x?sslmode=require&target_session_attrs=any')).toEqual([
    { url: 'postgres://app:p%40ss@localhost/x?sslmode=require', options: at('db') },
  ]);
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
