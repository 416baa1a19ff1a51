import { useState } from 'preact/hooks';
import { useUnassignedActivities, useUnassignedActivity } from '../calls/unassigned.ts';
import { formatAgo, formatDateTime } from '../format.ts';
import { Address } from '../ui/address.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';

/** The unassigned activities of a domain, and the chosen one beside them. */
export function UnassignedMessages({ domain, onClose }: { domain: string; onClose: () => void }) {
  const activities = useUnassignedActivities(domain);
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog title={`Unassigned mail of ${domain}`} onClose={onClose}>
      <Show of={activities} what="the mail">
        {(list) => {
          const shown = chosen ?? list[0]?.id;
          if (shown === undefined) return <Empty>There is none any more.</Empty>;
          return (
            <div class="reader">
              <ul>
                {list.map(({ id, subject, from, occurredAt }) => (
                  <li key={id}>
                    <button type="button" aria-pressed={id === shown} onClick={() => setChosen(id)}>
                      <bdi>{subject || '(no subject)'}</bdi>
                      <span class="hint">
                        <bdi>{from}</bdi>, {formatAgo(occurredAt)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <Message key={shown} id={shown} />
            </div>
          );
        }}
      </Show>
    </Dialog>
  );
}

/** An activity with its content, which is always shown as text. */
function Message({ id }: { id: string }) {
  const activity = useUnassignedActivity(id);
  return (
    <Show of={activity} what="the message">
      {({ subject, source, occurredAt, participants, content }) => (
        <article>
          <h3 dir="auto">{subject || '(no subject)'}</h3>
          <p class="muted">
            <time datetime={occurredAt}>{formatDateTime(occurredAt)}</time> · from{' '}
            <span dir="auto">{source}</span>
          </p>
          <ul class="participants" aria-label="Participants">
            {participants.map((participant) => (
              <li key={participant}>
                <Address text={participant} />
              </li>
            ))}
          </ul>
          <div class="content" dir="auto">
            {content}
          </div>
        </article>
      )}
    </Show>
  );
}
