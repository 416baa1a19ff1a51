import { setTimeout as delay } from 'node:timers/promises';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { Logger } from 'pino';
import { z } from 'zod';
import { withDeadline } from '../../core/timeouts.ts';
import type { Cards, ClientHistory, InsightEngine } from '../engine.ts';
import { answerForm, cardsOf, readAnswer } from './answer.ts';
import { instructions, questionOf } from './prompt.ts';

export interface LanguageModelSettings {
  /** Of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`. Without credentials, query and fragment. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; undefined for a server that asks for none. */
  readonly key: string | undefined;
}

export interface LanguageModelLimits {
  /** For one attempt, from connecting to the last byte. */
  readonly attemptTimeoutMs: number;
  /** For all attempts at one client and the waits between them. */
  readonly timeoutMs: number;
  readonly attempts: number;
  /** The wait after the first failure; doubled after each further one. */
  readonly firstWaitMs: number;
  /** A server that asks for a longer wait is not asked again. */
  readonly maxWaitMs: number;
  /** What is read of an answer, unpacked. */
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

/** Why there is no usable answer. The message is of our own words only, neither the server's nor the model's. */
class Fault extends Error {
  /** Of the answer, when there was one with a status of its own. */
  readonly status: number | undefined;
  /** True when another attempt would fare no better. */
  readonly isLasting: boolean;
  /** The wait that the server asks for. */
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
 * An engine that asks a language model for the cards, and keeps of its answer what rests on the activities that were
 * sent. Without such an answer in time, `fallback` computes the cards, and one line of the log says why.
 */
export function createLanguageModelEngine(
  settings: LanguageModelSettings,
  log: Logger,
  fallback: InsightEngine,
  limits: Partial<LanguageModelLimits> = {},
): InsightEngine {
  const bounds = { ...defaultLimits, ...limits };
  const client = createClient(settings, bounds.maxAnswerBytes);
  // Many servers know no schemas. One that refuses them and answers without is asked without from then on.
  let takesSchemas = true;

  /** What the model says. */
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

  async function ask(history: ClientHistory, signal: AbortSignal): Promise<Cards> {
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
        const cards = cardsOf(answer, sent, history);
        if (!cards) throw new Fault('answer that rests on none of the activities');
        takesSchemas = withSchema;
        return cards;
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
          'the language model gave no cards; the other engine computes them',
        );
        return fallback.compute(history, signal);
      }
    },
  };
}

/** The library's own timeout ends with the headers, and its waits cannot be ended: `withDeadline` and `ask` do both. */
function createClient({ url, key }: LanguageModelSettings, maxAnswerBytes: number): OpenAI {
  return new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    defaultHeaders: key === undefined ? { Authorization: null } : {},
    // Given, so that no variable of the environment counts.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: boundedFetch(maxAnswerBytes),
    // A redirect is answered like any status that is no success: the activities go to no other host.
    fetchOptions: { redirect: 'manual' },
  });
}

/** `fetch` whose answers fail when they are longer than `maxBytes`, as they would otherwise fill the memory. */
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
