import type { ReadResult } from '../activities/import/imported-activity.ts';
import { BoundReached, bundledProgram, runInThreads } from '../core/threads.ts';
import type { RawMail } from './mail-thread.ts';

/** For a batch of up to 8 MiB, which usually takes a second. */
const deadlineMs = 30_000;

const readInThread = runInThreads<readonly RawMail[], ReadResult[]>(bundledProgram('mail-thread'), {
  threads: 2,
  deadlineMs,
  memoryMb: 512,
});

/**
 * Reads messages in a worker thread. A batch that exceeds a limit is read again, message by message, so that only the
 * message that takes too long fails. Those of one organization are read one batch after the other.
 */
export async function readMails(
  mails: readonly RawMail[],
  organizationId: string,
  signal: AbortSignal,
): Promise<ReadResult[]> {
  if (mails.length === 0) return [];
  try {
    return await readInThread(mails, signal, organizationId);
  } catch (error) {
    if (!(error instanceof BoundReached)) throw error;
    if (mails.length === 1) return [{ ok: false, label: '', reason: `cannot be read: ${error.message}` }];
  }
  const results: ReadResult[] = [];
  for (const mail of mails) results.push(...(await readMails([mail], organizationId, signal)));
  return results;
}
