import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { type ErrorCode, errorAnswer, errorKinds } from '../../src/core/errors.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import type { Sent } from './requests.ts';
import type { Heard } from './wire.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', ...openApiDocument });

const successOf = new Map<string, ValidateFunction>();
for (const [path, methods] of Object.entries(openApiDocument.paths ?? {})) {
  for (const [method, operation] of Object.entries(methods)) {
    const pointer = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
    const $ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    successOf.set((operation as { operationId: string }).operationId, ajv.compile({ $ref }));
  }
}

/** Text that no refusal may contain: messages of libraries and of the database, source locations, tokens and hashes. */
const inside =
  /\bat [^"]{0,200}:\d+:\d+|node_modules|node:internal|\.[tj]s:\d|SyntaxError|TypeError|RangeError|URIError|Unexpected|in JSON|Invalid input|[Ee]xpected (?:string|number|object|array|boolean)|Zod|[Dd]rizzle|[Pp]ostgres|PGlite|FST_|HPE_|ERR_|ECONN|\bselect .+ from\b|\binsert into\b|\$argon2|sk_live_[0-9A-Za-z]{32}/;

/** Further text that no log line may contain. */
export const insideLog =
  /\$argon2|sk_live_[0-9A-Za-z]{20}|\bselect .+ from\b|\binsert into\b|"level":(?:[45]0|60)/;

// The keys of the table are the codes.
const codes = Object.keys(errorKinds) as ErrorCode[];
/** Statuses of raw answers, which have the code of another. */
const alsoInvalid = new Set([408]);

const isKindOf = (code: ErrorCode, status: number) =>
  errorKinds[code].status === status || (code === 'invalid_argument' && alsoInvalid.has(status));

/** Answers that have been looked at, by their text: most refusals are alike. */
const sound = new Set<string>();
const maxSound = 20_000;

/** Returns the fault of a response, or undefined. */
export function faultOf(
  request: Pick<Sent, 'method' | 'target' | 'isRefused' | 'operationId'>,
  answer: Heard,
): string | undefined {
  const { status, head, body } = answer;
  const { isRefused, method, target } = request;
  // A machine that is too busy refuses some; how many is counted.
  if (!(status >= 200 && status < 500) && status !== 503) return `answered ${status}`;
  if (isRefused && status < 400) return `answered ${status}, and not refused`;
  if (!/^x-content-type-options: nosniff\r?$/im.test(head)) return 'answered without nosniff';
  if (!/^x-request-id: [0-9a-f-]{36}\r?$/im.test(head)) return 'answered without a request id';
  if (status === 405 && !/^allow: \w/im.test(head)) return 'answered 405 without Allow';
  if (status === 401 && !/^www-authenticate: Bearer\r?$/im.test(head))
    return 'answered 401 without WWW-Authenticate';
  const path = target.replace(/\?.*/s, '');
  if (/^\/(docs|openapi\.json|livez)/.test(path) && status === 200) return undefined;
  if (path === '/' && status === 200) return undefined;
  if (status === 304)
    return body === '' && /^etag: "/im.test(head)
      ? undefined
      : 'answered 304 without its tag, or with a body';
  if (method === 'HEAD') return body === '' ? undefined : 'answered HEAD with a body';
  if (!/^content-type: application\/json(; charset=utf-8)?\r?$/im.test(head)) return 'answered with no JSON';
  const key = `${status} ${request.operationId ?? path.slice(0, 5)} ${body}`;
  if (sound.has(key)) return undefined;
  const fault = bodyFault(request, status, body, path.startsWith('/trpc/'));
  if (fault === undefined && sound.size < maxSound && body.length < 2_000) sound.add(key);
  return fault;
}

function bodyFault(
  { operationId }: Pick<Sent, 'operationId'>,
  status: number,
  body: string,
  isTrpc: boolean,
): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'answered with broken JSON';
  }
  if (isTrpc) {
    const faults = [value].flat().map((each) => callFault(each, body));
    return faults.find((fault) => fault !== undefined);
  }
  if (status >= 400) return errorFault(value, status, body);
  const validate = operationId === undefined ? undefined : successOf.get(operationId);
  if (validate && !validate(value))
    return `answered against the document: ${ajv.errorsText(validate.errors)}`;
  return validate === undefined ? `answered ${status} where nothing is` : undefined;
}

/** Returns the fault of the response to one tRPC call, or undefined. */
function callFault(value: unknown, body: string): string | undefined {
  if (typeof value !== 'object' || value === null) return 'answered with no answer of tRPC';
  if ('result' in value) return undefined;
  if (!('error' in value)) return 'answered with neither result nor error';
  const { error } = value;
  if (typeof error !== 'object' || error === null) return 'answered with no error body';
  // Above the procedures, the body is that of REST.
  if ('code' in error && typeof error.code === 'string') return errorFault(value, undefined, body);
  const { data } = error as { data?: { error?: unknown; httpStatus?: number } };
  return errorFault({ error: data?.error }, data?.httpStatus, JSON.stringify(data?.error ?? null));
}

function errorFault(value: unknown, status: number | undefined, body: string): string | undefined {
  const coded = z.object({ error: z.object({ code: z.enum(codes) }) }).safeParse(value);
  if (!coded.success) return 'answered with no error body';
  const { code } = coded.data.error;
  const known = errorAnswer(code).safeParse(value);
  if (!known.success) return `answered with no error body: ${z.prettifyError(known.error)}`;
  if (status !== undefined && !isKindOf(code, status)) return `answered ${status} with the code ${code}`;
  const words = inside.exec(body);
  if (words) return `tells what is inside: ${words[0]}`;
  const sentences = code === 'invalid_argument' ? Object.values(known.data.error.details ?? {}) : [];
  const vague = sentences.find(
    (sentence) => typeof sentence !== 'string' || !/^(Send|Do not send) .{6,}\.$/s.test(sentence),
  );
  return vague === undefined ? undefined : `does not say what to send: ${JSON.stringify(vague)}`;
}
