import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openApiDocument } from '../../src/http/openapi.ts';
import { operations } from '../../src/http/operations.ts';
import { requestExamples } from '../../test/support/request-examples.ts';
import { contentTypes, literals, oddHeaders, oddKeys, pieces, procedureNames } from './corpus.ts';
import type { Random } from './random.ts';

/** A request that is well-formed HTTP, whatever it says. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly bytes: Buffer;
  /** True if the response must be a failure. */
  readonly isRefused: boolean;
  /** The operation of the document that it is meant for, over REST. */
  readonly operationId: string | undefined;
}

/** The tokens and ids that requests are built from. */
export interface Known {
  readonly token: string;
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** The names of the parameters of the query and of the fields of the body. */
  readonly query: readonly string[];
  readonly fields: readonly string[];
  readonly forbidden: readonly string[];
}

interface DocumentShape {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { in: string; name: string }[];
        requestBody?: {
          content: Record<string, { schema: { description?: string; properties?: Record<string, unknown> } }>;
        };
      }
    >
  >;
}

/** The operations as the OpenAPI document describes them. */
const described: readonly Described[] = Object.entries(
  (openApiDocument as unknown as DocumentShape).paths, // Plain JSON; the shape names the parts that are read.
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => {
    const { properties = {}, description = '' } = requestBody?.content['application/json']?.schema ?? {};
    const forbidden = [...description.matchAll(/`(\w+)` must not be sent/g)].map(([, name = '']) => name);
    return {
      operationId,
      method: method.toUpperCase(),
      path,
      query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
      fields: [...Object.keys(properties), ...forbidden],
      forbidden,
    };
  }),
);

