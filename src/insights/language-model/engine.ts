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

/** Longer answers are rejected. In bytes, after decompression. */
const maxAnswerBytes = 1_000_000;

/** The wait before an unreachable or overloaded server is asked again. */
const retryMs = 60 * 60_000;
/** The statuses of an overloaded server. */
const overloaded = new Set([408, 429, 502, 503]);

const responseFormat = zodResponseFormat(answerForm, 'picks');

const completionForm = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

/** Not all servers report the tokens. */
const usageForm = z.object({ usage: z.object({ total_tokens: z.int().min(1) }) });
const charactersPerToken = 4;

/** Insights, and when to compute them again if the model could not be asked. */
export type AskedInsights = Insights & { readonly retryInMs?: number };

/** An engine that may ask a language model. */
export interface LanguageModelEngine {
  /** @param usage the tokens that the client's organization uses */
  compute(history: ClientHistory, signal: AbortSignal, usage: TokenUsage): Promise<AskedInsights>;
}

/** The reason why there is no usable answer. The message never contains text from the server or the model. */
class Fault extends Error {
  /** The HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** True when the server has not read what was sent. */
  readonly isUnread: boolean;
  /** True if a later attempt may succeed. After other failures it would cost tokens or be pointless. */
  readonly isTransient: boolean;

  constructor(message: string, details: { status?: number; isUnread?: boolean; isTransient?: boolean } = {}) {
    super(message);
    this.status = details.status;
    this.isUnread = details.isUnread ?? false;
    this.isTransient = details.isTransient ?? false;
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
): LanguageModelEngine {
  const client = createClient(settings);
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

  async function ask(
    question: Question,
    usage: TokenUsage,
    signal: AbortSignal,
    withSchema = takesSchemas,
  ): Promise<StoredPicks> {
    if ((await usage.today()) >= settings.dailyTokens) throw new Fault('the tokens of this day are used up');
    try {
      const text = await withDeadline(settings.timeoutMs, new Fault('timeout'), signal, (inner) =>
        complete(question, withSchema, usage, inner),
      );
      const picks = picksOf(text, question);
      if (!picks) throw new Fault('answer of another form');
      takesSchemas = withSchema;
      return picks;
    } catch (error) {
      const isRefused = error instanceof Fault && (error.status === 400 || error.status === 422);
      if (!withSchema || !isRefused) throw error;
      return ask(question, usage, signal, false);
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
        picks = await ask(question, usage, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Fault)) throw error;
        log.warn(
          { client: history.client.id, reason: error.message },
          'got no picks from the language model; its earlier ones stay as far as they hold',
        );
        return error.isTransient ? { ...computed, retryInMs: retryMs } : computed;
      }
      return builtIn.compute({ ...history, picks }, signal);
    },
  };
}

/** The library's timeout ends when the headers arrive, and its retries would not be counted: `withDeadline` and the job cover both. */
function createClient({ url, key }: LanguageModelSettings): OpenAI {
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
    fetch: boundedFetch,
    // Redirects count as failures: the activities must not reach another host.
    fetchOptions: { redirect: 'manual' },
  });
}

/** `fetch` that rejects longer responses, which could otherwise exhaust the memory. */
const boundedFetch: typeof fetch = async (input, init) => {
  const { body, status, statusText, headers } = await fetch(input, init);
  let bytes = 0;
  const bounded = body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxAnswerBytes) throw new Fault('answer that is too long');
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded ?? null, { status, statusText, headers });
};

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof APIConnectionError)
    return new Fault('no connection', { isUnread: true, isTransient: true });
  if (!(error instanceof APIError) || error.status === undefined) return new Fault('broken answer');
  const status: number = error.status;
  const isTransient = overloaded.has(status);
  return new Fault(`status ${status}`, { status, isUnread: status < 500, isTransient });
}
