import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { useMay, useShared } from './api.ts';
import { BoardPage } from './board/board-page.tsx';
import { useToday } from './calls/today.ts';
import { ClientPage } from './client/client-page.tsx';
import { formatNumber } from './format.ts';
import { SearchDialog } from './search/search-dialog.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { TodayPage } from './today/today-page.tsx';
import { Boundary } from './ui/boundary.tsx';
import { Quiet } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { PageHeading } from './ui/heading.tsx';
import { useKept } from './ui/kept.ts';
import { areKeysOn, switchKeys, useKeys } from './ui/keyboard.tsx';
import { useHashPath } from './ui/location.ts';
import { Empty } from './ui/states.tsx';
import { UsersPage } from './users/users-page.tsx';

/** Header, navigation and the page of the address. */
export const Shell = () => (
  <Router hook={useHashPath}>
    <Pages />
  </Router>
);

function Pages() {
  const [opened, setOpened] = useState<'search' | 'keys'>();
  const close = () => setOpened(undefined);
  const [location] = useLocation();
  const [, setList] = useKept('list', '/clients');
  const main = useRef<HTMLElement>(null);
  const section = location.split('/')[1] ?? '';
  const maySearch = useMay('clients:read');
  useKeys({
    '?': () => setOpened('keys'),
    '/': (event) => {
      event.preventDefault();
      if (maySearch) setOpened('search');
    },
  });
  // A new page begins at its top, for the keyboard too. An activity opens on the page of its client, and the board
  // returns to where it was.
  const page = location.replace(/\/activities\/.*/, '');
  useEffect(() => {
    if (page === '/clients' || page === '/') return setList(page);
    scrollTo(0, 0);
    // An activity that opens with the page has taken the focus.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Top section={section} onOpen={setOpened} />
      <main id="main" ref={main} tabIndex={-1}>
        <Boundary key={page}>
          <PageOfAddress />
        </Boundary>
      </main>
      {opened === 'search' && <SearchDialog onClose={close} />}
      {opened === 'keys' && <Shortcuts onClose={close} />}
    </>
  );
}

function Top({ section, onOpen }: { section: string; onOpen: (dialog: 'search' | 'keys') => void }) {
  const { session, signOut } = useShared();
  const pages = [
    ['', 'Today', useSeesToday()],
    ['clients', 'Clients', true],
    ['users', 'Users', useMay('users:read')],
    ['settings', 'Settings', true],
  ] as const;
  return (
    <header class="top">
      <Link href="/" class="brand" dir="auto">
        {session.organization.name}
      </Link>
      <nav aria-label="Main">
        {pages.map(
          ([path, label, isShown]) =>
            isShown && (
              <Link key={path} href={`/${path}`} {...(path === section ? { 'aria-current': 'page' } : {})}>
                {label}
              </Link>
            ),
        )}
      </nav>
      <FailingConnections key={section} />
      <div class="actions">
        {useMay('clients:read') && <Quiet onClick={() => onOpen('search')}>Search</Quiet>}
        <button type="button" class="quiet" aria-label="Keyboard shortcuts" onClick={() => onOpen('keys')}>
          ?
        </button>
        <Quiet onClick={signOut}>Sign out</Quiet>
      </div>
    </header>
  );
}

/** Says on every page that connections fail. Read with Today, at most every five minutes. */
function FailingConnections() {
  const { data } = useToday({ isWanted: useMay('connections:read', 'clients:read') });
  const count = data?.failing?.length ?? 0;
  if (count === 0) return null;
  return (
    <Link href="/settings/connections" class="badge bad">
      {count === 1 ? 'A connection is failing' : `${formatNumber(count)} connections are failing`}
    </Link>
  );
}

/** True if the token may read whatever Today is made of. */
const useSeesToday = () => useMay('dashboards:read', 'clients:read');

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
    <Route path="/users">
      <UsersPage />
    </Route>
    <Route path="/settings">
      <Redirect to="/settings/organization" replace />
    </Route>
    <Route path="/settings/:part">{({ part }) => <SettingsPage part={part} />}</Route>
    <Route>
      <PageHeading title="No such page" />
      <Empty>
        There is no such page. <Link href="/clients">Show the clients.</Link>
      </Empty>
    </Route>
  </Switch>
);

/** One route for a client with and without an open activity, so that the page stays as it is beside the panel. */
const activityIn = (rest: string | undefined) => /^activities\/([0-9a-f-]{36})$/.exec(rest ?? '')?.[1];

const shortcuts = [
  ['/', 'Search'],
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
    <p>
      <label>
        <input
          type="checkbox"
          defaultChecked={areKeysOn()}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
        />{' '}
        Use the keys / and ?
      </label>
    </p>
  </Dialog>
);
