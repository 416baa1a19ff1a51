import { sql } from 'drizzle-orm';

/** The timeout for events that must happen: far longer than they take on a busy machine. */
export const eventTimeoutMs = 60_000;

/** The present at the latest. The precision of an instant is a millisecond, so PostgreSQL may round `now()` into the future. */
export const justNow = sql`now() - interval '1 millisecond'`;
