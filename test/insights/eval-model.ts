import { processEnvironment, readConfig } from '../../src/config.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { InsightEngine } from '../../src/insights/engine.ts';
import {
  createLanguageModelEngine,
  type LanguageModelEngine,
} from '../../src/insights/language-model/engine.ts';
import { createLog } from '../../src/log.ts';

/** A card holds seven quotes, so no sentence of a question is crowded out. */
const sentencesPerQuestion = 7;
const occurredAt = '2026-11-19T12:00:00.000Z';
const history = {
  client: { id: 'client', name: 'Client' },
  clientDomains: ['client.example'],
  users: [{ email: 'sam@vendor.example', firstName: 'Sam', lastName: 'Okafor' }],
  timezone: 'UTC',
  asOf: '2026-11-20T12:00:00.000Z',
  upcoming: undefined,
};

/** An engine without a budget, which fails where the worker would be left with the picks that it has. */
export const withPicks = (engine: LanguageModelEngine): InsightEngine => ({
  async compute(history, signal) {
    const insights = await engine.compute(history, signal, { today: async () => 0, add: async () => {} });
    if (insights.picks === undefined)
      throw new Error('the language model gave no usable answer; see the log');
    return insights;
  },
});

/**
 * The language-model engine of the configuration.
 * @throws Error when no model is configured
 */
export function configuredModel(): InsightEngine {
  const { languageModel } = readConfig(processEnvironment);
  if (languageModel === undefined) throw new Error('set INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL');
  return withPicks(createLanguageModelEngine(languageModel, createLog({ logLevel: 'warn' }), builtInEngine));
}

/** Tells what a model takes each sentence for: each becomes an email of the client, which it picks or not. */
export async function kindsBy(
  engine: InsightEngine,
  sentences: readonly string[],
): Promise<('win' | 'friction' | undefined)[]> {
  const kinds: ('win' | 'friction' | undefined)[] = [];
  for (let start = 0; start < sentences.length; start += sentencesPerQuestion) {
    const batch = sentences.slice(start, start + sentencesPerQuestion);
    const activities = batch.map((content, index) => ({
      id: `sentence-${index}`,
      type: 'email' as const,
      subject: 'Message',
      content,
      occurredAt,
      participants: ['pat@client.example', 'sam@vendor.example'],
    }));
    const { picks } = await engine.compute({ ...history, activities }, new AbortController().signal);
    kinds.push(
      ...activities.map(({ id }) => {
        const isPicked = ({ activityId }: { activityId: string }) => activityId === id;
        if (picks?.frictions.some(isPicked)) return 'friction' as const;
        return picks?.wins.some(isPicked) ? ('win' as const) : undefined;
      }),
    );
  }
  return kinds;
}
