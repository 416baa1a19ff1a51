/**
 * The console in Chromium on a board of 2,000 clients with 50 activities each: the time until the board can be used, the
 * first paint, and the tasks of more than 50 ms while it scrolls from top to bottom.
 *
 * `npm run bench:console`, with `-- --quick` for one round and `-- --json` for one JSON document.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { chromium, type Page } from 'playwright-core';
import { processEnvironment } from '../src/config.ts';
import { openPostgres } from '../src/core/db/database.ts';
import { TenantDb } from '../src/core/db/tenant.ts';
import { createOrganization } from '../src/organization/queries.ts';
import { createToken } from '../src/tokens/queries.ts';
import { emptyDatabase } from '../test/support/empty-database.ts';
import { median, rounded, table } from './statistics.ts';

const isQuick = process.argv.includes('--quick');
const isJson = process.argv.includes('--json');
const rounds = isQuick ? 1 : 7;
const clients = 2_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const { url, drop } = await emptyDatabase(
  processEnvironment.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
);
const database = openPostgres(url);

/** Makes the clients with their activities and summaries, and returns a token. */
async function fill(): Promise<string> {
  const { db } = database;
  await database.migrate();
  const { id } = await createOrganization(db, { name: 'Bench', slug: 'bench' });
  await db.execute(sql`insert into clients (organization_id, id, name, domain)
    select ${id}::uuid, gen_random_uuid(), 'Client ' || n, 'c' || n || '.example' from generate_series(1, ${clients}) n`);
  // Half a week at a time, since a statement has two seconds.
  for (let half = 1; half <= 50; half++)
    await db.execute(sql`insert into activities
        (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at, participants, immutable)
      select organization_id, gen_random_uuid(), id, 'email', 'gmail', id || '-' || ${half}::int, 'Subject', 'Content',
        now() - ${half}::int * interval '3.5 days', '{}', true
      from clients`);
  await db.execute(sql`insert into insight_summaries
    select organization_id, id, 'Healthy', 3, 4, null, now(), now() from clients`);
  await db.execute(sql`analyze`);
  const values = { userId: null, permissions: [], name: null, expiresAt: null };
  return (await createToken(new TenantDb(db, id), values)).token;
}

async function startServer() {
  const server = spawn(process.execPath, ['build/programs/server.js'], {
    cwd: root,
    env: { ...processEnvironment, DATABASE_URL: url, PORT: '0', RATE_LIMIT_ENDPOINT_PER_MINUTE: '100' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const data of server.stdout) {
    printed += data;
    const [, origin] = /ready on (http:\S+)/.exec(printed) ?? [];
    if (origin !== undefined) return { origin, server };
  }
  throw new Error('The server ended before it was ready.');
}

/** Measurements in the page, as source text that the page evaluates. */
const observeLongTasks = `globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });`;
const scrollThrough = `(async () => {
  longTasks.length = 0;
  for (let top = 0; top < document.documentElement.scrollHeight; top += 400) {
    scrollTo(0, top);
    await new Promise(requestAnimationFrame);
  }
  return longTasks.length;
})()`;
const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;

async function openBoard(page: Page, origin: string, token: string) {
  await page.goto('about:blank');
  const startedAt = performance.now();
  await page.goto(`${origin}/#token=${token}`);
  await page.locator('[data-client]').first().waitFor();
  const usableMs = performance.now() - startedAt;
  const paintMs: number = await page.evaluate(firstPaint);
  const longTasks: number = await page.evaluate(scrollThrough);
  return { usableMs, paintMs, longTasks };
}

try {
  const token = await fill();
  const { origin, server } = await startServer();
  const executablePath = processEnvironment.TEST_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(observeLongTasks);
  const seen: Awaited<ReturnType<typeof openBoard>>[] = [];
  // The first round fills caches, and does not count.
  for (let round = 0; round <= rounds; round++) seen.push(await openBoard(page, origin, token));
  await browser.close();
  server.kill();
  await once(server, 'exit');
  const [cold, ...warm] = seen;
  const result = {
    clients,
    rounds,
    coldUsableMs: rounded(cold?.usableMs ?? 0, 0),
    usableMs: rounded(median(warm.map(({ usableMs }) => usableMs)), 0),
    firstPaintMs: rounded(median(warm.map(({ paintMs }) => paintMs)), 0),
    longTasksWhileScrolling: median(warm.map(({ longTasks }) => longTasks)),
  };
  const text = table([
    ['median of the rounds', 'ms'],
    ['usable, the first time', `${result.coldUsableMs}`],
    ['usable', `${result.usableMs}`],
    ['first paint', `${result.firstPaintMs}`],
    ['tasks over 50 ms while scrolling', `${result.longTasksWhileScrolling}`],
  ]);
  process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : text);
} finally {
  await database.close();
  await drop();
}
