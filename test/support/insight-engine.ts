import { newId } from '../../src/core/db/id.ts';
import type { Cards, ClientHistory, InsightEngine, Insights } from '../../src/insights/engine.ts';
import { noExplanation } from '../../src/insights/schemas.ts';
import { cardKeys, type Verdict } from '../../src/insights/table.ts';

/** An insight engine whose cards list the subjects of their activities, and that records its calls. */
export interface TellingEngine extends InsightEngine {
  readonly asked: ClientHistory[];
  verdict: Verdict;
  /** Runs in the middle of each computation. */
  meanwhile: (history: ClientHistory, signal: AbortSignal) => Promise<void> | void;
}

export function tellingEngine(): TellingEngine {
  const engine: TellingEngine = {
    asked: [],
    verdict: 'Healthy',
    meanwhile: () => {},
    async compute(history, signal) {
      engine.asked.push(history);
      await engine.meanwhile(history, signal);
      const insights = insightsOf(history.activities.map(({ subject }) => subject));
      return { ...insights, summary: { ...insights.summary, verdict: engine.verdict } };
    },
  };
  return engine;
}

/** The insights that a `tellingEngine` computes. */
export const insightsOf = (subjects: readonly string[]): Insights => ({
  cards: cardsOf(subjects),
  summary: { verdict: 'Healthy', wins: subjects.length, frictions: 0, owedSince: null, lastContactAt: null },
  explanation: noExplanation,
  threads: subjects.map((subject) => ({
    activityId: newId(),
    subject,
    people: [],
    state: 'quiet',
    since: '2026-06-01T00:00:00.000Z',
    isOwed: false,
    unanswered: 0,
    deadline: null,
    quote: null,
  })),
});

/** Returns the cards that a `tellingEngine` computes from activities with these subjects, newest first. */
export function cardsOf(subjects: readonly string[]): Cards {
  const [health, wins, frictions] = cardKeys.map((key) => `${key}: ${subjects.join(', ')}`);
  return {
    'client-health': health ?? '',
    'wins-and-traction': wins ?? '',
    'frictions-and-risks': frictions ?? '',
  };
}
