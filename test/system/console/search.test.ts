import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  alert,
  consoleCalls,
  expectAccessible,
  hold,
  press,
  refuse,
  startConsole,
} from '../../support/console.ts';

const { api, openConsole } = await startConsole();

async function withMail() {
  const organization = await api.organization();
  const { id } = await organization.client({ name: 'Globex', domain: 'globex.example' });
  await organization.client({ name: 'Initech', domain: 'initech.example' });
  await organization.activities('globex.example', [
    {
      subject: 'Renewal',
      participants: ['mona@globex.example'],
      participantNames: ['Mona Iversen'],
      occurredAt: new Date().toISOString(),
    },
  ]);
  return { organization, id };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });

test('/ opens it on every page, accessible, and Enter opens the first result', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token, { path: '/users' });
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('GLOB');
  await dialog(page).getByRole('link', { name: 'Globex', exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Globex' }).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
});

test('arrows move through people and activities, Escape closes, and / is a letter in a field', async () => {
  const { organization, id } = await withMail();
  const page = await openConsole(organization.token);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').press('/');
  expect(await page.getByRole('searchbox').inputValue()).toBe('/');
  await press(page, 'Search');
  await page.keyboard.type('mona');
  const person = dialog(page).getByRole('link', { name: 'Mona Iversen' });
  expect(await person.getAttribute('href')).toBe(`#/clients/${id}`);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Search', exact: true }).press('/');
  await page.keyboard.type('renewal');
  await dialog(page).getByRole('link', { name: 'Renewal' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Renewal' }).waitFor();
});

test('a late answer to an earlier text is not shown', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token);
  await page.getByRole('table').waitFor();
  const held = hold(page, '**/trpc/*search.find*');
  await page.keyboard.press('/');
  await page.keyboard.type('globex');
  const call = await held;
  await dialog(page).getByRole('searchbox').fill('initech');
  await dialog(page).getByRole('link', { name: 'Initech' }).waitFor();
  await call.continue();
  await page.waitForEvent('requestfinished', (request) => request === call.request());
  expect(await dialog(page).getByRole('link').allTextContents()).toEqual(['Initech']);
  expect(consoleCalls(page).filter((name) => name === 'search.find')).toHaveLength(2);
});

test('the keys that are one character can be switched off, for this browser', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token);
  await press(page, 'Keyboard shortcuts');
  await page.getByLabel('Use the keys / and ?').uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('table').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the filter of the clients is in the address: reload, the way back and the link to them keep it', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token);
  const names = page.locator('.board tbody th a');
  await page.getByLabel('Filter the clients').fill('glob');
  await press(page, 'No verdict 2');
  expect(new URL(page.url()).hash).toBe('#/clients?q=glob&verdict=none');
  await page.reload();
  await expect.poll(() => names.allTextContents()).toEqual(['Globex']);
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('heading', { name: 'Globex' }).waitFor();
  await page.goBack();
  await expect.poll(() => names.allTextContents()).toEqual(['Globex']);
  await page.getByRole('link', { name: 'Globex' }).click();
  await page.getByRole('link', { name: '← Clients' }).click();
  await expect.poll(() => names.allTextContents()).toEqual(['Globex']);
  await press(page, 'Sign out');
  expect(page.url()).not.toContain('glob');
});

test('being offline is said in place of what is being read, which is read once the network is back', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token, { mayFail: true });
  await page.getByRole('table').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByText('You are offline: the users will load when you are back online.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('There are no users yet.').or(page.getByRole('table')).waitFor();
  await page.getByText('You are offline').waitFor({ state: 'detached' });
});

test('a client that cannot be read says so once', async () => {
  const { organization } = await withMail();
  const page = await openConsole(organization.token);
  await page.getByRole('table').waitFor();
  await page.route('**/trpc/**', refuse);
  await page.getByRole('link', { name: 'Globex' }).click();
  await alert(page, 'The service cannot be reached right now.');
  expect(await page.getByRole('alert').count()).toBe(1);
});
