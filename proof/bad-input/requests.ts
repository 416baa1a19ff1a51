import { gzipSync } from 'node:zlib';
import { operations } from '../../src/http/operations.ts';
import { requestExamples } from '../../test/support/request-examples.ts';
import { contentTypes, literals, oddHeaders, oddKeys, pieces } from './corpus.ts';

/** A request that is well-formed HTTP, whatever it says. */
export interface Sent {
  readonly method: string;
  readonly bytes: Buffer;
}

/** The tokens and ids that requests are built from. */
export interface Known {
  readonly token: string;
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
}

const chance = (share: number) => Math.random() < share;
const below = (end: number) => Math.floor(Math.random() * end);
const of = <T>(values: readonly T[]) => values[below(values.length)] as T; // Within the bounds.
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

/** A JSON object: the example of an operation, perhaps, and fields that are odd. */
function objectText(operation: string, fields: readonly string[]): string {
  const sound = chance(0.6) ? Object.entries(requestExamples[operation] ?? {}) : [];
  const odd = times(below(4), () => `"${of(chance(0.7) ? [...fields, ''] : oddKeys)}":${of(literals)}`);
  return `{${[...sound.map(([name, value]) => `"${name}":${JSON.stringify(value)}`), ...odd].join()}}`;
}

/** The bytes of a body: as they should be, or harmed in one of many ways. */
function harmed(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (chance(0.7)) return bytes;
  const at = below(bytes.length + 1);
  const [start, end] = [bytes.subarray(0, at), bytes.subarray(at)];
  const foreign = [[0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0], times(1 + below(4), () => below(256))];
  return of([
    ...foreign.map((inside) => () => Buffer.concat([start, Buffer.from(inside), end])),
    () => start,
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(text, 'utf16le'),
    () => gzipSync(bytes),
    () => Buffer.from(of(literals)),
    // Only now and then, since they take long to read.
    () => (chance(0.1) ? Buffer.alloc(102_401 + below(3) * 50_000, 0x20) : Buffer.alloc(0)),
  ])();
}

/** Makes requests out of the operations and the corpus, without end. */
export function requestMaker({ token, ids, cursors }: Known): () => Sent {
  const piece = () => (chance(0.4) ? of(ids) : `${chance(0.1) ? of(ids) : ''}${of(pieces)}`);

  function query(names: readonly string[]): string {
    const forged = () =>
      Buffer.from(`["${of(cursors).slice(0, 12)}",[${of(literals)}]]`).toString('base64url');
    const value = () => of([() => of(cursors), forged, piece, piece])().replaceAll('#', '%23');
    const parts = times(below(5), () => `${of([...names, ...names, of(pieces).slice(0, 200)])}=${value()}`);
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  /** The request in bytes, framed as HTTP/1.1 asks for. */
  function framed(method: string, target: string, body: Buffer | undefined): Sent {
    const odd = chance(0.5) ? [] : times(below(3), () => of(oddHeaders));
    const lines = [`${method} ${target} HTTP/1.1`, 'Connection: close', ...odd];
    if (!odd.some((line) => line.startsWith('Host:'))) lines.push('Host: x.example');
    lines.push(`Authorization: Bearer ${chance(0.95) ? token : of(pieces)}`);
    if (chance(0.01)) lines.push(...times(150, () => `X-Many-${below(1_000)}: x`));
    const sent = (...parts: Buffer[]) => ({
      method,
      bytes: Buffer.concat([toBytes(`${lines.join('\r\n')}\r\n\r\n`), ...parts]),
    });
    if (body === undefined) return sent();
    lines.push(`Content-Type: ${chance(0.9) ? 'application/json' : of(contentTypes)}`);
    if (body.length > 0 && chance(0.1)) {
      lines.push('Transfer-Encoding: chunked');
      const size = `${body.length.toString(16)}${of(['', ';ext=1', ';ext="x"'])}\r\n`;
      return sent(Buffer.from(size), body, Buffer.from('\r\n0\r\n\r\n'));
    }
    lines.push(`Content-Length: ${body.length}`);
    return sent(body);
  }

  function rest(): Sent {
    const { name, method, path, fields } = of(operations);
    const isRead = method === 'GET';
    const isOwn = chance(0.5);
    const inPath = path.replaceAll(/\{\w+\}/g, () => (isOwn ? (ids[0] ?? '') : piece()));
    const target = chance(isRead ? 0.7 : 0.1) ? `${inPath}${query(Object.keys(fields))}` : inPath;
    const body = isRead ? undefined : harmed(objectText(name, [...Object.keys(fields), 'organizationId']));
    return framed(isRead && chance(0.1) ? 'HEAD' : method, target, body);
  }

  function trpc(): Sent {
    const isBatch = chance(0.4);
    const count = isBatch ? 1 + below(chance(0.1) ? 30 : 4) : 1;
    const chosen = times(count, () => of(operations));
    const names = chosen.map(({ name }) => (chance(0.85) ? name : of(pieces)));
    const inputs = chosen.map(({ name, fields }) => {
      const text = objectText(name, Object.keys(fields));
      const own = `"clientId":"${ids[0]}","userId":"${of(ids)}"${text === '{}' ? '' : ','}`;
      return chance(0.85) ? text.replace('{', chance(0.6) ? `{${own}` : '{') : of(literals);
    });
    const keyed = inputs.map((text, index) => `"${chance(0.95) ? index : of(oddKeys)}":${text}`);
    const body = harmed(isBatch ? `{${keyed.join()}}` : (inputs[0] ?? ''));
    const isQuery = chance(0.9) ? chosen[0]?.type === 'query' : chance(0.5);
    const input = chance(0.9)
      ? encodeURIComponent(body.toString().slice(0, 3_000).toWellFormed())
      : of(pieces);
    const search = [
      ...(isBatch ? [of(['batch=1', 'batch=1', 'batch=1', 'batch=0', 'batch', 'batch=1&batch=1'])] : []),
      ...(isQuery && chance(0.95) ? [`input=${input}`] : []),
      ...(chance(0.05) ? ['connectionParams={'] : []),
    ];
    const target = `/trpc/${names.join()}?${search.join('&')}`;
    return framed(isQuery ? of(['GET', 'GET', 'GET', 'HEAD']) : 'POST', target, isQuery ? undefined : body);
  }

  return () => (chance(0.6) ? rest() : trpc());
}

/** Headers and targets hold bytes, not characters; beyond Latin-1 they are sent as UTF-8. */
const toBytes = (text: string) =>
  /^[\0-\u00ff]*$/.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(text);
