import type { ComponentChildren } from 'preact';
import type { CardQuote, ClientDetails } from '../api.ts';
import { formatDate, formatDateTime } from '../format.ts';
import { ActivityLink } from '../ui/activity-link.tsx';
import { Empty } from '../ui/states.tsx';
import { Step } from '../ui/step.tsx';
import { toneOf, VerdictBadge } from '../ui/verdict.tsx';
import { typeLabels } from './activity-type.ts';

/** Leads the page: the next steps, and the verdict with its reason. Nothing before they are computed. */
export function Lead({ client: { id, insight } }: { client: ClientDetails }) {
  if (!insight) return null;
  const { verdict, reason, steps } = insight;
  return (
    <section class={`panel lead ${toneOf(verdict)}`} aria-label="Verdict and next step">
      {steps.map((step) => (
        <p key={step.activityId} class="step">
          <Step clientId={id} step={step} />
        </p>
      ))}
      <p>
        <VerdictBadge verdict={verdict} /> <bdi>{reason}</bdi>
      </p>
    </section>
  );
}

/** The content of the three cards of the client, without what the page leads with. */
export function Cards({ client: { id, insight } }: { client: ClientDetails }) {
  if (!insight)
    return (
      <Card title="Client Health">
        <Empty>
          Nothing yet: cards are computed once there are activities. Mail without a rule waits under Settings,
          Unassigned mail.
        </Empty>
      </Card>
    );
  const { observations, quotes, computedAt } = insight;
  return (
    <div class="cards">
      <Card title="Client Health">
        <ul class="checklist">
          {observations.map(({ isGood, text }) => (
            <Item key={text} isGood={isGood}>
              {text}
            </Item>
          ))}
        </ul>
        <p class="hint">
          Computed <time datetime={computedAt}>{formatDateTime(computedAt)}</time>
        </p>
      </Card>
      <Card title="Wins & Traction">
        <Quotes clientId={id} quotes={quotes.filter(({ kind }) => kind === 'win')} />
      </Card>
      <Card title="Frictions & Risks">
        <Quotes clientId={id} quotes={quotes.filter(({ kind }) => kind === 'friction')} none="None open." />
      </Card>
    </div>
  );
}

const Card = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="panel">
    <h2>{title}</h2>
    {children}
  </section>
);

/** The quotes on a card, which may be fewer than there are. */
const maxQuotes = 7;

type QuotesProps = { clientId: string; quotes: CardQuote[]; none?: string };
const Quotes = ({ clientId, quotes, none = 'None found in the last year.' }: QuotesProps) =>
  quotes.length === 0 ? (
    <Empty>{none}</Empty>
  ) : (
    <>
      <ul class="checklist">
        {quotes.map(({ kind, subject, standing, text, author, occurredAt, activityId, type }) => (
          <Item key={`${activityId} ${text}`} isGood={kind === 'win'}>
            {subject && <strong>{subject}</strong>}
            {standing && <span class="muted"> {standing}</span>}
            <q dir="auto">{text}</q>
            <span class="muted">
              {author && <bdi>{author}, </bdi>}
              {formatDate(occurredAt)},{' '}
              <ActivityLink clientId={clientId} activityId={activityId}>
                {typeLabels[type]}
              </ActivityLink>
            </span>
          </Item>
        ))}
      </ul>
      {quotes.length === maxQuotes && <p class="hint">The {maxQuotes} most telling of the last year.</p>}
    </>
  );

const Item = ({ isGood, children }: { isGood: boolean; children: ComponentChildren }) => (
  <li class={isGood ? 'good' : 'watch'}>
    <span class="mark" aria-hidden="true">
      {isGood ? '✓' : '!'}
    </span>
    <span class="hidden">{isGood ? 'Good: ' : 'To watch: '}</span>
    <span dir="auto">{children}</span>
  </li>
);
