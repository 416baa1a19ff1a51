import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findConnection } from '../../../src/connections/queries.ts';
import { connectedCalendar, event } from '../../connections/calendars.ts';
import { startImap } from '../../connections/imap-server.ts';
import { clientMailbox, connectionServices, withWork } from '../../support/connections.ts';
import {
  alert,
  consoleCalls,
  expectAccessible,
  fill,
  hold,
  press,
  startConsole,
} from '../../support/console.ts';

const { api, url, openConsole } = await startConsole();
const path = '/settings/connections';

/** A mailbox as the administrator of a server in a private network connects it. */
async function localMailbox() {
  const imap = await startImap();
  imap.deliver();
  const own = await clientMailbox(api, { port: imap.port });
  const { id } = await own.connect();
  return { ...own, id, imap };
}

const account = { 'IMAP server': 'imap.northwind.example', 'User name': 'ann', Password: 'swordfish' };

test('a mailbox is connected, and its password is neither shown nor kept on the page', async () => {
  const { token, db } = await api.organization();
  const page = await openConsole(token, { path });
  await press(page, 'Connect a mailbox');
  await fill(page, { ...account, Mailboxes: 'INBOX, Projects' });
  await press(page, 'Connect');
  await page.getByRole('rowheader', { name: 'ann imap at imap.northwind.example' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('swordfish');
  await press(page, 'Manage ann');
  await page.getByText('imap.northwind.example:993').waitFor();
  await page.getByText('INBOX, Projects').waitFor();
  const { body } = await api.get('/trpc/connections.list', { token });
  const [{ id }] = body.result.data.data;
  expect(await findConnection(db, id)).toMatchObject({
    settings: { tls: 'implicit' },
    allowPrivate: false,
  });
});

test('a connection is tested, paused, resumed, given a new password and deleted', async () => {
  const { organization, user, imap, status } = await localMailbox();
  const page = await openConsole(organization.token, { path });
  await press(page, `Manage ${user}`);
  const dialog = page.getByRole('dialog', { name: user });
  await press(page, 'Test');
  await dialog.getByText('Signed in; 1 message in INBOX and Sent.').waitFor();
  await press(page, 'Pause');
  await dialog.getByText('Paused', { exact: true }).waitFor();
  await press(page, 'Resume');
  await dialog.getByText('Connecting', { exact: true }).waitFor();
  imap.accepted = 'access-2';
  await press(page, 'Test');
  await dialog.getByText('check user and password').waitFor();
  await fill(page, { 'New password': 'access-2' });
  await press(page, 'Save');
  await dialog.waitFor({ state: 'detached' });
  await press(page, `Manage ${user}`);
  await press(page, 'Test');
  await dialog.getByText('Signed in').waitFor();
  await press(page, 'Delete');
  await page.getByText('Its activities stay.').waitFor();
  await press(page, 'Delete');
  await page.getByText('There are no connections yet.').waitFor();
  await expect(status()).rejects.toThrow();
});

test('a calendar is connected by its secret address, and a test of one counts its meetings', async () => {
  const { organization } = await connectedCalendar(api, { events: [event({ uid: 'one' })] });
  const page = await openConsole(organization.token, { path });
  await page.getByRole('button', { name: /^Manage/ }).click();
  await press(page, 'Test');
  await page.getByText('It works: 1 meeting, 1 with clients.').waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'Connect a calendar');
  await fill(page, { 'Secret address': 'https://calendar.northwind.example/swordfish.ics' });
  await press(page, 'Connect');
  await page.getByRole('rowheader', { name: 'calendar.northwind.example' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('swordfish');
});

test('the page follows a connection while it is filled', async () => {
  const { organization, imap, inStep } = await localMailbox();
  imap.deliver();
  const page = await openConsole(organization.token, { path: '/settings/limits' });
  await page.clock.install();
  await page.goto(`${url}/#${path}`);
  await page.getByText('Connecting', { exact: true }).waitFor();
  await withWork(connectionServices(api.database), inStep);
  await page.clock.runFor(4_100);
  await page.getByText('Up to date').waitFor();
  expect(await page.getByRole('row').last().innerText()).toMatch(/\s2\s/);
});

test('a failing connection shows in the header of every page until it works, for one call', async () => {
  const { organization, user, id } = await localMailbox();
  await api.database.db.execute(
    sql`update connections set state = 'failing', failure = 'no' where id = ${id}`,
  );
  const page = await openConsole(organization.token);
  const notice = page.getByRole('banner').getByRole('link', { name: 'A connection is failing' });
  await notice.waitFor();
  await page.goto(`${url}/#/settings/limits`);
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('heading', { name: 'Failing connections' }).waitFor();
  expect(consoleCalls(page).filter((call) => call === 'today.get')).toHaveLength(1);
  await notice.click();
  await press(page, `Manage ${user}`);
  await press(page, 'Try again now');
  await notice.waitFor({ state: 'detached' });
});

test('who may only read sees the settings of a connection, and no way to change it', async () => {
  const { organization, user } = await localMailbox();
  const page = await openConsole(await organization.userKey(['connections:read']), { path });
  await press(page, `Details ${user}`);
  await page.getByText('The inbox and sent mail').waitFor();
  const buttons = page.getByRole('dialog').getByRole('button');
  expect(await buttons.allTextContents()).toEqual(['✕']);
  expect(await page.getByText('Connect a').count()).toBe(0);
  expect(consoleCalls(page)).not.toContain('today.get');
});

test('while a test runs the form cannot be sent again', async () => {
  const { token } = await api.organization();
  const page = await openConsole(token, { path, mayFail: true });
  await press(page, 'Connect a mailbox');
  await fill(page, account);
  const held = hold(page, '**/trpc/connections.test**');
  await press(page, 'Test');
  const route = await held;
  expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(true);
  await route.fulfill({ status: 500, body: '' });
  await alert(page, 'The service cannot be reached right now.');
  expect(await page.getByRole('button', { name: 'Connect', exact: true }).isDisabled()).toBe(false);
});

test('the page says what is in sync and what fails and why, and it and its dialogs are accessible', async () => {
  const { organization, user, id } = await localMailbox();
  const failure = 'imap.northwind.example:993 refused the login of ann; check user and password';
  await api.database.db.execute(sql`update connections set state = 'failing', failure = ${failure},
      seen = 1234, recorded = 56, skipped = 1, skipped_reasons = '{"is a draft": 1}' where id = ${id}`);
  const page = await openConsole(organization.token, { path });
  await page.getByRole('link', { name: 'A connection is failing' }).waitFor();
  const row = await page.getByRole('row').last().innerText();
  expect(row).toMatch(/^user-\d+\s+gmail at 127\.0\.0\.1\s+Failing/);
  expect(row).toContain(`${failure}. Next attempt: `);
  expect(row).toMatch(/1,234\s+56\s+1\s+1 is a draft/);
  await expectAccessible(page);
  await press(page, `Manage ${user}`);
  await press(page, 'Test');
  await page.getByText('Signed in').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await press(page, 'Connect a mailbox');
  await fill(page, { ...account, 'IMAP server': '127.0.0.1' });
  await press(page, 'Test');
  await page.getByText('is in a private network').waitFor();
  await expectAccessible(page);
  await press(page, 'Connect');
  await page.getByText('Send another one: 127.0.0.1 is in a private network').waitFor();
});
