import type { ClientHistory, Insights } from './engine.ts';
import { plannedItem } from './text/card-lines.ts';
import { checklistItem } from './text/markdown.ts';
import { calendarOf } from './text/wording.ts';

/** The insights of a client whose activities are all planned or cancelled, so that no engine has anything to read. */
export function insightsBeforeContact({ upcoming, timezone }: ClientHistory): Insights {
  const health = [
    checklistItem(false, '**Too little to tell** — nothing has taken place yet'),
    ...(upcoming ? [plannedItem(upcoming, calendarOf(timezone))] : []),
  ];
  return {
    cards: {
      'client-health': health.join('\n'),
      'wins-and-traction': checklistItem(false, 'No wins found: nothing has taken place yet.'),
      'frictions-and-risks': checklistItem(true, 'No frictions or risks found: nothing has taken place yet.'),
    },
    summary: { verdict: 'Too little to tell', wins: 0, frictions: 0, owedSince: null, lastContactAt: null },
    threads: [],
  };
}
