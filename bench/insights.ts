/** Clients whose cards are computed per second, with 50 activities each, by one worker process and by two. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { demoBook } from '../src/demo/book.ts';
import { Figures, isQuick, say, withDatabase } from './bench.ts';
import { clientsPerOrganization, fill } from './requests/fixture.ts';
import { startProgram, stopAll } from './requests/processes.ts';

const organizations = isQuick ? 15 : 70;
const clients = organizations * clientsPerOrganization;

await withDatabase(async (url) => {
  say(`making ${clients} clients`);
  await fill(url, organizations);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`
    with texts as (
      select text, position - 1 as number
      from jsonb_array_elements(${JSON.stringify(demoBook.activities)}::text::jsonb) with ordinality as given (text, position)
    )
    insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select organization_id, gen_random_uuid(), id, text->>'type', 'gmail', id || '-' || activity, text->>'subject',
      text->>'content', now() - activity * interval '3 days', array['pat@' || domain, 'ann@home.example'], true
    from clients, generate_series(1, 50) as activity,
      lateral (select text from texts where number = ((hashtext(id::text) & 65535) + activity) % (select count(*) from texts)) as chosen`;
  await sql`analyze`;

  /** Makes every client due at once, and waits until all are computed. */
  async function clientsPerSecond(workers: number): Promise<number> {
    await sql`update insight_jobs set due_at = '9999-01-01Z'`;
    for (let started = 0; started < workers; started += 1) {
      const { stdout } = startProgram(['build/programs/worker.js'], { DATABASE_URL: url, LOG_LEVEL: 'warn' });
      if (stdout) await once(stdout, 'data');
    }
    await sql`delete from insights`;
    await sql`update insight_jobs set due_at = now()`;
    const startedAt = performance.now();
    let cards = 0;
    while (cards < clients * 3) {
      await setTimeout(10);
      [{ cards } = { cards }] = await sql<{ cards: number }[]>`select count(*)::int as cards from insights`;
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await stopAll();
    return clients / seconds;
  }

  const figures = new Figures();
  for (let round = 0; round < (isQuick ? 1 : 5); round += 1) {
    figures.add('clients per second', 'one worker', await clientsPerSecond(1));
    figures.add('clients per second', 'two workers', await clientsPerSecond(2));
  }
  await sql.end();
  figures.report([{ row: 'clients per second', column: 'two workers', to: 'one worker' }]);
});
