import { expect, test } from 'vitest';
import { type Answer, startApi } from '../support/api.ts';
import { readLimits } from '../support/limits.ts';

const api = await startApi();

const codeOf = ({ body }: Answer): string => [body].flat()[0].error.data.error.code;

test.each([',', '%2C', '%252C'])(
  'a batch of thousands of names separated by %s is answered with one short error without a token',
  async (comma) => {
    for (const name of ['a', 'users.list']) {
      const names = Array(Math.floor(15_000 / (name.length + comma.length)))
        .fill(name)
        .join(comma);
      const answer = await api.get(`/trpc/${names}?batch=1`);
      expect([401, 404]).toContain(answer.status);
      expect(Array.isArray(answer.body)).toBe(false);
      expect(answer.text.length).toBeLessThan(700);
      expect(answer.headers.ratelimit).toBeUndefined();
    }
  },
);

test('%252C does not separate names: the procedure is unknown', async () => {
  const { token } = await api.organization();
  const answer = await api.get('/trpc/clients.list%252Cclients.list?batch=1', { token });
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
});

test.each([',', '%2C'])('names separated by %s are a batch, under all of its rules', async (comma) => {
  const { token } = await api.organization();
  const answer = await api.get(`/trpc/clients.list${comma}users.list?batch=1`, { token });
  expect([answer.status, answer.body.length]).toEqual([200, 2]);
  expect(readLimits(answer.headers).organization.r).toBe(98);
  const long = Array(21).fill('health.check').join(comma);
  for (const names of [long, Array(1_000).fill('users.list').join(comma)]) {
    const { status, body, text } = await api.get(`/trpc/${names}?batch=1`, { token });
    expect([status, Object.keys(body.error.data.error.details)]).toEqual([400, ['batch']]);
    expect(text.length).toBeLessThan(1_000);
  }
});

test('extra and empty names in a batch count as calls', async () => {
  const { token } = await api.organization();
  const twenty = Array(20).fill('health.check').join();
  expect((await api.get(`/trpc/${twenty}?batch=1`, { token })).status).toBe(200);
  expect((await api.get(`/trpc/${twenty},?batch=1`, { token })).status).toBe(400);
  const { token: other } = await api.organization();
  expect((await api.get(`/trpc/,${twenty}?batch=1`, { token: other })).status).toBe(400);
  const open = await api.get('/trpc/health.check,?batch=1', { token: other });
  expect([open.status, open.body.length]).toEqual([207, 2]);
  for (const path of ['/trpc/,', '/trpc/,,', '/trpc/%2C', '/trpc/a,b,']) {
    const answer = await api.get(`${path}?batch=1`);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
  }
});

test('input without a token is not echoed: 401, however large or malformed it is', async () => {
  for (const input of ['{', '9'.repeat(15_000), encodeURIComponent(`{"0":"${'"'.repeat(2_000)}`)]) {
    for (const path of ['/trpc/clients.list?', '/trpc/clients.list,users.list?batch=1&']) {
      const answer = await api.get(`${path}input=${input}&connectionParams=%7B&input=%7B`);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthorized']);
      expect(answer.text.length).toBeLessThan(1_000);
    }
  }
});

test('each call of a batch may be as deep and have as many values as a single one', async () => {
  const { token } = await api.organization();
  const nested = (depth: number) => `{"name":"a","b":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const many = `{"name":"a","b":[${Array(9_000).fill(1)}]}`;
  const create = (body: string) =>
    api.post('/trpc/clients.create,clients.create?batch=1', { token, body: `{"0":${body},"1":${body}}` });
  for (const body of [nested(32), many]) expect((await create(body)).status).toBe(200);
  for (const depth of [33, 20_000]) {
    const answer = await create(nested(depth));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_argument']);
  }
});
