import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useMay } from '../api.ts';
import { useSearch } from '../calls/search.ts';
import { formatDate } from '../format.ts';
import { pageOf } from '../ui/activity-link.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty, Failure } from '../ui/states.tsx';

/** Finds clients, people and activities while the reader types. Enter opens the first, arrows move. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const label = useMay('activities:read') ? 'Client, person or subject' : 'Client';
  const found = useSearch(text);
  const form = useRef<HTMLFormElement>(null);

  function move(event: KeyboardEvent): void {
    // In a search field it would only clear the text.
    if (event.key === 'Escape') onClose();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...(form.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    stops[stops.findIndex((stop) => stop.matches(':focus')) + step]?.focus();
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <form
        ref={form}
        class="found"
        onKeyDown={move}
        onSubmit={(event) => {
          event.preventDefault();
          form.current?.querySelector('a')?.click();
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          maxLength={100}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {found.error ? (
          <Failure error={found.error} />
        ) : found.data ? (
          <Results found={found.data} onOpen={onClose} />
        ) : (
          <Empty>{text.trim().length < 2 ? 'Type two letters or more.' : 'Searching…'}</Empty>
        )}
      </form>
    </Dialog>
  );
}

type Found = NonNullable<ReturnType<typeof useSearch>['data']>;

function Results({ found: { clients, people, activities }, onOpen }: { found: Found; onOpen: () => void }) {
  const groups: [title: string, results: [href: string, text: string, about: string | null][]][] = [
    ['Clients', clients.map(({ id, name, domain }) => [pageOf(id), name, domain])],
    [
      'People',
      people.map(({ address, name, clientId, clientName }) =>
        name === ''
          ? [pageOf(clientId), address, clientName]
          : [pageOf(clientId), name, `${address}, ${clientName}`],
      ),
    ],
    [
      'Activities',
      activities.map(({ id, clientId, clientName, subject, occurredAt }) => [
        `${pageOf(clientId)}/activities/${id}`,
        subject,
        `${clientName}, ${formatDate(occurredAt)}`,
      ]),
    ],
  ];
  const shown = groups.filter(([, results]) => results.length > 0);
  return (
    <>
      <p class={shown.length > 0 ? 'hidden' : 'state'} role="status">
        {shown.length > 0 ? `${shown.flatMap(([, results]) => results).length} found` : 'Nothing found.'}
      </p>
      {shown.map(([title, results]) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {results.map(([href, text, about]) => (
              <li key={`${href} ${about}`}>
                <Link href={href} dir="auto" onClick={onOpen}>
                  {text}
                </Link>{' '}
                <bdi class="muted">{about}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
