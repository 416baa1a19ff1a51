/** Clients whose cards are computed per second, with 50 activities each, by one worker process and by two. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { readDemoActivities } from '../src/demo/book.ts';
import { Figures, isQuick, withDatabase } from './bench.ts';
import { clientsPerOrganization, fill } from './requests/fixture.ts';
import { startProgram, stopAll } from './requests/processes.ts';

const organizations = isQuick ? 15 : 70;
const clients = organizations * clientsPerOrganization;

await withDatabase(async (url) => {
  await fill(url, organizations);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const texts = JSON.stringify(await readDemoActivities(new Date()));
  await sql`
    with texts as (
      select text, position - 1 as number
      from jsonb_array_elements(${texts}::text::jsonb) with ordinality as _ (text, position)
    ) insert into activities (organization_id, id, client_id, type, source, source_id, subject, content, occurred_at,
      participants, immutable)
    select organization_id, gen_random_uuid(), id, text->>'type', 'gmail', id || '-' || n, text->>'subject', text->>'content',
      now() - n * interval '3 days', array['pat@' || domain, 'ann@home.example'], true
    from clients cross join generate_series(1, 50) as n join texts on number = ((hashtext(id::text) & 65535) + n) % (select count(*) from texts)`;
  await sql`analyze`;

  const figures = new Figures();
  for (let round = 0; round < (isQuick ? 1 : 5); round += 1)
    for (const workers of ['1', '2']) {
      await sql`update insight_jobs set due_at = '9999-01-01Z'`;
      for (let started = 0; started < Number(workers); started += 1) {
        const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
        const { stdout } = startProgram(['build/programs/worker.js'], settings, 'pipe');
        if (stdout) await once(stdout, 'data'); // It says that it is ready.
      }
      await sql`delete from insights`;
      await sql`update insight_jobs set due_at = now()`;
      const startedAt = performance.now();
      while ((await sql`select from insights`).count < clients * 3) await setTimeout(10);
      figures.add('clients per second', workers, (clients / (performance.now() - startedAt)) * 1_000);
      await stopAll();
    }
  await sql.end();
  figures.report([{ row: 'clients per second', column: '2', to: '1' }]);
});
