import type { InsightEngine } from '../engine.ts';
import { calendarOf } from '../text/wording.ts';
import { healthOf } from './health.ts';
import { frictionsCard, rankedFindings, winsCard } from './quotes.ts';
import { read } from './reading.ts';

/** Computes the cards from the activities alone, by fixed rules: the same history gives the same cards. */
export const builtInEngine: InsightEngine = {
  async compute(history, signal) {
    const calendar = calendarOf(history.timezone);
    const reading = await read(history, signal);
    const wins = rankedFindings(reading, 'win');
    const frictions = rankedFindings(reading, 'friction');
    const { card, summary } = healthOf(history, reading, { wins, frictions }, calendar);
    const { id } = history.client;
    return {
      cards: {
        'client-health': card,
        'wins-and-traction': winsCard(reading, wins, id, calendar),
        'frictions-and-risks': frictionsCard(reading, frictions, id, calendar),
      },
      summary,
    };
  },
};
