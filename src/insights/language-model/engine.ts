import { setTimeout as delay } from 'node:timers/promises';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LanguageModelSettings } from '../../core/settings.ts';
import { withDeadline } from '../../core/timeouts.ts';
import type { ClientHistory, InsightEngine, Insights } from '../engine.ts';
import { answerForm, insightsOf, readAnswer } from './answer.ts';
import { instructions, questionOf } from './prompt.ts';

export interface LanguageModelLimits {
  /** Limits one attempt, from connecting to the last byte. */
  readonly attemptTimeoutMs: number;
  /** Limits all attempts for one client, including the waits between them. */
  readonly timeoutMs: number;
  readonly attempts: number;
  /** The wait after the first failure; doubled after each further one. */
  readonly firstWaitMs: number;
  /** If the server asks for a longer wait, there is no further attempt. */
  readonly maxWaitMs: number;
  /** Longer answers are rejected. Counted after decompression. */
  readonly maxAnswerBytes: number;
}

const defaultLimits: LanguageModelLimits = {
  attemptTimeoutMs: 20_000,
  timeoutMs: 45_000,
  attempts: 3,
  firstWaitMs: 500,
  maxWaitMs: 10_000,
  maxAnswerBytes: 1_000_000,
};

const responseFormat = zodResponseFormat(answerForm, 'cards');

const completionForm = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

/** The reason why there is no usable answer. The message never contains text from the server or the model. */
class Fault extends Error {
  /** The HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** True when retrying is pointless. */
  readonly isLasting: boolean;
  /** The wait that the server asked for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    details: { status?: number; isLasting?: boolean; retryAfterMs?: number } = {},
  ) {
    super(message);
    this.status = details.status;
    this.isLasting = details.isLasting ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Creates an engine that asks a language model for the cards. It keeps only the parts of the answer that the sent
 * activities support. Without a usable answer in time, `fallback` computes the cards and one log line gives the reason.
 */
export function createLanguageModelEngine(
  settings: LanguageModelSettings,
  log: Logger,
  fallback: InsightEngine,
  limits: Partial<LanguageModelLimits> = {},
): InsightEngine {
  const bounds = { ...defaultLimits, ...limits };
  const client = createClient(settings, bounds.maxAnswerBytes);
  // Many servers do not support schemas. After one rejects a schema and answers without it, no more schemas are sent.
  let takesSchemas = true;

  /** Returns the text of the model's answer. */
  async function complete(data: string, withSchema: boolean, signal: AbortSignal): Promise<string> {
    const messages = [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: data },
    ];
    const format = withSchema ? { response_format: responseFormat } : {};
    try {
      const completion: unknown = await client.chat.completions.create(
        { model: settings.model, messages, ...format },
        { signal },
      );
      return completionForm.parse(completion).choices[0].message.content;
    } catch (error) {
      signal.throwIfAborted();
      throw faultOf(error);
    }
  }

  async function ask(history: ClientHistory, signal: AbortSignal): Promise<Insights> {
    const { data, sent } = questionOf(history);
    let withSchema = takesSchemas;
    for (let attempt = 1; ; attempt++) {
      try {
        const timeout = new Fault('timeout of an attempt');
        const text = await withDeadline(bounds.attemptTimeoutMs, timeout, signal, (attemptSignal) =>
          complete(data, withSchema, attemptSignal),
        );
        const answer = readAnswer(text);
        if (!answer) throw new Fault('answer of another form');
        const insights = insightsOf(answer, sent, history);
        if (!insights) throw new Fault('answer that rests on none of the activities');
        takesSchemas = withSchema;
        return insights;
      } catch (error) {
        if (!(error instanceof Fault) || attempt >= bounds.attempts) throw error;
        if (withSchema && (error.status === 400 || error.status === 422)) {
          withSchema = false;
          continue;
        }
        const waitMs = error.retryAfterMs ?? bounds.firstWaitMs * 2 ** (attempt - 1);
        if (error.isLasting || waitMs > bounds.maxWaitMs) throw error;
        await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }

  return {
    async compute(history, signal) {
      signal.throwIfAborted();
      try {
        const timeout = new Fault('timeout', { isLasting: true });
        return await withDeadline(bounds.timeoutMs, timeout, signal, (inner) => ask(history, inner));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Fault)) throw error;
        log.warn(
          { client: history.client.id, reason: error.message },
          'the language model returned no usable cards; the built-in engine computes them',
        );
        return fallback.compute(history, signal);
      }
    },
  };
}

/** The library's timeout ends when the headers arrive, and its retry waits cannot be aborted: `withDeadline` and `ask` cover both. */
function createClient({ url, key }: LanguageModelSettings, maxAnswerBytes: number): OpenAI {
  return new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    defaultHeaders: key === undefined ? { Authorization: null } : {},
    // Set explicitly, so that the library does not read environment variables.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: boundedFetch(maxAnswerBytes),
    // Redirects count as failures: the activities must not reach another host.
    fetchOptions: { redirect: 'manual' },
  });
}

/** `fetch` that rejects responses longer than `maxBytes`, which could otherwise exhaust the memory. */
function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const { body, status, statusText, headers } = await fetch(input, init);
    let bytes = 0;
    const bounded = body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new Fault('answer that is too long');
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded ?? null, { status, statusText, headers });
  };
}

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof APIConnectionError) return new Fault('no connection');
  if (!(error instanceof APIError) || error.status === undefined) return new Fault('broken answer');
  const status: number = error.status;
  const seconds = /^\d{1,9}$/.exec(error.headers?.get('retry-after') ?? '')?.[0];
  return new Fault(`status ${status}`, {
    status,
    isLasting: status !== 408 && status !== 429 && status < 500,
    ...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1_000 }),
  });
}
