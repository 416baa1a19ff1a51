import { processEnvironment, readConfig } from '../../src/config.ts';
import type { InsightEngine } from '../../src/insights/engine.ts';
import { createLanguageModelEngine } from '../../src/insights/language-model/engine.ts';
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

const fails: InsightEngine = {
  compute: () => Promise.reject(new Error('the language model returned no usable cards; see the log')),
};

/**
 * The language-model engine of the configuration, which fails where the worker would fall back to the built-in engine.
 * @throws Error when no model is configured
 */
export function configuredModel(): InsightEngine {
  const { languageModel } = readConfig(processEnvironment);
  if (languageModel === undefined) throw new Error('set INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL');
  return createLanguageModelEngine(languageModel, createLog({ logLevel: 'warn' }), fails);
}

/** Tells what an engine takes each sentence for: each becomes an email of the client, which a card quotes or not. */
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
    const { cards } = await engine.compute({ ...history, activities }, new AbortController().signal);
    kinds.push(
      ...activities.map(({ id }) => {
        const link = `/activities/${id})`;
        if (cards['frictions-and-risks'].includes(link)) return 'friction' as const;
        return cards['wins-and-traction'].includes(link) ? ('win' as const) : undefined;
      }),
    );
  }
  return kinds;
}
