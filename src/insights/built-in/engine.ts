import type { InsightEngine } from '../engine.ts';
import { calendarOf } from '../text/wording.ts';
import { frictionsCard, winsCard } from './cards.ts';
import { healthOf } from './health.ts';
import { highlightsOf } from './highlights.ts';
import { read } from './reading.ts';
import { storedThreadsOf } from './stored-threads.ts';
import { threadsOf } from './threads.ts';

/** Computes the cards from the activities alone, by fixed rules: the same history gives the same cards. */
export const builtInEngine: InsightEngine = {
  async compute(history, signal) {
    const calendar = calendarOf(history.timezone);
    const reading = await read(history, signal);
    const threads = threadsOf(reading);
    const highlights = highlightsOf(threads, reading);
    const { card, summary } = healthOf(history, { reading, threads, ...highlights }, calendar);
    const { id } = history.client;
    return {
      cards: {
        'client-health': card,
        'wins-and-traction': winsCard(reading, highlights.wins, id, calendar),
        'frictions-and-risks': frictionsCard(reading, highlights.frictions, id, calendar),
      },
      summary,
      threads: storedThreadsOf(threads, highlights),
    };
  },
};
