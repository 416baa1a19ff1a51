import { setTimeout as delay } from 'node:timers/promises';
import { APIConnectionError, APIError, OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { LanguageModelSettings } from '../../core/settings.ts';
import { withDeadline } from '../../core/timeouts.ts';
import type { ClientHistory, InsightEngine, Insights } from '../engine.ts';
import type { StoredPicks } from '../schemas.ts';
import { answerForm, picksOf } from './answer.ts';
import { instructions, type Question, questionOf } from './prompt.ts';
import type { TokenUsage } from './usage.ts';

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

const defaultLimits = {
  attempts: 3,
  firstWaitMs: 500,
  maxWaitMs: 10_000,
  maxAnswerBytes: 1_000_000,
};

const responseFormat = zodResponseFormat(answerForm, 'picks');

const completionForm = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

/** Not all servers report the tokens. */
const usageForm = z.object({ usage: z.object({ total_tokens: z.int().min(1) }) });
const charactersPerToken = 4;

/** An engine that may ask a language model. */
export interface LanguageModelEngine {
  /** @param usage the tokens that the client's organization uses */
  compute(history: ClientHistory, signal: AbortSignal, usage: TokenUsage): Promise<Insights>;
}

/** The reason why there is no usable answer. The message never contains text from the server or the model. */
class Fault extends Error {
  /** The HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** True when retrying is pointless. */
  readonly isLasting: boolean;
  /** True when the server has not read what was sent. */
  readonly isUnread: boolean;
  /** The wait that the server asked for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    details: { status?: number; isLasting?: boolean; isUnread?: boolean; retryAfterMs?: number } = {},
  ) {
    super(message);
    this.status = details.status;
    this.isLasting = details.isLasting ?? false;
    this.isUnread = details.isUnread ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Creates an engine that has a language model pick what the cards of wins and frictions show, unless it has been sent the
 * same activities before. `builtIn` computes the cards and checks the picks. Without a usable answer in time, the stored
 * picks stay and one log line gives the reason.
 */
export function createLanguageModelEngine(
  settings: LanguageModelSettings,
  log: Logger,
  builtIn: InsightEngine,
  limits: Partial<LanguageModelLimits> = {},
): LanguageModelEngine {
  const bounds = {
    ...defaultLimits,
    attemptTimeoutMs: settings.timeoutMs,
    timeoutMs: 2.25 * settings.timeoutMs,
    ...limits,
  };
  const client = createClient(settings, bounds.maxAnswerBytes);
  // Many servers do not support schemas. After one rejects a schema and answers without it, no more schemas are sent.
  let takesSchemas = true;

  /** Returns the text of the model's answer, and counts its tokens. */
  async function complete(
    { data }: Question,
    withSchema: boolean,
    usage: TokenUsage,
    signal: AbortSignal,
  ): Promise<string> {
    const messages = [
      { role: 'system' as const, content: instructions },
      { role: 'user' as const, content: data },
    ];
    const format = withSchema ? { response_format: responseFormat } : {};
    // Before the answer, since one that is broken off costs as much.
    const estimated = Math.ceil((instructions.length + data.length) / charactersPerToken);
    await usage.add(estimated);
    const completion: unknown = await client.chat.completions
      .create(
        { model: settings.model, messages, temperature: 0, max_tokens: settings.maxTokens, ...format },
        { signal },
      )
      .catch(async (error: unknown) => {
        signal.throwIfAborted();
        const fault = faultOf(error);
        if (fault.isUnread) await usage.add(-estimated);
        throw fault;
      });
    const { data: reported } = usageForm.safeParse(completion);
    const { data: answer } = completionForm.safeParse(completion);
    const content = answer?.choices[0].message.content ?? '';
    const total = reported?.usage.total_tokens ?? estimated + Math.ceil(content.length / charactersPerToken);
    await usage.add(total - estimated);
    if (!answer) throw new Fault('broken answer');
    return content;
  }

  async function ask(question: Question, usage: TokenUsage, signal: AbortSignal): Promise<StoredPicks> {
    let withSchema = takesSchemas;
    for (let attempt = 1; ; attempt++) {
      try {
        if ((await usage.today()) >= settings.dailyTokens)
          throw new Fault('the tokens of this day are used up', { isLasting: true });
        const timeout = new Fault('timeout of an attempt');
        const text = await withDeadline(bounds.attemptTimeoutMs, timeout, signal, (attemptSignal) =>
          complete(question, withSchema, usage, attemptSignal),
        );
        const picks = picksOf(text, question);
        if (!picks) throw new Fault('answer of another form');
        takesSchemas = withSchema;
        return picks;
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
    async compute(history, signal, usage) {
      signal.throwIfAborted();
      const computed = await builtIn.compute(history, signal);
      const question = questionOf(history, computed);
      if (question.sent === history.picks?.sent) return computed;
      let picks: StoredPicks;
      try {
        const timeout = new Fault('timeout', { isLasting: true });
        picks = await withDeadline(bounds.timeoutMs, timeout, signal, (inner) => ask(question, usage, inner));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Fault)) throw error;
        log.warn(
          { client: history.client.id, reason: error.message },
          'got no picks from the language model; its earlier ones stay as far as they hold',
        );
        return computed;
      }
      return builtIn.compute({ ...history, picks }, signal);
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
  if (error instanceof APIConnectionError) return new Fault('no connection', { isUnread: true });
  if (!(error instanceof APIError) || error.status === undefined) return new Fault('broken answer');
  const status: number = error.status;
  const seconds = /^\d{1,9}$/.exec(error.headers?.get('retry-after') ?? '')?.[0];
  return new Fault(`status ${status}`, {
    status,
    isUnread: status < 500,
    isLasting: status !== 408 && status !== 429 && status < 500,
    ...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1_000 }),
  });
}
