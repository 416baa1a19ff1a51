import { z } from 'zod';
import { type ErrorCode, errorAnswer, errorKinds } from '../../src/core/errors.ts';
import type { RawAnswer } from '../../test/support/raw-socket.ts';

/** Text that no refusal may contain: messages of libraries and of the database, source locations, tokens and hashes. */
const inside =
  /\bat [^"]{0,200}:\d+:\d+|node_modules|node:internal|\.[tj]s:\d|SyntaxError|TypeError|RangeError|URIError|Unexpected|in JSON|Invalid input|[Ee]xpected (?:string|number|object|array|boolean)|Zod|[Dd]rizzle|[Pp]ostgres|PGlite|FST_|HPE_|ERR_|ECONN|\bselect .+ from\b|\binsert into\b|\$argon2|sk_live_[0-9A-Za-z]{32}/;

/** Further text that no log line may contain. */
export const insideLog =
  /\$argon2|sk_live_[0-9A-Za-z]{20}|\bselect .+ from\b|\binsert into\b|"level":(?:[45]0|60)/;

/** Headers of every answer, and of those with some statuses. */
const required: readonly [RegExp, status?: number][] = [
  [/^x-content-type-options: nosniff\r?$/im],
  [/^x-request-id: [0-9a-f-]{36}\r?$/im],
  [/^allow: \w/im, 405],
  [/^www-authenticate: Bearer\r?$/im, 401],
  [/^etag: (?:W\/)?"/im, 304],
];

const Coded = z.object({ error: z.object({ code: z.enum(Object.keys(errorKinds) as [ErrorCode]) }) });
/** Over tRPC, the error body of REST is within that of tRPC. */
const Call = z
  .union([z.object({ result: z.unknown() }), z.object({ error: z.object({ data: z.unknown() }) })])
  .transform((call) => ('error' in call ? call.error.data : undefined));

/** Returns the fault of an answer, or undefined. */
export function faultOf(method: string, { status, headers, body }: RawAnswer): string | undefined {
  // A machine that is too busy refuses some; how many is counted.
  if (!(status >= 200 && status < 500) && status !== 503) return `answered ${status}`;
  const missing = required.find(([header, of = status]) => of === status && !header.test(headers));
  if (missing) return `answered ${status} without ${missing[0]}`;
  // The method of a head that is too large is not known.
  if ((method === 'HEAD' && status !== 431) || status === 304)
    return body === '' ? undefined : 'answered with a body';
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'answered with broken JSON';
  }
  if (Coded.safeParse(value).success) return errorFault(value, status);
  if (status < 300 && status !== 207 && !Array.isArray(value)) return undefined;
  for (const each of [value].flat()) {
    const call = Call.safeParse(each);
    if (!call.success) return 'answered with neither result nor error';
    const fault = call.data === undefined ? undefined : errorFault(call.data);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function errorFault(value: unknown, status?: number): string | undefined {
  const coded = Coded.safeParse(value);
  if (!coded.success) return 'answered with no error body';
  const { code } = coded.data.error;
  const known = errorAnswer(code).safeParse(value);
  if (!known.success) return `answered with no error body: ${z.prettifyError(known.error)}`;
  // A raw answer of 408 has the code of another.
  if (status !== undefined && status !== 408 && errorKinds[code].status !== status)
    return `answered ${status} with the code ${code}`;
  const words = inside.exec(JSON.stringify(value));
  if (words) return `tells what is inside: ${words[0]}`;
  const sentences = code === 'invalid_argument' ? Object.values(known.data.error.details ?? {}) : [];
  const vague = sentences.find((sentence) => !/^(Send|Do not send) .{6,}\.$/s.test(String(sentence)));
  return vague === undefined ? undefined : `does not say what to send: ${vague}`;
}
