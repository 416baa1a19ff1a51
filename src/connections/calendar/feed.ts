import { hash } from 'node:crypto';
import { calendarProblem, maxCalendarBytes } from '../../activities/import/ics.ts';
import { ConnectionFault, refusedLogin } from '../fault.ts';
import { type HttpAnswer, retryAfter, sendRequest } from '../http.ts';

const bounds = { timeoutMs: 60_000, maxRedirects: 3 };

/** A calendar is asked for at most this often. */
const minIntervalSeconds = 300;
/** And at least this often, whatever it says. */
const maxIntervalSeconds = 86_400;

/** The headers by which a server recognizes an unchanged file. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** SHA-256 of the file, in hexadecimal. */
  readonly fileHash: string;
  readonly intervalSeconds: number;
}

/**
 * Fetches a calendar file, and what to remember of it; without the file if it is the one known before.
 * @param known of the last file that was read; undefined to get the file even if it has not changed
 * @throws ConnectionFault
 */
export async function fetchFeed(
  url: URL,
  known: Validators | undefined,
  allowPrivate: boolean,
  signal: AbortSignal,
  maxBytes = maxCalendarBytes,
): Promise<Validators & { readonly file: Buffer | undefined }> {
  const headers = {
    accept: 'text/calendar, */*;q=0.1',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
  const answer = await sendRequest(url, { headers }, { ...bounds, allowPrivate, maxBytes }, signal);
  if (answer.status === 304 && known) return { ...known, file: undefined };
  if (answer.status !== 200) throw refusal(url, answer);
  const file = answer.body;
  requireWhole(url, file);
  const fileHash = hash('sha256', file, 'hex');
  return {
    etag: answer.headers.get('etag'),
    lastModified: answer.headers.get('last-modified'),
    fileHash,
    intervalSeconds: intervalOf(answer),
    file: fileHash === known?.fileHash ? undefined : file,
  };
}

function refusal({ host }: URL, answer: HttpAnswer): ConnectionFault {
  const { status } = answer;
  if (status === 401 || status === 403)
    return new ConnectionFault(
      `${host} denies access to the calendar (status ${status}); copy its URL again, and update the connection`,
      refusedLogin,
    );
  if (status === 404 || status === 410)
    return new ConnectionFault(
      `${host} has no calendar at the URL (status ${status}); copy its URL again, and update the connection`,
    );
  return new ConnectionFault(
    `${host} answered with status ${status} instead of the calendar`,
    retryAfter(answer),
  );
}

/** @throws ConnectionFault for something else, such as a login page, or a file that ends too early */
function requireWhole({ host }: URL, file: Buffer): void {
  if (!/BEGIN:VCALENDAR/i.test(file.toString('latin1', 0, 1_024)))
    throw new ConnectionFault(
      `${host} sends no calendar at the URL; check that it is the one for iCal or ICS`,
    );
  if (!/END:VCALENDAR\s*$/i.test(file.toString('latin1', Math.max(0, file.length - 1_024))))
    throw new ConnectionFault(`${host} sent a truncated calendar`);
  const problem = calendarProblem(file);
  if (problem !== undefined)
    throw new ConnectionFault(`${host} sends a calendar that ${problem}; publish a shorter period`);
}

/** The interval that the server (`Cache-Control`) and the file (RFC 7986, 5.7) ask for, within bounds. */
function intervalOf({ headers, body }: HttpAnswer): number {
  const [, maxAge = '0'] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? [];
  const head = body.toString('latin1', 0, 16_384);
  const [, duration = ''] =
    /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)[^:\n]{0,100}:(\w{1,40})/im.exec(head) ?? [];
  const asked = Math.max(Number(maxAge), toSeconds(duration));
  return Math.min(Math.max(asked, minIntervalSeconds), maxIntervalSeconds);
}

const secondsOf = { W: 604_800, D: 86_400, H: 3_600, M: 60, S: 1 };

/** Reads a duration such as `PT12H` (RFC 5545, 3.3.6); 0 if it is not one. */
function toSeconds(duration: string): number {
  if (!/^P[\dDTHMSW]+$/i.test(duration)) return 0;
  let seconds = 0;
  for (const [, count, unit] of duration.toUpperCase().matchAll(/(\d{1,6})([WDHMS])/g))
    seconds += Number(count) * (secondsOf[unit as keyof typeof secondsOf] ?? 0);
  return seconds;
}
