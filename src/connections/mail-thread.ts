import type { ReadResult } from '../activities/import/imported-activity.ts';
import { readMail } from '../activities/import/mail.ts';

/** A message, or its headers alone. */
export interface RawMail {
  readonly bytes: Uint8Array;
  /** The time when the server received it, for mail without a valid date. */
  readonly receivedAtMs: number | undefined;
}

/** The entry point of a worker thread: reads messages. */
export default async function readMails(mails: readonly RawMail[]): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  for (const { bytes, receivedAtMs } of mails) {
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    results.push(await readMail(raw, receivedAtMs === undefined ? undefined : new Date(receivedAtMs)));
  }
  return results;
}
