import type { ClientHistory, InsightEngine, Insights } from '../engine.ts';
import { calendarOf } from '../text/wording.ts';
import { quotesCard, quotesOf, type Shown } from './cards.ts';
import { healthOf } from './health.ts';
import { highlightsOf } from './highlights.ts';
import { heldPicks } from './picks.ts';
import { read } from './reading.ts';
import { storedThreadsOf } from './stored-threads.ts';
import { threadsOf } from './threads.ts';

/**
 * Computes the cards by fixed rules: the same history gives the same cards. On those of wins and frictions, the picks of a
 * language model that hold take the place of its own highlights; nothing else depends on them.
 */
export const builtInEngine = {
  async compute(history: ClientHistory): Promise<Insights> {
    const calendar = calendarOf(history.timezone);
    const reading = read(history);
    const threads = threadsOf(reading);
    const highlights = highlightsOf(threads, reading);
    const { card, summary, ...explanation } = healthOf(
      history,
      { reading, threads, ...highlights },
      calendar,
    );
    const { client, picks } = history;
    const wins = heldPicks('win', picks?.wins, threads);
    const frictions = heldPicks('friction', picks?.frictions, threads);
    const shownOf = (held: readonly Shown[], own: readonly Shown[]) =>
      quotesOf(held.length > 0 ? held : own, calendar);
    const shown = {
      wins: shownOf(wins, highlights.wins),
      frictions: shownOf(frictions, highlights.frictions),
    };
    return {
      cards: {
        'client-health': card,
        'wins-and-traction': quotesCard('win', reading, shown.wins, client.id, calendar),
        'frictions-and-risks': quotesCard('friction', reading, shown.frictions, client.id, calendar),
      },
      summary,
      explanation: { ...explanation, quotes: [...shown.wins, ...shown.frictions] },
      threads: storedThreadsOf(threads, highlights),
      picks: picks && {
        ...picks,
        wins: wins.map(({ pick }) => pick),
        frictions: frictions.map(({ pick }) => pick),
      },
    };
  },
} satisfies InsightEngine;
