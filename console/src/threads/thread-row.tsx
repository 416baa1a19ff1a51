import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ClientThread, type TodayThread, useMay } from '../api.ts';
import { useRestore, useSnooze } from '../calls/today.ts';
import { formatDate, formatNumber, formatWorkingDays, startOfDayIn } from '../format.ts';
import { ActivityLink } from '../ui/activity-link.tsx';
import { RowButton } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';

/** A thread by its person and subject. */
export const titleOf = ({ people: [person], subject }: TodayThread) =>
  [person, subject].filter(Boolean).join(': ') || '(no subject)';

/**
 * A thread in a list, with a link to the message that brought its state about.
 * @param about tells where it stands
 * @param quote the sentence to show, with its author if that is not the person whom the row names
 */
export function ThreadRow({
  thread,
  about,
  quote,
  actions,
}: {
  thread: TodayThread;
  about: ComponentChildren;
  quote: TodayThread['quote'];
  actions: ComponentChildren;
}) {
  const { clientId, activityId, people, deadline, promise, question } = thread;
  const title = titleOf(thread);
  return (
    <li>
      <div class="what">
        <p>
          {useMay('activities:read') ? (
            <ActivityLink clientId={clientId} activityId={activityId}>
              {title}
            </ActivityLink>
          ) : (
            <span dir="auto">{title}</span>
          )}
        </p>
        <p class="muted">
          {about}
          {deadline && ` · ${deadline}`}
        </p>
        <Said what="You promised" text={promise} />
        {quote?.kind !== 'friction' && <Said what="They ask" text={question} />}
        {quote && (
          <p class={quote.isGrave ? 'quote grave' : 'quote'} dir="auto">
            {quote.author && quote.author !== people[0] && <bdi>{quote.author}: </bdi>}“{quote.text}”
          </p>
        )}
      </div>
      {actions}
    </li>
  );
}

const Said = ({ what, text }: { what: string; text: string | null | undefined }) =>
  text ? (
    <p class="quote">
      {what}: “<bdi>{text}</bdi>”
    </p>
  ) : null;

/** `open` is a question to which no answer is owed. */
const settled = {
  open: 'open since',
  waiting: 'waiting for them since',
  solved: 'solved on',
  quiet: 'last activity on',
} as const satisfies Record<TodayThread['state'], string>;

/** Says since when somebody has waited, or nobody does. */
export function Wait({ thread }: { thread: TodayThread }) {
  const { state, isOwed, since, workingDays, unanswered } = thread;
  if (!isOwed) return <>{`${settled[state]} ${formatDate(since)}`}</>;
  const messages = unanswered > 1 ? `, ${formatNumber(unanswered)} messages` : '';
  return (
    <time datetime={since} class={isLate(thread) ? 'late' : undefined}>
      {`${formatWorkingDays(workingDays)}${messages}`}
    </time>
  );
}

/** An answer owed for longer than two working days forbids a healthy verdict. */
export const isLate = ({ workingDays, promise }: TodayThread) => !promise && workingDays >= 2;

/** The buttons that take a thread off the list of Today. */
export function Hide({ thread, onHidden }: { thread: TodayThread; onHidden: (thread: TodayThread) => void }) {
  const snooze = useSnooze();
  const { clientId, activityId, unanswered } = thread;
  const button = (label: string, until: () => string | null) => (
    <RowButton
      label={label}
      of={titleOf(thread)}
      class="quiet"
      disabled={snooze.isPending}
      onClick={() =>
        snooze.mutate(
          { clientId, activityId, unanswered, until: until() },
          { onSuccess: () => onHidden(thread) },
        )
      }
    />
  );
  return (
    <div class="actions">
      {button('Done', () => null)}
      {button('Tomorrow', () => startOfDayIn(1))}
      {button('In a week', () => startOfDayIn(7))}
      {snooze.error && <Failure error={snooze.error} />}
    </div>
  );
}

/** True while we or they wait for an answer, or it holds a threat or a deadline. */
export const isUnsettled = ({ state, isAtRisk }: ClientThread) =>
  state === 'open' || state === 'waiting' || isAtRisk;

/** The buttons that take a thread of a client off the list of Today, or the one that puts it back. */
export function HideOrShow({ thread }: { thread: ClientThread }) {
  const { isHidden } = thread;
  const buttons = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  // The button that had the focus is gone.
  useEffect(() => {
    if (hasMoved.current) buttons.current?.querySelector('button')?.focus();
    hasMoved.current = false;
  }, [isHidden]);
  const move = () => {
    hasMoved.current = true;
  };
  if (!useMay('clients:write') || !isUnsettled(thread)) return null;
  return (
    <div ref={buttons}>
      {isHidden ? <ShowAgain thread={thread} onShown={move} /> : <Hide thread={thread} onHidden={move} />}
    </div>
  );
}

function ShowAgain({ thread, onShown }: { thread: ClientThread; onShown: () => void }) {
  const restore = useRestore();
  return (
    <div class="actions">
      <RowButton
        label="Show on Today again"
        of={titleOf(thread)}
        class="quiet"
        disabled={restore.isPending}
        onClick={() => {
          onShown();
          restore.mutate(thread);
        }}
      />
      {restore.error && <Failure error={restore.error} />}
    </div>
  );
}
