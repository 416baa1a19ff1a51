import { type Card, useMay } from '../api.ts';
import { useDashboard } from '../calls/clients.ts';
import { useThreads } from '../calls/today.ts';
import { formatDateTime } from '../format.ts';
import { ActivityLink } from '../ui/activity-link.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';
import { toneOf, VerdictBadge } from '../ui/verdict.tsx';
import { healthIn, type Item, type Part, readChecklist } from './checklist.ts';

/**
 * Leads the page: the verdict, its reason and the next steps, without those of threads that are put off. Nothing before they
 * are computed.
 */
export function Lead({ clientId }: { clientId: string }) {
  const { data } = useDashboard(clientId);
  const { data: threads = [] } = useThreads(clientId);
  const health = data && healthIn(data.cards);
  if (!health) return null;
  const { verdict, reason } = health;
  const hidden = threads.filter(({ isHidden }) => isHidden).map(({ activityId }) => activityId);
  const steps = health.steps.filter((parts) =>
    parts.every(({ activityId }) => activityId === undefined || !hidden.includes(activityId)),
  );
  return (
    <section class={`panel lead ${toneOf(verdict)}`} aria-label="Verdict and next step">
      <p class="reason" dir="auto">
        <VerdictBadge verdict={verdict} /> <Parts clientId={clientId} parts={reason} />
      </p>
      {steps.map((parts, index) => (
        <p key={index} dir="auto">
          <strong>Next step:</strong> <Parts clientId={clientId} parts={parts} />
        </p>
      ))}
    </section>
  );
}

/** The three cards of the client, without what the page leads with. */
export function Cards({ clientId }: { clientId: string }) {
  const dashboard = useDashboard(clientId);
  return (
    <Show of={dashboard} what="the cards">
      {({ cards }) => (
        <div class="cards">
          {cards.map((card) => (
            <CardPanel key={card.id} clientId={clientId} card={card} />
          ))}
        </div>
      )}
    </Show>
  );
}

/** The quotes on a card, which may be fewer than what it counts. */
const maxQuotes = 7;

function CardPanel({ clientId, card }: { clientId: string; card: Card }) {
  const { name, position, result } = card;
  const timezone = useTimezone();
  const items = healthIn([card])?.others ?? readChecklist(result.content);
  return (
    <section class="panel">
      <h2>{name}</h2>
      {result.status === 'computing' ? (
        <Empty>Nothing yet: the card is computed once there are activities.</Empty>
      ) : (
        <Checklist clientId={clientId} items={items} />
      )}
      {position > 0 && items.length === maxQuotes && (
        <p class="hint">The {maxQuotes} most telling of the last year.</p>
      )}
      {result.computedAt && (
        <p class="hint">
          Computed <time datetime={result.computedAt}>{formatDateTime(result.computedAt, timezone)}</time>
        </p>
      )}
    </section>
  );
}

const Checklist = ({ clientId, items }: { clientId: string; items: Item[] }) => (
  <ul class="checklist">
    {items.map((item, index) => (
      <li key={index} class={item.isGood ? 'good' : 'watch'}>
        <span class="mark" aria-hidden="true">
          {item.isGood ? '✓' : '!'}
        </span>
        <span class="hidden">{item.isGood ? 'Good: ' : 'To watch: '}</span>
        <span dir="auto">
          <Parts clientId={clientId} parts={item.parts} />
        </span>
      </li>
    ))}
  </ul>
);

/** A line of a card, whose links open activities. */
function Parts({ clientId, parts }: { clientId: string; parts: readonly Part[] }) {
  const mayRead = useMay('activities:read');
  return (
    <>
      {parts.map(({ text, isBold, activityId }, index) => {
        if (activityId !== undefined && mayRead) {
          return (
            <ActivityLink key={index} clientId={clientId} activityId={activityId}>
              {text}
            </ActivityLink>
          );
        }
        return isBold ? <strong key={index}>{text}</strong> : text;
      })}
    </>
  );
}
