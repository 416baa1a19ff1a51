import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import { useMay, useShared } from './api.ts';
import { BoardPage } from './board/board-page.tsx';
import { useToday } from './calls/today.ts';
import { ClientPage } from './client/client-page.tsx';
import { formatNumber } from './format.ts';
import { PeoplePage } from './people/people-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { TodayPage } from './today/today-page.tsx';
import { Boundary } from './ui/boundary.tsx';
import { Dialog } from './ui/dialog.tsx';
import { useKeys } from './ui/keyboard.tsx';
import { Empty } from './ui/states.tsx';
import { useTitle } from './ui/title.ts';

/** Header, navigation and the page of the address. */
export const Shell = () => (
  <Router hook={useHashLocation}>
    <Pages />
  </Router>
);

function Pages() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const section = location.split('/')[1] ?? '';
  useKeys({ '?': () => setHelpOpen(true) });
  // A new page begins at its top, for the keyboard too. An activity opens on the page of its client, and the board
  // returns to where it was.
  const page = location.replace(/\/activities\/.*/, '');
  useEffect(() => {
    if (page === '/clients' || page === '/') return;
    scrollTo(0, 0);
    // An activity that opens with the page has taken the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Top section={section} onHelp={() => setHelpOpen(true)} />
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={page}>
          <PageOfAddress />
        </Boundary>
      </main>
      {isHelpOpen && <Shortcuts onClose={() => setHelpOpen(false)} />}
    </>
  );
}

function Top({ section, onHelp }: { section: string; onHelp: () => void }) {
  const { session, signOut } = useShared();
  return (
    <header class="top">
      <Link href="/" class="brand" dir="auto">
        {session.organization.name}
      </Link>
      <nav aria-label="Main">
        {useSeesToday() && (
          <NavLink href="/" isCurrent={section === ''}>
            Today
          </NavLink>
        )}
        <NavLink href="/clients" isCurrent={section === 'clients'}>
          Clients
        </NavLink>
        {useMay('users:read') && (
          <NavLink href="/people" isCurrent={section === 'people'}>
            People
          </NavLink>
        )}
        <NavLink href="/settings" isCurrent={section === 'settings'}>
          Settings
        </NavLink>
      </nav>
      <FailingConnections key={section} />
      <div class="actions">
        <button type="button" class="quiet" aria-label="Keyboard shortcuts" onClick={onHelp}>
          ?
        </button>
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </div>
    </header>
  );
}

/** Says on every page that connections fail. Read with Today, at most every five minutes. */
function FailingConnections() {
  const mayReadClients = useMay('clients:read');
  const { data } = useToday(useMay('connections:read') && mayReadClients);
  const count = data?.failing?.length ?? 0;
  if (count === 0) return null;
  return (
    <Link href="/settings/connections" class="badge bad">
      {count === 1 ? 'A connection fails' : `${formatNumber(count)} connections fail`}
    </Link>
  );
}

/** True if the token may read whatever Today is made of. */
function useSeesToday(): boolean {
  const mayReadClients = useMay('clients:read');
  return useMay('dashboards:read') && mayReadClients;
}

const PageOfAddress = () => (
  <Switch>
    <Route path="/">{useSeesToday() ? <TodayPage /> : <Redirect to="/clients" replace />}</Route>
    <Route path="/clients">
      <BoardPage />
    </Route>
    <Route path="/clients/:clientId/*?">
      {({ clientId, '*': rest }) => (
        <ClientPage key={clientId} clientId={clientId} activityId={activityIn(rest)} />
      )}
    </Route>
    <Route path="/people">
      <PeoplePage />
    </Route>
    <Route path="/settings">
      <Redirect to="/settings/organization" replace />
    </Route>
    <Route path="/settings/:part/:userId?">
      {({ part, userId }) => <SettingsPage part={part} userId={userId} />}
    </Route>
    <Route>
      <NoPage />
    </Route>
  </Switch>
);

function NoPage() {
  useTitle('No such page');
  return (
    <Empty>
      There is no such page. <Link href="/clients">Show the clients.</Link>
    </Empty>
  );
}

/** One route for a client with and without an open activity, so that the page stays as it is beside the panel. */
const activityIn = (rest: string | undefined) => /^activities\/([0-9a-f-]{36})$/.exec(rest ?? '')?.[1];

const NavLink = ({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) => (
  <Link href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
    {children}
  </Link>
);

const shortcuts = [
  ['/', 'Search the clients'],
  ['↑ ↓', 'Move through the list'],
  ['Enter', 'Open'],
  ['Esc', 'Close what is open, or leave a client'],
  ['?', 'Show this list'],
] as const;

const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl class="shortcuts">
      {shortcuts.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
