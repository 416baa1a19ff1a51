import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { startApi } from './api.ts';
import { startBrowser } from './browser.ts';

/** The calls that a page has made, by name. */
const callsOf = new WeakMap<Page, string[]>();

/** Starts the service with its console on a free port. */
export async function startConsole() {
  const limits = { organizationPerMinute: 10_000, endpointPerMinute: 10_000 };
  const api = await startApi({ limits, hasConsole: true });
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });

  /**
   * Opens the console in a window of its own, as a link with a token does. The test fails if the page has an error,
   * violates the content policy, or makes a request to another host.
   * @param token undefined to open it without
   * @param path the page to open after the first one
   * @param mayFail true if the test provokes an error
   */
  async function openConsole(
    token: string | undefined,
    { width = 1280, path = '/clients', locale = 'en-GB', mayFail = false } = {},
  ): Promise<Page> {
    const viewport = { width, height: 900 };
    const browser = await startBrowser();
    const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults: string[] = [];
    const calls: string[] = [];
    callsOf.set(page, calls);
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      // The browser reports each answer with an error status; what the page makes of it is for the test to say.
      const isStatus = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isStatus) faults.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin !== url && !request.url().startsWith('data:')) faults.push(`asked ${request.url()}`);
      if (request.url().includes('sk_live_')) faults.push('sent the token in an address');
      if (pathname.startsWith('/trpc/')) calls.push(...pathname.slice('/trpc/'.length).split(','));
    });
    onTestFinished(async () => {
      await context.close();
      if (!mayFail) expect(faults).toEqual([]);
    });
    await page.goto(token === undefined ? url : `${url}/#token=${token}`);
    if (path !== '/') await page.goto(`${url}/#${path}`);
    return page;
  }

  return { api, url, openConsole };
}

/** The sizes in which a page must be accessible. */
export const screenWidths = [390, 768, 1280];

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Fills in the fields of a form, by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label).and(page.locator(':not([type=checkbox])')).fill(value);
}

export async function signIn(page: Page, token: string): Promise<void> {
  await fill(page, { 'API token': token });
  await press(page, 'Sign in');
}

/** Holds the next call to an address, which the test answers. */
export const hold = (page: Page, address: string) =>
  new Promise<Route>((resolve) => void page.route(address, resolve, { times: 1 }));

/** Answers a call as a service that is out of reach. */
export const refuse = (route: Route) =>
  route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, body: '' });

/** The text of what has the focus. */
export const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

/** Waits for an alert with this text. */
export const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();

/** Returns the calls that the page has made so far. */
export const consoleCalls = (page: Page): readonly string[] => callsOf.get(page) ?? [];

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The rules of axe that another color scheme can break. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the rules of WCAG 2.2 AA and of good practice that the page breaks, with an element for each.
 * @param only the rules to check, if not all
 */
export async function accessibilityFaults(page: Page, only?: readonly string[]): Promise<string[]> {
  // Evaluated, not added as a script, which the content policy forbids.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe);
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // A rule of WCAG 2.2 that is off by default.
    const all = { rules: { 'target-size': { enabled: true } } };
    const { violations } = await axe.run(values ? { runOnly: { type: 'rule', values } } : all);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, only);
}

/** Asserts that the page breaks no such rule and scrolls only down, in each size and color scheme. */
export async function expectAccessible(page: Page, widths = screenWidths): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    const isWithin = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    const inLight = await accessibilityFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const inDark = await accessibilityFaults(page, colorRules);
    expect([width, isWithin, inLight, inDark]).toEqual([width, true, [], []]);
  }
}

interface Axe {
  run(options: {
    rules?: Record<string, { enabled: boolean }>;
    runOnly?: { type: 'rule'; values: readonly string[] };
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
