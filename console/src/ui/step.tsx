import type { NextStep } from '../api.ts';
import { daysSince, formatDate, formatNumber } from '../format.ts';
import { ActivityLink } from './activity-link.tsx';

const verbs = {
  answer: 'Answer',
  askAgain: 'Ask again',
  getInTouch: 'Get in touch with',
  discuss: 'Talk about',
} as const satisfies Record<NextStep['action'], string>;

/** What to do next, with a link to the message because of which, and for how many days it has been there. */
export const Step = ({ clientId, step }: { clientId: string; step: NextStep }) => {
  const { action, person, subject, activityId, since } = step;
  const days = daysSince(since);
  const about = [person ?? (action === 'getInTouch' && 'them'), subject && `“${subject}”`];
  return (
    <>
      <ActivityLink clientId={clientId} activityId={activityId}>
        {verbs[action]} {about.filter(Boolean).join(': ')}
      </ActivityLink>{' '}
      <time class="muted" datetime={since} title={`since ${formatDate(since)}`}>
        {days <= 0 ? 'today' : `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`}
      </time>
    </>
  );
};
