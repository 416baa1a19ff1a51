import { Pool } from 'undici';
import type { MountedOperation, Procedure } from '../../src/http/operations.ts';

/** The ways by which an operation can be called, each of which must tell the same. */
export type Way = 'REST' | 'HEAD' | 'tRPC';

/** A public or internal operation. */
export type AnyOperation = Procedure | MountedOperation;

/** A call of an operation: the values of its parameters, and the other fields of its input. */
export interface Call {
  readonly operation: AnyOperation;
  readonly values: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  /** Without those that differ from answer to answer, sorted. */
  readonly headers: string;
  readonly body: string;
}

/** Headers in which two responses to the same request may differ. */
const varying = new Set(['x-request-id', 'date', 'ratelimit']);

/** The parameters of an operation's path, in their order; of an internal one, the ids that its input names things by. */
export function parametersOf(operation: AnyOperation): string[] {
  if ('path' in operation)
    return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  // An id that may be null sets a field, and is checked like one.
  const ids = Object.entries(operation.fields).filter(
    ([name, { type }]) => /.Id$/.test(name) && type === 'string',
  );
  return ids.map(([name]) => name);
}

/** The ways to call an operation. */
export function waysOf(operation: AnyOperation): readonly Way[] {
  if (!('path' in operation)) return ['tRPC'];
  return operation.type === 'query' ? ['REST', 'HEAD', 'tRPC'] : ['REST', 'tRPC'];
}

/** Calls of one server. */
export interface Caller {
  send(way: Way, call: Call, token: string, headers?: Record<string, string>): Promise<Answer>;
  /** The answers to the calls of a batch, all of them queries or all mutations. */
  sendBatch(calls: readonly Call[], token: string): Promise<Answer>;
  /** The number of answered calls; each call of a batch counts. */
  readonly count: number;
  close(): Promise<void>;
}

export function openCaller(origin: string): Caller {
  const pool = new Pool(origin, {
    connections: 16,
    pipelining: 1,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  });
  let count = 0;

  async function request(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT',
    path: string,
    token: string,
    body: unknown,
    more = {},
  ) {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await pool.request({ method, path, headers, ...payload });
    const kept = Object.entries(response.headers).filter(([name]) => !varying.has(name));
    return {
      status: response.statusCode,
      headers: kept
        .map(([name, value]) => `${name}: ${String(value)}`)
        .sort()
        .join('\n'),
      body: await response.body.text(),
    };
  }

  return {
    get count() {
      return count;
    },
    send(way, { operation, values, fields }, token, headers) {
      count++;
      const isQuery = operation.type === 'query';
      if (way === 'tRPC' || !('path' in operation)) {
        const input = { ...fields, ...values };
        const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
        const path = `/trpc/${operation.name}${query}`;
        return request(isQuery ? 'GET' : 'POST', path, token, isQuery ? undefined : input, headers);
      }
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) =>
        encodeURIComponent(values[parameter] ?? ''),
      );
      const query = isQuery && Object.keys(fields).length > 0 ? `?${toQuery(fields)}` : '';
      const method = way === 'HEAD' ? 'HEAD' : operation.method;
      return request(method, `${path}${query}`, token, isQuery ? undefined : fields, headers);
    },
    sendBatch(calls, token) {
      count += calls.length;
      const names = calls.map(({ operation }) => operation.name).join();
      const inputs = Object.fromEntries(
        calls.map(({ fields, values }, index) => [index, { ...fields, ...values }]),
      );
      const isQuery = calls[0]?.operation.type === 'query';
      const query = isQuery ? `&input=${encodeURIComponent(JSON.stringify(inputs))}` : '';
      const path = `/trpc/${names}?batch=1${query}`;
      return request(isQuery ? 'GET' : 'POST', path, token, isQuery ? undefined : inputs);
    },
    close: () => pool.destroy(),
  };
}

const toQuery = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');

/** Does `work` for each, so many at once. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  atOnce = 16,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
