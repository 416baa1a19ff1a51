import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alert, expectAccessible, press, signIn, startConsole } from '../../support/console.ts';

const { api, url, openConsole } = await startConsole();

async function organizationWith(name: string) {
  const organization = await api.organization();
  await organization.client({ name });
  return organization.token;
}

/** Opens another tab of the same browser, as a bookmark does. */
async function openTab(page: Page, path = '/clients'): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${url}/#${path}`);
  return tab;
}

const client = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const stored = (page: Page) => page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

test('the token of a link is neither in the address nor on disk, and a new tab asks the open ones for it', async () => {
  const token = await organizationWith('Globex');
  const page = await openConsole(token);
  await client(page, 'Globex').waitFor();
  expect(page.url()).not.toContain(token);
  const tab = await openTab(page);
  await client(tab, 'Globex').waitFor();
  expect(await tab.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(token);
  await page.close();
  await tab.reload();
  await client(tab, 'Globex').waitFor();
});

test('signing out or in in one tab does so in all, and nothing is kept', async () => {
  const page = await openConsole(await organizationWith('Globex'));
  await client(page, 'Globex').waitFor();
  const tab = await openTab(page);
  await client(tab, 'Globex').waitFor();
  // Of another application behind the same proxy.
  await tab.evaluate("localStorage.setItem('another', 'kept')");
  await press(tab, 'Sign out');
  await page.getByLabel('API token').waitFor();
  expect(await stored(page)).toBe('[{},{"another":"kept"}]');
  await signIn(page, await organizationWith('Initech'));
  await client(page, 'Initech').waitFor();
  await client(tab, 'Initech').waitFor();
  expect(await client(tab, 'Globex').count()).toBe(0);
});

test('a tab that slept while another one signed out is signed out when it wakes', async () => {
  const page = await openConsole(await organizationWith('Globex'));
  await client(page, 'Globex').waitFor();
  const kept = await page.evaluate<string>('sessionStorage.getItem("clientele.session")');
  const tab = await openTab(page);
  await press(tab, 'Sign out');
  await page.getByLabel('API token').waitFor();
  await page.evaluate(`sessionStorage.setItem('clientele.session', ${JSON.stringify(kept)})`);
  await page.reload();
  await page.getByLabel('API token').waitFor();
  expect(await stored(page)).toBe('[{},{}]');
});

test('a tab that missed that another one signed in anew has that sign-in when it wakes, and leaves it', async () => {
  const page = await openConsole(await organizationWith('Globex'));
  await client(page, 'Globex').waitFor();
  await page.clock.install();
  await page.reload();
  await client(page, 'Globex').waitFor();
  const access = { id: 'new', token: await organizationWith('Initech'), endsAt: Date.now() + 3_600_000 };
  await page.evaluate(`localStorage.setItem('clientele.sign-in', 'new');
      localStorage.setItem('clientele.session', JSON.stringify(${JSON.stringify(access)}))`);
  await page.clock.fastForward('00:11');
  await client(page, 'Initech').waitFor();
  expect(await stored(page)).toContain(access.token);
});

test('a device that is to stay signed in does so for twelve hours, and no longer in open tabs', async () => {
  const token = await organizationWith('Globex');
  const page = await openConsole(undefined);
  await page.getByLabel('Stay signed in on this device for 12 hours').check();
  await signIn(page, token);
  await client(page, 'Globex').waitFor();
  const tab = await openTab(page);
  await page.close();
  await tab.close();
  await page.context().clock.install();
  const later = await openTab(page);
  await client(later, 'Globex').waitFor();
  await later.clock.fastForward('11:59:00');
  expect(await client(later, 'Globex').count()).toBe(1);
  await later.clock.fastForward('01:20');
  await later.getByText('Your 12-hour sign-in has ended.').waitFor();
  expect(await stored(later)).not.toContain(token);
});

test('a link with another token asks first, in a new tab too, and what is chosen holds for all', async () => {
  const page = await openConsole(await organizationWith('Globex'));
  await client(page, 'Globex').waitFor();
  const other = await organizationWith('Initech');
  await page.goto(`${url}/#token=${other}`);
  await press(page, 'Ignore the link');
  expect(page.url()).toBe(`${url}/#/clients`);
  // What is no token is ignored.
  await page.goto(`${url}/#token=x`);
  await expect.poll(() => page.url()).not.toContain('token');
  const tab = await openTab(page, `token=${other}`);
  await press(tab, 'Ignore the link');
  await tab.goto(`${url}/#/clients`);
  await client(tab, 'Globex').waitFor();
  const another = await openTab(page, `token=${other}`);
  await press(another, 'Use the link’s token');
  await client(tab, 'Initech').waitFor();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await client(page, 'Initech').waitFor();
});

test('a link on another machine signs nobody in unasked', async () => {
  const page = await openConsole(undefined);
  await page.getByLabel('API token').waitFor();
  // The browser takes every name below localhost for this machine; the console does not.
  const elsewhere = url.replace('127.0.0.1', 'console.localhost');
  const token = await organizationWith('Globex');
  const tab = await page.context().newPage();
  await tab.goto(`${elsewhere}/#token=${token}`);
  await press(tab, 'Ignore the link');
  await tab.getByLabel('API token').waitFor();
  await tab.goto(`${elsewhere}/#token=${token}`);
  await press(tab, 'Use the link’s token');
  await tab.getByRole('link', { name: 'Clients', exact: true }).click();
  await client(tab, 'Globex').waitFor();
});

test('says what is wrong with a token, and is accessible', async () => {
  const page = await openConsole(undefined);
  await page.getByLabel('API token').waitFor();
  await expectAccessible(page);
  await signIn(page, 'sk_live_short');
  await page.getByText('A token starts with sk_live_, followed by 32 letters and digits.').waitFor();
  await signIn(page, `sk_live_${'0'.repeat(32)}`);
  await alert(page, 'The token is not valid');
});
