import { startHttpServer } from './http-server.ts';

/** Receives traces over OTLP/HTTP with Protocol Buffers, as a collector does. */
export async function startCollector() {
  const { url, requests } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end(),
  );
  return { url, requests, spans: () => requests.flatMap(({ bytes }) => readTraces(bytes)) };
}

/** The values of each field number, in order. Messages, strings and bytes are kept as bytes. */
type Fields = Map<number, (Buffer | number)[]>;

function readMessage(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const sized = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const wireType = key & 7;
    if (![0, 1, 2, 5].includes(wireType)) throw new Error(`no Protocol Buffers: wire type ${wireType}`);
    const value = wireType === 0 ? varint() : sized(wireType === 1 ? 8 : wireType === 5 ? 4 : varint());
    const number = Math.floor(key / 8);
    fields.set(number, [...(fields.get(number) ?? []), value]);
  }
  return fields;
}

const bytesOf = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((value) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0)));
const messages = (fields: Fields, number: number) => bytesOf(fields, number).map(readMessage);
const textOf = (fields: Fields, number: number, encoding: BufferEncoding = 'utf8') =>
  Buffer.concat(bytesOf(fields, number)).toString(encoding);
const numberOf = (fields: Fields | undefined, number: number) => Number(fields?.get(number)?.[0] ?? 0);

/** Reads attributes; values are strings or integers. */
const attributesOf = (fields: Fields, number: number): Record<string, string | number> =>
  Object.fromEntries(
    messages(fields, number).map((pair) => {
      const [value = new Map()] = messages(pair, 2);
      return [textOf(pair, 1), value.has(3) ? numberOf(value, 3) : textOf(value, 1)];
    }),
  );

/** Reads spans; the field numbers are from `opentelemetry/proto/trace/v1/trace.proto`. */
const readTraces = (body: Buffer) =>
  messages(readMessage(body), 1).flatMap((ofResource) => {
    const service = messages(ofResource, 1).map((resource) => attributesOf(resource, 1)['service.name']);
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => ({
        service: String(service[0]),
        traceId: textOf(span, 1, 'hex'),
        spanId: textOf(span, 2, 'hex'),
        /** Empty for the first span of a trace. */
        parentSpanId: textOf(span, 4, 'hex'),
        name: textOf(span, 5),
        /** 2 for a server's, 3 for a client's. */
        kind: numberOf(span, 6),
        attributes: attributesOf(span, 9),
        /** 2 for an error. */
        status: numberOf(messages(span, 15)[0], 3),
      })),
    );
  });
