import { perSecond } from './progress.ts';
import type { Runner } from './runner.ts';

const backupNote =
  'note: earlier backups and exports still have the data; run this command again after restoring one';

export const erasureHelp =
  '\nRun it again if it was interrupted. The audit log records the erasure,\nwithout the data.\n';

/** Shows the progress of an erasure and returns its result, which comes last. */
export async function erasureResult<Result extends object>(
  parts: AsyncIterable<number | Result>,
  { progress, now }: Runner,
): Promise<Result> {
  const start = now();
  let result: Result | undefined;
  let rows = 0;
  for await (const part of parts) {
    if (typeof part === 'number') rows += part;
    else result = part;
    if (rows > 0) progress.show(`${rows} rows searched, ${perSecond(rows, start, now())}`);
  }
  if (!result) throw new Error('the erasure was interrupted; run it again');
  progress.end();
  progress.say(backupNote);
  return result;
}
