import { QueryClientProvider, useQuery } from '@tanstack/preact-query';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { connect, createCache, type Shared, SharedContext, type Waiting } from './api.ts';
import { setTimezone } from './format.ts';
import { takeOfferedToken, useAccess } from './session.ts';
import { Shell } from './shell.tsx';
import { ChooseSession, SignIn } from './sign-in.tsx';
import { forgetKept } from './ui/kept.ts';
import { forgetAddressQuery } from './ui/location.ts';
import { Show } from './ui/query.tsx';
import { WaitingNotice } from './waiting.tsx';

const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

function Console() {
  const { access, isAsking, reason, begin, end } = useAccess();
  const [offered, setOffered] = useState(takeOfferedToken);

  useEffect(() => {
    // A link with a token may be opened in this tab.
    const onHash = ({ oldURL }: HashChangeEvent) => {
      const taken = takeOfferedToken();
      if (taken === undefined) return;
      // The page of the token in use stays as it is.
      history.replaceState(null, '', oldURL);
      setOffered(taken);
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  // Not used unasked, unless printed here: the sender of the link would see everything entered under its token.
  const isOther = offered !== undefined && (access ? offered !== access.token : !isOwnMachine);
  const choice = isOther && (
    <ChooseSession onIgnore={() => setOffered(undefined)} onUse={() => use(offered)} />
  );
  const use = (token: string, kind?: 'answer') => {
    setOffered(undefined);
    if (token === access?.token) return;
    // A page of another organization would not be there.
    if (access) location.hash = '/';
    begin(token, false, kind);
  };
  useEffect(() => {
    // A tab that was too busy to answer keeps its sign-in, or loses it, but does not get that of the link.
    if (offered !== undefined && !isAsking && !isOther) use(offered, 'answer');
  }, [offered, isAsking, isOther]);
  if (isAsking || (offered !== undefined && access === undefined && !isOther))
    return <main class="loading" />;

  return access === undefined ? (
    choice || <SignIn reason={reason} onToken={begin} />
  ) : (
    <>
      {choice}
      <div hidden={isOther}>
        <SignedIn key={access.token} token={access.token} onEnd={(why) => end(access.token, why)} />
      </div>
    </>
  );
}

const noLonger = 'The token is not valid. It may have expired or been revoked.';

function SignedIn({ token, onEnd }: { token: string; onEnd: (why?: string) => void }) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [done, setDone] = useState('');
  // Whatever has ended was not the call that still waits.
  const isTold = () => setWaiting((now) => (now && now.untilMs > Date.now() ? now : undefined));
  const cache = useMemo(() => createCache(() => onEnd(noLonger), setDone, isTold), []);
  const api = useMemo(() => connect(token, setWaiting), [token]);
  useEffect(
    () => () => {
      cache.clear();
      forgetKept();
      forgetAddressQuery();
      document.title = 'Clientele';
    },
    [],
  );
  return (
    <QueryClientProvider client={cache}>
      <WaitingNotice waiting={waiting} />
      <p class="hidden" role="status">
        {done}
      </p>
      <WithSession api={api} signOut={() => onEnd()} />
    </QueryClientProvider>
  );
}

/** The pages, once it is known who reads them. */
function WithSession(shared: Pick<Shared, 'api' | 'signOut'>) {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: async () => (await shared.api.session.get.query()).data,
    refetchOnWindowFocus: false,
    refetchInterval: false,
  });
  const { data } = session;
  if (!data)
    return (
      <main>
        <Show of={session} what="your organization">
          {() => null}
        </Show>
      </main>
    );
  setTimezone(data.organization.defaultTimezone);
  return (
    <SharedContext.Provider value={{ ...shared, session: data }}>
      <Shell />
    </SharedContext.Provider>
  );
}

const root = document.getElementById('console');
// The page is not blank before the script is there.
root?.replaceChildren();
if (root) render(<Console />, root);
