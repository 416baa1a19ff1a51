import { examples } from '../../src/http/openapi-examples.ts';

/** One body for each operation that takes one. */
export const requestExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(examples.requests).map(([operation, bodies]) => [
    operation,
    Object.values(bodies)[0]?.value,
  ]),
);

/** The inputs of internal procedures besides the ids that name something. */
export const internalInputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tokens.create': { name: 'Console' },
  'tokens.rotate': { overlapHours: 1 },
  'organization.updateSettings': { usesLanguageModel: true },
  'clients.assignOwner': { userId: null },
  'activities.addNote': { content: 'Met at the fair.' },
  'today.snooze': { until: null, unanswered: 1 },
  'connections.create': { account: { type: 'calendar', url: 'https://calendar.example.com/a.ics' } },
  'connections.update': { password: 'correct-horse' },
  'search.find': { query: 'mark' },
  'webhooks.create': { url: 'https://hooks.example.com/clientele', events: ['client.created'] },
};
