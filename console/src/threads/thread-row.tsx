import type { ComponentChildren } from 'preact';
import { type TodayThread, useMay } from '../api.ts';
import { useSnooze } from '../calls/today.ts';
import { formatDate, formatNumber, startOfDayIn } from '../format.ts';
import { ActivityLink } from '../ui/activity-link.tsx';
import { RowButton } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';

/** A thread by its person and subject. */
export const titleOf = ({ people: [person], subject }: TodayThread) =>
  [person, subject].filter(Boolean).join(': ') || 'Without a subject';

/**
 * A thread in a list, with a link to the message that brought its state about.
 * @param about tells where it stands
 * @param quote the sentence to show
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
  const { clientId, activityId, deadline } = thread;
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
        {quote && (
          <p class={quote.isGrave ? 'quote grave' : 'quote'} dir="auto">
            “{quote.text}”
          </p>
        )}
      </div>
      {actions}
    </li>
  );
}

/** Says since when somebody has waited, or nobody does. */
export function Wait({ thread: { state, isOwed, since, workingDays, unanswered } }: { thread: TodayThread }) {
  if (!isOwed) {
    const date = formatDate(since);
    return <>{state === 'waiting' ? `waiting for them since ${date}` : `${state} since ${date}`}</>;
  }
  const days = `${formatNumber(workingDays)} working ${workingDays === 1 ? 'day' : 'days'}`;
  const messages = unanswered > 1 ? `, ${formatNumber(unanswered)} messages` : '';
  return (
    <time datetime={since} class={isLate(workingDays) ? 'late' : undefined}>
      {workingDays === 0 ? 'less than a working day' : days}
      {messages}
    </time>
  );
}

/** An answer owed for longer forbids a healthy verdict. */
export const isLate = (workingDays: number) => workingDays > 2;

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
