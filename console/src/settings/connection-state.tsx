import type { Connection, ConnectionTest } from '../api.ts';
import { formatDateTime, formatNumber } from '../format.ts';

/** The account, or what else there is to know a connection by. */
export const nameOf = ({ account, server, integration }: Connection): string =>
  account ?? server ?? integration;

const states = {
  connecting: ['', 'Connecting'],
  syncing: ['warn', 'Reading'],
  idle: ['good', 'Up to date'],
  failing: ['bad', 'Failing'],
  paused: ['', 'Paused'],
} as const satisfies Record<Connection['state'], readonly [tone: string, label: string]>;

export function State({ connection: { state, failure, nextTryAt } }: { connection: Connection }) {
  const [tone, label] = states[state];
  return (
    <>
      <span class={`badge ${tone}`}>{label}</span>
      {failure !== null && (
        <p class="hint why" dir="auto">
          {failure.replace(/\.?$/, '.')}
          {state === 'failing' && ` Next attempt: ${formatDateTime(nextTryAt)}.`}
        </p>
      )}
    </>
  );
}

const list = new Intl.ListFormat('en-GB');

/** The result of a test, in a sentence. */
export const TestResult = ({ result }: { result: ConnectionTest }) => (
  <p role="status" class={result.failure === null ? 'works' : 'error'} dir="auto">
    {sentenceOf(result)}
  </p>
);

const count = (number: number, one: string) => `${formatNumber(number)} ${one}${number === 1 ? '' : 's'}`;

function sentenceOf({ failure, messages, mailboxes, meetings, ofClients }: ConnectionTest): string {
  if (failure !== null) return `The test failed: ${failure}.`;
  if (messages !== null) return `Signed in; ${count(messages, 'message')} in ${list.format(mailboxes)}.`;
  return `It works: ${count(meetings ?? 0, 'meeting')}, ${formatNumber(ofClients ?? 0)} with clients.`;
}
