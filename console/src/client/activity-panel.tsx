import type { ComponentChildren } from 'preact';
import type { Activity, Conversation } from '../api.ts';
import { useActivity, useConversation, useNames } from '../calls/clients.ts';
import { useThreads } from '../calls/today.ts';
import { formatDateTime } from '../format.ts';
import { HideOrShow } from '../threads/thread-row.tsx';
import { ActivityLink, useOpenActivity } from '../ui/activity-link.tsx';
import { Address } from '../ui/address.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Show } from '../ui/query.tsx';
import { typeLabels } from './activity-type.ts';
import { replyLink } from './reply-link.ts';

/** The content is cut to this length, in bytes of UTF-8. */
const maxContentBytes = 10_240;
const isCut = (content: string) => new TextEncoder().encode(content).length > maxContentBytes - 4;

/** An activity beside the page, and its thread. */
export function ActivityPanel({ clientId, activityId }: { clientId: string; activityId: string }) {
  const activity = useActivity(clientId, activityId);
  const conversation = useConversation(clientId, activityId);
  const names = useNames(clientId);
  const { show, close } = useOpenActivity(clientId);
  const { previousId, nextId, messages = [] } = conversation.data ?? {};
  const index = messages.findIndex(({ id }) => id === activityId);
  const { data: threads = [] } = useThreads(clientId);
  const thread = threads.find((thread) => messages.some(({ id }) => id === thread.activityId));
  const step = (label: string, id: string | null | undefined) => (
    // Stays focusable at the end, where the focus would be lost otherwise.
    <button type="button" aria-disabled={!id} onClick={() => id && show(id)}>
      {label}
    </button>
  );
  return (
    <Dialog isBeside title={activity.data?.subject || 'Activity'} onClose={close}>
      <div class="actions">
        {step('Previous', previousId)}
        {step('Next', nextId)}
        {messages.length > 1 && (
          <span class="muted">
            {index + 1} of {messages.length} in the thread
          </span>
        )}
        {activity.data && <Reply activity={activity.data} isOurs={messages[index]?.isOurs ?? false} />}
      </div>
      {thread && <HideOrShow thread={thread} />}
      <Show of={activity} what="the activity">
        {(read) => <Article activity={read} names={names} />}
      </Show>
      <Show of={conversation} what="the thread">
        {(read) => read.messages.length > 1 && <Thread clientId={clientId} conversation={read} />}
      </Show>
    </Dialog>
  );
}

/** Replies to the sender, and where that is one of our users, to the one who was written to. */
function Reply({ activity, isOurs }: { activity: Activity; isOurs: boolean }) {
  const { type, participants, subject } = activity;
  const href = type === 'email' ? replyLink(participants[isOurs ? 1 : 0], subject) : undefined;
  return href === undefined ? null : <a href={href}>Reply in your mail program</a>;
}

type Names = ReadonlyMap<string, string>;
type Read = Pick<Activity, 'type' | 'source' | 'occurredAt' | 'content' | 'participants'> & {
  archivedAt?: string | null;
};

/** An activity with its content, which is always shown as text. */
export function Article({ activity, names = new Map() }: { activity: Read; names?: Names }) {
  const { type, source, occurredAt, content, archivedAt } = activity;
  return (
    <article>
      <dl class="envelope">
        <Participants activity={activity} names={names} />
        <Row label="Date">
          <time datetime={occurredAt}>{formatDateTime(occurredAt)}</time>
        </Row>
        <Row label="Source">
          {typeLabels[type]}, <bdi>{source}</bdi>
          {archivedAt && ', archived'}
        </Row>
      </dl>
      <div class="content" dir="auto">
        {content}
      </div>
      {isCut(content) && <p class="hint">The rest is not shown.</p>}
    </article>
  );
}

const Row = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** The sender of an email is its first participant. */
function Participants({ activity: { type, participants }, names }: { activity: Read; names: Names }) {
  const [sender, ...others] = participants;
  const people = (label: string, addresses: readonly string[]) =>
    addresses.length > 0 && (
      <Row label={label}>
        <ul>
          {addresses.map((address) => (
            <li key={address}>
              {names.has(address) && (
                <>
                  <bdi>{names.get(address)}</bdi> ·{' '}
                </>
              )}
              <Address text={address} />
            </li>
          ))}
        </ul>
      </Row>
    );
  if (type !== 'email' || sender === undefined) return people('People', participants);
  return (
    <>
      {people('From', [sender])}
      {people('To', others)}
    </>
  );
}

function Thread({ clientId, conversation: { messages } }: { clientId: string; conversation: Conversation }) {
  const names = useNames(clientId);
  return (
    <section class="thread" aria-labelledby="thread">
      <h3 id="thread">Thread</h3>
      <ol>
        {messages.map(({ id, subject, occurredAt, sender }) => (
          <li key={id}>
            <ActivityLink clientId={clientId} activityId={id}>
              {(sender !== null && names.get(sender)) || sender || subject || '(no subject)'}
            </ActivityLink>{' '}
            <time class="muted" datetime={occurredAt}>
              {formatDateTime(occurredAt)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
