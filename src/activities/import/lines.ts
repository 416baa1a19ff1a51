import { createReadStream } from 'node:fs';

/** A line with its line ending, or a part of a long line. */
interface LinePiece {
  bytes: Buffer;
  /** True if the piece begins a line. */
  starts: boolean;
  /** True if the piece ends a line. */
  ends: boolean;
}

const newline = 0x0a;

/** A line up to this length in bytes always comes in one piece. */
const wholeLineBytes = 4_096;

function openingProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return error instanceof Error ? error.message : String(error);
}

/** Thrown when a file cannot be opened or read. The message is one line that names the file. */
export class UnreadableFile extends Error {}

/** The error for a file that cannot be opened or read. */
const unreadable = (path: string, cause: unknown) =>
  new UnreadableFile(`cannot read ${path}: ${openingProblem(cause)}`, { cause });

/**
 * Reads a file in chunks of 64 KiB.
 * @throws UnreadableFile when it cannot be read
 */
export async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Reads the lines of a file in batches. A line longer than 4 KiB may come in several pieces, so that memory stays
 * constant. The last line of a file may lack a piece with `ends`.
 */
export async function* readLinePieces(path: string): AsyncGenerator<LinePiece[]> {
  let carried: Buffer = Buffer.alloc(0);
  let starts = true;
  for await (const chunk of readChunks(path)) {
    const data = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    const pieces: LinePiece[] = [];
    let from = 0;
    for (let end = data.indexOf(newline); end !== -1; end = data.indexOf(newline, from)) {
      pieces.push({ bytes: data.subarray(from, end + 1), starts, ends: true });
      starts = true;
      from = end + 1;
    }
    carried = data.subarray(from);
    if (carried.length > wholeLineBytes) {
      pieces.push({ bytes: carried, starts, ends: false });
      starts = false;
      carried = Buffer.alloc(0);
    }
    yield pieces;
  }
  if (carried.length > 0) yield [{ bytes: carried, starts, ends: true }];
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
    if (this.overflowed) return;
    const needed = this.used + bytes.length;
    if (needed > this.limit) {
      this.overflowed = true;
      this.store = Buffer.alloc(0);
      this.used = 0;
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
