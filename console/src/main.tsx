import { isClienteleError, type RateLimitState } from '@clientele/client';
import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { connect, createCache, type Session, SharedContext, type Waiting } from './api.ts';
import { forgetToken, readToken, storeToken } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { Failure, Loading } from './ui/states.tsx';
import { WaitingNotice } from './waiting.tsx';

function Console() {
  const [token, setToken] = useState(readToken);
  const [reason, setReason] = useState<string>();

  useEffect(() => {
    // A link with another token may be opened in this tab.
    const onHash = () => setToken(readToken());
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  function end(why?: string): void {
    forgetToken();
    setReason(why);
    setToken(undefined);
  }

  function begin(given: string): void {
    storeToken(given);
    setReason(undefined);
    setToken(given);
  }

  return token === undefined ? (
    <SignIn reason={reason} onToken={begin} />
  ) : (
    <SignedIn key={token} token={token} onEnd={end} />
  );
}

const noLonger = 'The token is not valid, or no longer: it may have expired or been revoked.';

function SignedIn({ token, onEnd }: { token: string; onEnd: (why?: string) => void }) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [limits, setLimits] = useState<RateLimitState>();
  const [session, setSession] = useState<Session>();
  const [error, setError] = useState<unknown>();
  const cache = useMemo(() => createCache(() => onEnd(noLonger)), []);
  const api = useMemo(() => connect(token, { onWaiting: setWaiting, onRateLimit: setLimits }), [token]);

  function read(): void {
    setError(undefined);
    api.session.get.query().then(
      ({ data }) => setSession(data),
      (failed: unknown) => {
        if (isClienteleError(failed, 'unauthorized')) onEnd(noLonger);
        else setError(failed);
      },
    );
  }
  useEffect(read, [api]);

  return (
    <QueryClientProvider client={cache}>
      <WaitingNotice waiting={waiting} />
      {session ? (
        <SharedContext.Provider
          value={{
            api,
            session,
            limits,
            onOrganization: ({ id, name, defaultTimezone }) =>
              setSession({ ...session, organization: { id, name, defaultTimezone } }),
            signOut: () => onEnd(),
          }}
        >
          <Shell />
        </SharedContext.Provider>
      ) : (
        <main>
          {error === undefined ? (
            <Loading what="your organization" />
          ) : (
            <Failure error={error} retry={read} />
          )}
        </main>
      )}
    </QueryClientProvider>
  );
}

const root = document.getElementById('console');
if (root) render(<Console />, root);
