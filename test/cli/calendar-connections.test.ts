import { expect, test } from 'vitest';
import { calendar, event, inDays, secretPath } from '../connections/calendars.ts';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { secretKey } from '../support/connections.ts';
import { startHttpServer } from '../support/http-server.ts';

const api = await startApi();
const { environment, cli } = await openCli(api);

/** The key that the server of an embedded database has; beside PostgreSQL, the command line needs it. */
const withKey = { environment: { ...environment, SECRETS_KEY: secretKey.toString('base64') } };
const run = (...words: string[]) => cli(['connection', ...words, '--json'], withKey);

async function json(...words: string[]) {
  const { code, out, err } = await run(...words);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const startCalendar = () =>
  startHttpServer((_, response) =>
    response.end(
      calendar(
        event({ uid: 'one', start: inDays(3) }),
        event({ uid: 'two', start: inDays(4), attendee: 'drill@dentist.example' }),
      ),
    ),
  );

test('a calendar is connected, tested, listed and shown, and its URL is never shown', async () => {
  const server = await startCalendar();
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  const org = ['--org', organization.slug];
  const url = `${server.url}${secretPath}`;
  const created = await json('create', ...org, '--type', 'calendar', '--url', url, '--allow-private');
  expect(created).toMatchObject({ type: 'calendar', integration: 'calendar', state: 'connecting' });
  const { id } = created;
  const tested = await json('test', ...org, id);
  const found = { meetings: 2, ofClients: 1, unreadable: 0 };
  expect(tested).toEqual({ address: '127.0.0.1', tls: 'none', ...found, failure: null });
  const listed = await json('list', ...org);
  expect(listed).toEqual([expect.objectContaining({ id, type: 'calendar', state: 'connecting', seen: 0 })]);
  const shown = await json('show', ...org, id);
  expect(shown).toMatchObject({ id, host: new URL(server.url).host, keep: 'clients', allowPrivate: true });
  expect(JSON.stringify([created, tested, listed, shown])).not.toContain('swordfish');
});

test('the URL of a calendar is also read from standard input or a variable, and webcal: means https:', async () => {
  const { slug } = await api.organization();
  const create = ['connection', 'create', '--json', '--org', slug, '--type', 'calendar'];
  const typed = await cli(create, { ...withKey, input: async () => 'webcal://calendar.example.com/a.ics\n' });
  const { id } = JSON.parse(typed.out);
  expect(await json('show', '--org', slug, id)).toMatchObject({ host: 'calendar.example.com' });
  const variables = { ...withKey.environment, CONNECTION_URL: 'https://other.example.com:8443/a.ics' };
  const other = JSON.parse((await cli(create, { environment: variables })).out);
  expect(await json('show', '--org', slug, other.id)).toMatchObject({ host: 'other.example.com:8443' });
});
