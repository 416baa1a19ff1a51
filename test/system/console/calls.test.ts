import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { clients } from '../../../src/clients/table.ts';
import { connections } from '../../../src/connections/table.ts';
import { consoleCalls, startConsole } from '../../support/console.ts';
import { daysAgo } from '../../support/threads.ts';

const { api, url, openConsole } = await startConsole();

const countOf = (page: Page, call: string) => consoleCalls(page).filter((name) => name === call).length;

/** Advances the clock of the page past the next polls, if there are any, and returns the number of calls. */
async function countLater(page: Page, call: string): Promise<number> {
  await page.clock.runFor(4_100);
  return countOf(page, call);
}

/** A poll would have been sent before the call of the page that this opens. */
async function openAudit(page: Page): Promise<void> {
  const read = page.waitForResponse('**/trpc/*audit.list**');
  await page.goto(`${url}/#/settings/audit`);
  await read;
}

test('costs at most eight calls with a client and back, and what is on screen every five minutes, and when the tab comes back after one', async () => {
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.activities('globex.example', [{ subject: 'Renewal', occurredAt: daysAgo(500) }]);
  await api.database.db.execute(sql`delete from insight_jobs where organization_id = ${organization.id}`);
  const page = await openConsole(organization.token, { path: '/' });
  await page.getByText('Nothing to do').waitFor();
  await page.clock.install();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('link', { name: 'Renewal' }).waitFor();
  await page.getByRole('link', { name: '← Clients' }).click();
  await page.getByRole('table').waitFor();
  const withClient = [
    'activities.list',
    'activities.people',
    'activities.rhythm',
    'overview.get',
    'overview.list',
    'session.get',
    'threads.list',
    'today.get',
  ];
  expect(consoleCalls(page).toSorted()).toEqual(withClient);
  const comeBack = () =>
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await comeBack();
  const onScreen = ['overview.list', 'today.get'];
  const badge = page.getByText('A connection is failing');
  // Shown once both answers have arrived: an answer on its way when the clock moves would be newer than the clock says.
  await organization.db.update(clients, { name: 'Initech' });
  const failing = {
    type: 'imap',
    integration: 'gmail',
    settings: {},
    secret: '00',
    state: 'failing',
  } as const;
  await organization.db.insert(connections, [{ ...failing, nextTryAt: daysAgo(-9) }]);
  await page.clock.fastForward('05:10');
  await page.getByRole('link', { name: 'Initech' }).waitFor();
  // The header shows failing connections, which are read with Today.
  await badge.waitFor();
  expect(consoleCalls(page).toSorted()).toEqual([...withClient, ...onScreen].toSorted());
  await organization.db.update(clients, { name: 'Umbrella' });
  await organization.db.update(connections, { state: 'paused' });
  await page.clock.fastForward('01:10');
  await comeBack();
  await page.getByRole('link', { name: 'Umbrella' }).waitFor();
  await badge.waitFor({ state: 'detached' });
  expect(consoleCalls(page).toSorted()).toEqual([...withClient, ...onScreen, ...onScreen].toSorted());
});

test('looks five times more while cards are computed, on the board and on each page of a client', async () => {
  // No worker computes its cards.
  const organization = await api.organization();
  await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.activities('globex.example', [{ subject: 'Renewal', occurredAt: daysAgo(3) }]);
  const page = await openConsole(organization.token, { path: '/settings' });
  await page.clock.install();
  await page.goto(`${url}/#/clients`);
  await page.getByRole('table').waitFor();
  await expect.poll(() => countLater(page, 'overview.list')).toBe(6);
  await page.getByRole('link', { name: 'Globex' }).click();
  await expect.poll(() => countLater(page, 'overview.get')).toBe(6);
  await page.clock.runFor(60_000);
  await openAudit(page);
  expect([countOf(page, 'overview.list'), countOf(page, 'overview.get')]).toEqual([6, 6]);
});
