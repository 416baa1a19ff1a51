import type { ClientHistory, Insights } from './engine.ts';
import { noExplanation } from './schemas.ts';
import { plannedText } from './text/card-lines.ts';
import { checklistItem, escaped } from './text/markdown.ts';
import { calendarOf } from './text/wording.ts';

/** The insights of a client whose activities are all planned or cancelled, so that no engine has anything to read. */
export function insightsBeforeContact({ upcoming, timezone }: ClientHistory): Insights {
  const planned = upcoming ? [plannedText(upcoming, calendarOf(timezone))] : [];
  const health = [
    checklistItem(false, '**Too little to tell**: nothing has taken place yet.'),
    ...planned.map((text) => checklistItem(true, escaped(text))),
  ];
  return {
    cards: {
      'client-health': health.join('\n'),
      'wins-and-traction': checklistItem(false, 'No wins found: nothing has taken place yet.'),
      'frictions-and-risks': checklistItem(
        false,
        'No frictions or risks found: nothing has taken place yet.',
      ),
    },
    summary: { verdict: 'Too little to tell', wins: 0, frictions: 0, owedSince: null, lastContactAt: null },
    explanation: {
      ...noExplanation,
      reason: 'nothing has taken place yet',
      observations: planned.map((text) => ({ isGood: true, text })),
    },
    threads: [],
  };
}
