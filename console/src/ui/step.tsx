import type { NextStep } from '../api.ts';
import { daysSince, formatDate, formatNumber, formatWorkingDays } from '../format.ts';
import { ActivityLink } from './activity-link.tsx';

const verbs = {
  answer: 'Answer',
  keepPromise: 'Do what you promised',
  askAgain: 'Ask again about',
  getInTouch: 'Get in touch with',
  discuss: 'Talk about',
} as const satisfies Record<NextStep['action'], string>;
const withoutSubject: { [action: string]: string } = { askAgain: 'Ask them again', discuss: 'Talk to them' };

/** Shows a next step: a link to its message, and the days since. */
export const Step = ({ clientId, step }: { clientId: string; step: NextStep }) => {
  const { action, person, subject, activityId, since, workingDays } = step;
  const days = daysSince(since);
  const passed = days <= 0 ? 'today' : `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
  const isToSomebody = action === 'getInTouch' || action === 'keepPromise';
  const about = [person ?? (isToSomebody && 'them'), subject && `“${subject}”`];
  return (
    <>
      <ActivityLink clientId={clientId} activityId={activityId}>
        {(!subject && withoutSubject[action]) || verbs[action]} {about.filter(Boolean).join(': ')}
      </ActivityLink>{' '}
      <time class="muted" datetime={since} title={`since ${formatDate(since)}`}>
        {action === 'answer' ? formatWorkingDays(workingDays) : passed}
      </time>
    </>
  );
};
