import { type ActivitySummary, type ActivityType, useMay } from '../api.ts';
import { useActivities, useNames } from '../calls/clients.ts';
import { dayOf, formatDay, formatTime } from '../format.ts';
import { ActivityLink } from '../ui/activity-link.tsx';
import { Address } from '../ui/address.tsx';
import { Choices } from '../ui/choices.tsx';
import { useKept } from '../ui/kept.ts';
import { Older, Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { activityTypes, typeLabels } from './activity-type.ts';
import { AddNote } from './add-note.tsx';

/** The activities of the client by day, newest first. */
export function Timeline({ clientId }: { clientId: string }) {
  const [type, setType] = useKept<ActivityType | undefined>(`timeline.type ${clientId}`, undefined);
  const activities = useActivities(clientId, type);
  const mayWrite = useMay('activities:write');
  return (
    <section class="panel timeline" aria-busy={activities.isPending}>
      <h2>Activities</h2>
      {mayWrite && <AddNote clientId={clientId} />}
      <Choices
        label="Type"
        options={[[undefined, 'All'], ...activityTypes.map((one) => [one, typeLabels[one]] as const)]}
        chosen={type}
        onChoose={setType}
      />
      <Show of={activities} what="the activities">
        {({ pages }) =>
          pages[0]?.data.length === 0 ? (
            <Empty>
              {type === undefined ? 'There are no activities yet.' : 'No activities of this type.'}
            </Empty>
          ) : (
            <Days clientId={clientId} activities={pages.flatMap(({ data }) => data)} />
          )
        }
      </Show>
      <Older of={activities} />
    </section>
  );
}

function Days({ clientId, activities }: { clientId: string; activities: ActivitySummary[] }) {
  const names = useNames(clientId);
  const days = Map.groupBy(activities, ({ occurredAt }) => dayOf(occurredAt));
  const line = ({ id, type, subject, occurredAt, participants, archivedAt }: ActivitySummary) => {
    const [first = '', ...others] = participants;
    return (
      <li key={id} class="activity">
        <time datetime={occurredAt}>{formatTime(occurredAt)}</time>
        <span class="type">
          <span class={`swatch ${type}`} aria-hidden="true" /> {typeLabels[type]}
        </span>
        <span class="what">
          <ActivityLink clientId={clientId} activityId={id}>
            {subject === '' ? '(no subject)' : subject}
          </ActivityLink>
          {archivedAt && <span class="badge">Archived</span>}
        </span>
        <span class="muted who wide" title={first}>
          <Address text={names.get(first) ?? first} />
          {others.length > 0 && ` and ${others.length} more`}
        </span>
      </li>
    );
  };
  return (
    <ol class="days">
      {[...days].map(([day, ofDay]) => (
        <li key={day}>
          <h3>{formatDay(ofDay[0]?.occurredAt ?? day)}</h3>
          <ul>{ofDay.map(line)}</ul>
        </li>
      ))}
    </ol>
  );
}
