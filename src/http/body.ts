import type { IncomingMessage } from 'node:http';
import { ApiError, invalidArgument, malformedJson } from '../core/errors.ts';
import { asideFromWork } from './admission.ts';

/** The largest body that is read, in bytes. */
export const maxBodyBytes = 102_400;

const jsonMediaType = /^application\/json[\t ]*(;[\t ]*(charset=("?)utf-8\3[\t ]*)?)*$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of a request as text; an absent one is ''. Nothing is read before it is called, so that token, limits
 * and permission can come first.
 * @throws ApiError `payload_too_large`, `unsupported_media_type`, or `invalid_argument` when it is not UTF-8
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { headers } = request;
  const declaredBytes = Number(headers['content-length'] ?? 0);
  const transfer = headers['transfer-encoding']?.toLowerCase();
  if (declaredBytes === 0 && transfer === undefined) return '';
  if (declaredBytes > maxBodyBytes) throw new ApiError('payload_too_large');
  const isCompressed =
    (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity' ||
    (transfer ?? 'chunked') !== 'chunked';
  if (isCompressed || !jsonMediaType.test(headers['content-type'] ?? '')) {
    throw new ApiError('unsupported_media_type');
  }
  try {
    const read = () => readBytes(request);
    const bytes = await (request.complete ? read() : asideFromWork(request, read));
    return utf8.decode(bytes);
  } catch (error) {
    throw error instanceof ApiError ? error : malformedJson(error);
  }
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const isGone = () => reject(new Error('the connection was closed before the end of the body'));
    // Nothing more is heard of it.
    if (request.destroyed) isGone();
    const chunks: Buffer[] = [];
    let bytes = 0;
    // The rest of what is too large is still taken, and passed over: else the connection would hang.
    request.on('data', function take(chunk: Buffer) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBodyBytes) return;
      chunks.length = 0;
      request.off('data', take).resume();
      reject(new ApiError('payload_too_large'));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => {
      if (!request.readableEnded) isGone();
    });
  });
}

/**
 * Reads the body of a request as a JSON object.
 * @throws ApiError as `readBody`, and `invalid_argument` when it is absent, no JSON, or no object
 */
export async function readJsonObject(request: IncomingMessage): Promise<object> {
  const text = await readBody(request);
  if (text === '') throw invalidArgument({ body: 'Send a JSON object as the body.' });
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument({ body: 'Send a JSON object as the body.' });
  }
  return value;
}

/** @throws ApiError `invalid_argument` when it is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformedJson(error);
  }
}
