import type { RateLimitState } from '@clientele/client';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/preact-query';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { connect, createCache, type Session, type Shared, SharedContext, type Waiting } from './api.ts';
import { forgetToken, storedToken, storeToken, takeOfferedToken } from './session.ts';
import { Shell } from './shell.tsx';
import { ChooseSession, SignIn } from './sign-in.tsx';
import { forgetKept } from './ui/kept.ts';
import { forgetAddressQuery } from './ui/location.ts';
import { Show } from './ui/query.tsx';
import { WaitingNotice } from './waiting.tsx';

function Console() {
  const [token, setToken] = useState(storedToken);
  const [offered, setOffered] = useState(takeOfferedToken);
  const [reason, setReason] = useState<string>();
  const current = useRef(token);
  current.current = token;

  useEffect(() => {
    // A link with a token may be opened in this tab.
    const onHash = () => setOffered((before) => takeOfferedToken() ?? before);
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  function end(ended: string, why?: string): void {
    // A late answer to an earlier token says nothing about the one in use.
    if (ended !== current.current) return;
    forgetToken();
    setReason(why);
    setToken(undefined);
  }

  function begin(given: string): void {
    storeToken(given);
    setReason(undefined);
    setOffered(undefined);
    setToken(given);
  }

  const isOtherOffered = offered !== undefined && token !== undefined && offered !== token;
  useEffect(() => {
    if (offered !== undefined && !isOtherOffered) begin(offered);
  }, [offered, isOtherOffered]);
  // Whoever sent the link would see what is entered under its token, so it is not used unasked.
  if (isOtherOffered)
    return <ChooseSession onStay={() => setOffered(undefined)} onSwitch={() => begin(offered)} />;
  if (offered !== undefined) return null;

  return token === undefined ? (
    <SignIn reason={reason} onToken={begin} />
  ) : (
    <SignedIn key={token} token={token} onEnd={(why) => end(token, why)} />
  );
}

const noLonger = 'The token is not valid. It may have expired or been revoked.';

function SignedIn({ token, onEnd }: { token: string; onEnd: (why?: string) => void }) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [limits, setLimits] = useState<RateLimitState>();
  const [done, setDone] = useState('');
  // Whatever has ended was not the call that still waits.
  const isTold = () => setWaiting((now) => (now && now.untilMs > Date.now() ? now : undefined));
  const cache = useMemo(() => createCache(() => onEnd(noLonger), setDone, isTold), []);
  const api = useMemo(() => connect(token, { onWaiting: setWaiting, onRateLimit: setLimits }), [token]);
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
      <WithSession api={api} limits={limits} signOut={() => onEnd()} />
    </QueryClientProvider>
  );
}

/** The pages, once it is known who reads them. */
function WithSession(shared: Pick<Shared, 'api' | 'limits' | 'signOut'>) {
  const cache = useQueryClient();
  const queryKey = ['session'];
  const session = useQuery({
    queryKey,
    queryFn: async () => (await shared.api.session.get.query()).data,
    refetchOnWindowFocus: false,
  });
  const onOrganization: Shared['onOrganization'] = ({ id, name, defaultTimezone }) =>
    cache.setQueryData<Session>(
      queryKey,
      (given) => given && { ...given, organization: { id, name, defaultTimezone } },
    );
  const { data } = session;
  if (!data)
    return (
      <main>
        <Show of={session} what="your organization">
          {() => null}
        </Show>
      </main>
    );
  return (
    <SharedContext.Provider value={{ ...shared, session: data, onOrganization }}>
      <Shell />
    </SharedContext.Provider>
  );
}

const root = document.getElementById('console');
if (root) render(<Console />, root);
