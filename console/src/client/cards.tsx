import { Link } from 'wouter-preact';
import { type Card, useMay } from '../api.ts';
import { useDashboard } from '../calls/clients.ts';
import { formatDateTime } from '../format.ts';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';
import { type Item, readChecklist } from './checklist.ts';

/** The three cards of the client. */
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

function CardPanel({ clientId, card: { name, position, result } }: { clientId: string; card: Card }) {
  const timezone = useTimezone();
  const items = readChecklist(result.content);
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
          <Parts clientId={clientId} item={item} />
        </span>
      </li>
    ))}
  </ul>
);

function Parts({ clientId, item }: { clientId: string; item: Item }) {
  const mayRead = useMay('activities:read');
  return (
    <>
      {item.parts.map(({ text, isBold, activityId }, index) => {
        if (activityId !== undefined && mayRead) {
          return (
            <Link key={index} href={`/clients/${clientId}/activities/${activityId}`}>
              {text}
            </Link>
          );
        }
        return isBold ? <strong key={index}>{text}</strong> : text;
      })}
    </>
  );
}
