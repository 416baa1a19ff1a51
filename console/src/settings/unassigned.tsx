import { useMemo, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Client, type UnassignedDomain, useMay } from '../api.ts';
import { CreatedBefore } from '../board/create-client.tsx';
import { wasCreatedBefore } from '../calls/clients.ts';
import { useAdoptDomain, useUnassigned } from '../calls/unassigned.ts';
import { formatAgo, formatNumber } from '../format.ts';
import { ActionsHeader } from '../ui/actions-header.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Show } from '../ui/query.tsx';
import { Empty, fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';
import { useTimezone } from '../ui/timezone.ts';

/** Activities that no rule has assigned, by domain. */
export function UnassignedPart() {
  const unassigned = useUnassigned();
  const [adopted, setAdopted] = useState<UnassignedDomain>();
  const [made, setMade] = useState<Client>();
  return (
    <section class="panel">
      <p role="status">
        {made && (
          <>
            <Link href={`/clients/${made.id}`} dir="auto">
              {made.name}
            </Link>{' '}
            was created. Its activities are assigned in a moment.
          </>
        )}
      </p>
      <Show of={unassigned} what="the unassigned activities">
        {(domains) =>
          domains.length === 0 ? (
            <Empty>No domain waits for a rule.</Empty>
          ) : (
            <DomainTable domains={domains} onAdopt={setAdopted} />
          )
        }
      </Show>
      {adopted && <Adopt domain={adopted.domain} onMade={setMade} onClose={() => setAdopted(undefined)} />}
    </section>
  );
}

function DomainTable({
  domains,
  onAdopt,
}: {
  domains: UnassignedDomain[];
  onAdopt: (domain: UnassignedDomain) => void;
}) {
  const mayCreateClients = useMay('clients:write');
  const mayCreateRules = useMay('rules:write');
  const mayAdopt = mayCreateClients && mayCreateRules;
  const timezone = useTimezone();
  return (
    <table>
      <caption class="hidden">Domains of unassigned activities</caption>
      <thead>
        <tr>
          <th scope="col">Domain</th>
          <th scope="col" class="number">
            Activities
          </th>
          <th scope="col" class="wide">
            Latest
          </th>
          {mayAdopt && <ActionsHeader />}
        </tr>
      </thead>
      <tbody>
        {domains.map((domain) => (
          <tr key={domain.domain}>
            <th scope="row" dir="auto">
              {domain.domain}
            </th>
            <td class="number">{formatNumber(domain.activities)}</td>
            <td class="wide">
              <LatestSubject subject={domain.latestSubject} />,{' '}
              <span class="muted">{formatAgo(domain.latestAt, timezone)}</span>
            </td>
            {mayAdopt && (
              <td>
                <button type="button" onClick={() => onAdopt(domain)}>
                  Make a client<span class="hidden"> of {domain.domain}</span>
                </button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of mail that concerns no client, connections keep only a count. */
function LatestSubject({ subject }: { subject: string | null }) {
  return subject === null ? <span class="muted">not kept</span> : <bdi>{subject || '(no subject)'}</bdi>;
}

function Adopt({
  domain,
  onMade,
  onClose,
}: {
  domain: string;
  onMade: (client: Client) => void;
  onClose: () => void;
}) {
  const adoption = useAdoptDomain();
  const isDone = useRef(false);
  const key = useMemo(() => crypto.randomUUID(), []);
  const errors = fieldErrors(adoption.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    adoption.mutate(
      { domain, name, key },
      {
        onSuccess: (client) => {
          isDone.current = true;
          onMade(client);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={`A client for ${domain}`} onClose={onClose} isOpenerGone={isDone}>
      <p>It gets a rule for all integrations, and what has arrived from the domain is assigned to it.</p>
      {wasCreatedBefore(adoption.error) ? (
        <CreatedBefore />
      ) : (
        <form onSubmit={submit}>
          <Field label="Name" name="name" required maxLength={255} dir="auto" error={errors.name} />
          <Submit action="Create" sent={adoption} fields={['name']} />
        </form>
      )}
    </Dialog>
  );
}
