import { createClient, isClienteleError } from '@clientele/client';
import type { AppRouter, Clientele, Inputs, Outputs } from '@clientele/client/internal';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/preact-query';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { staleTime } from './calls/polling.ts';

export type Session = Outputs['session']['get']['data'];
export type Today = Outputs['today']['get']['data'];
export type TodayThread = Today['threads'][number];
export type ClientThread = Outputs['threads']['list']['data'][number];
export type ClientOverview = Outputs['overview']['list']['data'][number];
export type Client = Outputs['clients']['get']['data'];
export type ClientDetails = Outputs['overview']['get']['data'];
export type NextStep = NonNullable<ClientOverview['insight']>['steps'][number];
export type CardQuote = NonNullable<ClientDetails['insight']>['quotes'][number];
export type Activity = Outputs['activities']['get']['data'];
export type Conversation = Outputs['threads']['get']['data'];
export type ActivitySummary = Outputs['activities']['list']['data'][number];
export type ActivityType = ActivitySummary['type'];
export type Rhythm = Outputs['activities']['rhythm']['data'];
export type Rule = Outputs['rules']['list']['data'][number];
export type User = Outputs['users']['list']['data'][number];
export type Organization = Outputs['organization']['get']['data'];
export type Token = Outputs['tokens']['list']['data'][number];
export type AuditEntry = Outputs['audit']['list']['data'][number];
export type UnassignedDomain = Outputs['imports']['unassigned']['data'][number];
export type Connection = Outputs['connections']['list']['data'][number];
export type ConnectionDetails = Outputs['connections']['show']['data'];
export type ConnectionTest = Outputs['connections']['test']['data'];
export type Permission = NonNullable<Inputs['tokens']['create']['permissions']>[number];

/** A wait before a call is tried again. */
export type Waiting = { reason: 'rate_limited' | 'unreachable'; untilMs: number };

/** Creates the client of this server, wherever a proxy has put it. */
export function connect(token: string, onWaiting: (waiting: Waiting) => void): Clientele {
  return createClient<AppRouter>(new URL('.', location.href.split('#')[0]).href, token, {
    fetch: revalidatingFetch(),
    onRetry: ({ error, delayMs }) =>
      onWaiting({
        reason: isClienteleError(error, 'rate_limited') ? 'rate_limited' : 'unreachable',
        untilMs: Date.now() + delayMs,
      }),
  });
}

const maxKept = 50;

/**
 * Makes requests that get what has not changed from memory, as the service says. The browser's own cache would keep answers
 * after signing out.
 */
function revalidatingFetch(): typeof fetch {
  const kept = new Map<string, Response>();
  return async (input, init) => {
    if (init?.method !== 'GET') return fetch(input, { ...init, cache: 'no-store' });
    const url = String(input);
    const known = kept.get(url);
    const headers = { ...init.headers, 'If-None-Match': known?.headers.get('ETag') ?? '""' };
    const response = await fetch(input, { ...init, headers, cache: 'no-store' });
    if (known && response.status === 304) return known.clone();
    kept.delete(url);
    if (response.ok) kept.set(url, response.clone());
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest);
    return response;
  };
}

/**
 * Creates the cache of what was read. What is five minutes old is read again when shown, and also on screen, unless
 * reading it has failed; what is on screen and a minute old, when the tab comes back.
 * A mutation makes everything stale, such as the audit log; on screen stays what there is, unless its `meta.rereads` names it.
 * @param onDone is told what a mutation has done, as its `meta.done` says
 * @param onSettled is told when a call has ended
 */
export function createCache(
  onUnauthorized: () => void,
  onDone: (what: string) => void,
  onSettled: () => void,
): QueryClient {
  const onError = (error: unknown) => {
    if (isClienteleError(error, 'unauthorized')) onUnauthorized();
  };
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError, onSettled }),
    mutationCache: new MutationCache({
      onError,
      onSettled,
      onSuccess: (_data, _input, _context, { meta }) => {
        if (typeof meta?.done === 'string') onDone(meta.done);
        // Not awaited: a dialog does not wait for what is read anew behind it.
        void cache.invalidateQueries({ refetchType: 'none' });
        if (typeof meta?.rereads === 'string') void cache.invalidateQueries({ queryKey: [meta.rereads] });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime,
        refetchInterval: ({ state }) => state.status === 'success' && staleTime,
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > 60_000 && 'always',
        refetchOnReconnect: false,
        // The client does so, after the delay that the service asks for.
        retry: false,
      },
      mutations: { retry: false },
    },
  });
  return cache;
}

/** The values all pages share: the client and the session. */
export type Shared = {
  api: Clientele;
  session: Session;
  signOut(): void;
};

export const SharedContext = createContext<Shared | undefined>(undefined);

/** @throws outside of a signed-in page */
export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error('There is no session.');
  return shared;
}

/** True if the token has the permissions. */
export function useMay(...permissions: Permission[]): boolean {
  const { session } = useShared();
  return permissions.every((permission) => session.permissions.includes(permission));
}
