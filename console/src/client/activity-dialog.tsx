import { useActivity, useNames } from '../calls/clients.ts';
import { formatDateTime } from '../format.ts';
import { Address } from '../ui/address.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Show } from '../ui/query.tsx';
import { useTimezone } from '../ui/timezone.ts';
import { typeLabels } from './activity-type.ts';

/** The content is cut to this length, in bytes of UTF-8. */
const maxContentBytes = 10_240;
const isCut = (content: string) => new TextEncoder().encode(content).length > maxContentBytes - 4;

/** An activity with its content, which is always shown as text. */
export function ActivityDialog({
  clientId,
  activityId,
  onClose,
}: {
  clientId: string;
  activityId: string;
  onClose: () => void;
}) {
  const activity = useActivity(clientId, activityId);
  const names = useNames(clientId);
  const timezone = useTimezone();
  return (
    <Dialog title={activity.data?.subject || 'Activity'} onClose={onClose}>
      <Show of={activity} what="the activity">
        {({ type, source, occurredAt, participants, content, archivedAt }) => (
          <article>
            <p class="muted">
              {typeLabels[type]} · <time datetime={occurredAt}>{formatDateTime(occurredAt, timezone)}</time> ·
              from <span dir="auto">{source}</span>
              {archivedAt && ' · archived'}
            </p>
            <ul class="participants" aria-label="Participants">
              {participants.map((participant) => (
                <li key={participant}>
                  <Participant address={participant} name={names.get(participant)} />
                </li>
              ))}
            </ul>
            <div class="content" dir="auto">
              {content}
            </div>
            {isCut(content) && <p class="hint">The rest is not shown.</p>}
          </article>
        )}
      </Show>
    </Dialog>
  );
}

function Participant({ address, name }: { address: string; name: string | undefined }) {
  if (name === undefined) return <Address text={address} />;
  return (
    <>
      <bdi>{name}</bdi> · <Address text={address} />
    </>
  );
}
