import { useState } from 'preact/hooks';
import { useUnassignedActivities, useUnassignedActivity } from '../calls/unassigned.ts';
import { Article } from '../client/activity-panel.tsx';
import { formatAgo } from '../format.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';

/** The unassigned activities of a domain, and the chosen one beside them. */
export function UnassignedMessages({ domain, onClose }: { domain: string; onClose: () => void }) {
  const activities = useUnassignedActivities(domain);
  const [chosen, setChosen] = useState<string>();
  return (
    <Dialog title={`Newest unassigned mail of ${domain}`} onClose={onClose}>
      <Show of={activities} what="the mail">
        {(list) => {
          const shown = chosen ?? list[0]?.id;
          if (shown === undefined) return <Empty>There is no mail left.</Empty>;
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

function Message({ id }: { id: string }) {
  const activity = useUnassignedActivity(id);
  return (
    <Show of={activity} what="the message">
      {(read) => (
        <div>
          <h3 dir="auto">{read.subject || '(no subject)'}</h3>
          <Article activity={read} />
        </div>
      )}
    </Show>
  );
}
