import { createReadStream } from 'node:fs';

const newline = 0x0a;

function openingProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}

/** Thrown when a file cannot be opened or read. The message is one line that names the file. */
export class UnreadableFile extends Error {}

/**
 * Reads a file in chunks of 64 KiB.
 * @throws UnreadableFile when it cannot be read
 */
export async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (cause) {
    throw new UnreadableFile(`cannot read ${path}: ${openingProblem(cause)}`, { cause });
  }
}

/**
 * Reads the lines of a file with their line endings; the last one may lack it. Memory stays constant: a line longer than
 * `maxBytes` is undefined.
 * @throws UnreadableFile when the file cannot be read
 */
export async function* readLines(path: string, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let begun = new BoundedBytes(maxBytes);
  for await (const chunk of readChunks(path)) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      begun.add(chunk.subarray(from, end + 1));
      yield begun.overflowed ? undefined : begun.bytes;
      begun = new BoundedBytes(maxBytes);
      from = end + 1;
    }
    begun.add(chunk.subarray(from));
  }
  if (begun.overflowed) yield undefined;
  else if (begun.bytes.length > 0) yield begun.bytes;
}

/** Collects bytes up to a limit. Beyond it, it discards them and sets `overflowed`. */
export class BoundedBytes {
  overflowed = false;
  private readonly limit: number;
  private store: Buffer = Buffer.alloc(0);
  private used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(bytes: Buffer): void {
    const needed = this.used + bytes.length;
    this.overflowed ||= needed > this.limit;
    if (this.overflowed) {
      this.store = Buffer.alloc(0);
      return;
    }
    if (needed > this.store.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.limit, Math.max(needed, this.store.length * 2)));
      this.store.copy(larger, 0, 0, this.used);
      this.store = larger;
    }
    bytes.copy(this.store, this.used);
    this.used = needed;
  }

  /** The bytes collected so far; valid until the next `add`. */
  get bytes(): Buffer {
    return this.store.subarray(0, this.used);
  }
}