/** Makes requests out of the OpenAPI document and the corpus, without end. */
export function requestMaker(random: Random, { token, ids, cursors }: Known) {
  const example = ids[0] ?? '';

  function piece(): string {
    if (random.chance(0.4)) return random.of(ids);
    const made = random.of(pieces);
    if (random.chance(0.1)) return `${random.of(ids)}${made}`;
    return random.chance(0.03) ? encodeURIComponent(token).replaceAll('_', '%5F') : made;
  }

  const pathOf = (path: string, value: () => string) => path.replaceAll(/\{\w+\}/g, value);

  function queryValue(): string {
    if (random.chance(0.2)) return random.of(cursors);
    if (random.chance(0.1)) {
      const made = `["${random.of(cursors).slice(0, 12)}",[${random.of(literals)}]]`;
      return Buffer.from(made).toString('base64url');
    }
    return piece().replaceAll('#', '%23');
  }

  function query(names: readonly string[]): string {
    const count = random.below(5);
    const parts = Array.from({ length: count }, () => {
      const name =
        random.chance(0.7) && names.length > 0 ? random.of(names) : random.of(pieces).slice(0, 200);
      return random.chance(0.9) ? `${name}=${queryValue()}` : name;
    });
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  /** The name of a field with some of its letters escaped. */
  const escaped = (name: string) =>
    name.replaceAll(/[A-Za-z]/g, (letter) =>
      random.chance(0.5) ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
    );

  function fieldName(fields: readonly string[], forbidden: readonly string[]): string {
    if (forbidden.length > 0 && random.chance(0.15)) return escaped(random.of(forbidden));
    if (fields.length > 0 && random.chance(0.7)) return random.of(fields);
    return random.of(oddKeys);
  }

  function objectText({
    operationId,
    fields,
    forbidden,
  }: Pick<Described, 'operationId' | 'fields' | 'forbidden'>): string {
    const parts: string[] = [];
    const sound = requestExamples[operationId] ?? {};
    if (random.chance(0.6))
      for (const [name, value] of Object.entries(sound)) parts.push(`"${name}":${JSON.stringify(value)}`);
    for (let count = random.below(4); count > 0; count--)
      parts.push(`"${fieldName(fields, forbidden)}":${random.of(literals)}`);
    return `{${parts.join()}}`;
  }

  /** The bytes of a body: sound JSON, or harmed in one of many ways. */
  function bodyBytes(text: string): { bytes: Buffer; isHarmed: boolean } {
    const bytes = Buffer.from(text);
    if (random.chance(0.7)) return { bytes, isHarmed: false };
    const at = random.below(bytes.length + 1);
    const harms = [
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      () => Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(4)), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xed, 0xa0, 0x80]), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xc0, 0x80]), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([0]), bytes.subarray(at)]),
      () => bytes.subarray(0, at),
      () => Buffer.concat([bytes, bytes]),
      () => Buffer.from(text, 'utf16le'),
      () => gzipSync(bytes),
      () => brotliCompressSync(bytes.subarray(0, 200)),
      () => Buffer.from(random.of(literals)),
      () => random.bytes(random.below(60)),
      () => Buffer.alloc(0),
    ];
    // Only now and then, since they take long to read.
    if (random.chance(0.01))
      return { bytes: Buffer.alloc(102_401 + random.below(3) * 50_000, 0x20), isHarmed: true };
    return { bytes: random.of(harms)(), isHarmed: true };
  }

  function authorization(): string[] {
    if (random.chance(0.88)) return [`Authorization: Bearer ${token}`];
    const other = `sk_live_${'0'.repeat(32)}`;
    return random.of([
      [],
      ['Authorization: '],
      ['Authorization: Bearer'],
      [`Authorization: bearer   ${token}`],
      [`Authorization: Basic ${Buffer.from(token).toString('base64')}`],
      [`Authorization: Bearer ${other}`],
      [`Authorization: Bearer ${token}x`],
      [`Authorization: Bearer ${token},${token}`],
      [`Authorization: Bearer "${token}"`],
      [`Authorization: Bearer ${token.toUpperCase()}`],
      [`Authorization: Bearer sk_live_${'x'.repeat(5_000)}`],
      [`Authorization: Bearer ${other}`, `Authorization: Bearer ${token}`],
      [`Proxy-Authorization: Bearer ${token}`],
      [`Cookie: token=${token}`],
      ['Authorization: Bearer \u00ff\u00ff'],
    ]);
  }

  /** The request in bytes, framed as HTTP/1.1 asks for. */
  function framed(method: string, target: string, body: Buffer | undefined, isPlain: boolean): Buffer {
    const lines = [`${method} ${target} HTTP/1.1`];
    const odd = isPlain ? [] : Array.from({ length: random.below(3) }, () => random.of(oddHeaders));
    if (!odd.some((line) => line.startsWith('Host:'))) lines.push('Host: x.example');
    lines.push(...(isPlain ? [`Authorization: Bearer ${token}`] : authorization()));
    if (!isPlain && random.chance(0.01))
      lines.push(...Array.from({ length: 150 }, (_, index) => `X-Many-${index}: ${index}`));
    lines.push(...odd);
    if (body !== undefined) {
      if (isPlain || random.chance(0.85)) lines.push('Content-Type: application/json');
      else if (random.chance(0.8)) lines.push(`Content-Type: ${random.of(contentTypes)}`);
      if (!isPlain && random.chance(0.1)) {
        lines.push('Transfer-Encoding: chunked');
        const size = random.of(['', ';ext=1', ';ext="x"']);
        const chunks = body.length === 0 ? '' : `${body.length.toString(16)}${size}\r\n`;
        const end = body.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n';
        return Buffer.concat([toBytes(`${lines.join('\r\n')}\r\n\r\n${chunks}`), body, toBytes(end)]);
      }
      lines.push(`Content-Length: ${body.length}`);
    }
    return Buffer.concat([toBytes(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
  }

  function rest(): Sent {
    const operation = random.of(described);
    const isRead = operation.method === 'GET';
    const isOwn = random.chance(0.5);
    const path = pathOf(operation.path, isOwn ? () => example : piece);
    const target = `${path}${random.chance(isRead ? 0.7 : 0.1) ? query(operation.query) : ''}`;
    const method = isRead && random.chance(0.1) ? 'HEAD' : operation.method;
    const text = isRead ? undefined : objectText(operation);
    const body = text === undefined ? undefined : bodyBytes(text);
    const isRefused = text !== undefined && body?.isHarmed === false && hasOwn(text, operation.forbidden);
    const isPlain = random.chance(0.5);
    return {
      method,
      target,
      bytes: framed(
        method,
        target,
        body?.bytes ?? (random.chance(0.02) ? Buffer.from('{') : undefined),
        isPlain,
      ),
      isRefused,
      operationId: operation.operationId,
    };
  }

  function trpc(): Sent {
    const isBatch = random.chance(0.4);
    const one = () => (random.chance(0.85) ? random.of(operations).name : random.of(procedureNames));
    const count = isBatch ? 1 + random.below(random.chance(0.1) ? 30 : 4) : 1;
    const names = Array.from({ length: count }, one);
    const operation = operations.find(({ name }) => name === names[0]);
    const isQuery = random.chance(0.9) ? operation?.type !== 'mutation' : random.chance(0.5);
    const fields = Object.keys(operation?.fields ?? {});
    const inputs = names.map((_, index) => {
      const text = objectText({ operationId: names[index] ?? '', fields, forbidden: ['organizationId'] });
      const own = `"clientId":"${example}","userId":"${random.of(ids)}"`;
      const full = random.chance(0.6) ? text.replace('{', text === '{}' ? `{${own}` : `{${own},`) : text;
      return random.chance(0.85) ? full : random.of(literals);
    });
    const all = isBatch
      ? `{${inputs.map((text, index) => `"${random.chance(0.95) ? index : random.of(oddKeys)}":${text}`).join()}}`
      : (inputs[0] ?? '');
    const batch = isBatch
      ? random.of(['batch=1', 'batch=1', 'batch=1', 'batch=1', 'batch=0', 'batch', 'batch=1&batch=1'])
      : '';
    const body = bodyBytes(all);
    const input = random.chance(0.9)
      ? encodeURIComponent(body.bytes.toString().slice(0, 3_000).toWellFormed())
      : random.of(pieces);
    const parts = [
      batch,
      isQuery && random.chance(0.95) ? `input=${input}` : '',
      random.chance(0.05) ? 'connectionParams={' : '',
    ];
    const search = parts.filter((part) => part !== '').join('&');
    const target = `/trpc/${names.join()}${search === '' ? '' : `?${search}`}`;
    const method = isQuery ? random.of(['GET', 'GET', 'GET', 'GET', 'HEAD']) : 'POST';
    return {
      method,
      target,
      bytes: framed(method, target, isQuery ? undefined : body.bytes, random.chance(0.6)),
      isRefused: false,
      operationId: undefined,
    };
  }

  return () => (random.chance(0.6) ? rest() : trpc());
}

/** True when the text is a JSON object with one of these fields, however it is spelled. */
function hasOwn(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  try {
    const value: unknown = JSON.parse(text);
    return names.some((name) => Object.hasOwn(value as object, name));
  } catch {
    return false;
  }
}

/** Headers and targets hold bytes, not characters; beyond Latin-1 they are sent as UTF-8. */
const toBytes = (text: string) =>
  /^[\0-\u00ff]*$/.test(text) ? Buffer.from(text, 'latin1') : Buffer.from(text);
