/**
 * The sign-in of this browser. Its open tabs share it by messages; the token is on disk only where the reader has chosen to
 * stay signed in, and it is never part of a URL that is sent.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { keysSetting } from './ui/keyboard.tsx';

const storageKey = 'clientele.session';
const idKey = 'clientele.sign-in';
const hourMs = 3_600_000;

/** The hours for which a device stays signed in: a day's work. */
export const stayHours = 12;

/**
 * A token, and the time in milliseconds at which it is forgotten; null for the time until the last tab is closed. A tab that
 * slept knows by the id, which is no secret and is gone with the sign-in, that it missed the end.
 */
type Access = { id: string; token: string; endsAt: number | null };

/** The form of a token. */
export const tokenForm = /^sk_live_[0-9A-Za-z]{32}$/;

/** Takes the token from the fragment of the address (`#token=…`) and clears the fragment; undefined if there is none. */
export function takeOfferedToken(): string | undefined {
  const [address, fragment = ''] = location.href.split('#');
  if (!fragment.startsWith('token=')) return undefined;
  history.replaceState(null, '', address);
  const offered = fragment.slice('token='.length);
  return tokenForm.test(offered) ? offered : undefined;
}

const isExpired = ({ endsAt }: Access) => endsAt !== null && endsAt <= Date.now();
const isOver = (access: Access) => isExpired(access) || localStorage.getItem(idKey) !== access.id;

function storedAccess(): Access | undefined {
  const stored = localStorage.getItem(storageKey) ?? sessionStorage.getItem(storageKey);
  const access: Access | null = stored && JSON.parse(stored);
  if (access && !isOver(access)) return access;
  store(undefined);
  return undefined;
}

/** Stores the sign-in in place of the one before. */
function store(access: Access | undefined): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(storageKey);
  if (!access) return;
  localStorage.setItem(idKey, access.id);
  (access.endsAt === null ? sessionStorage : localStorage).setItem(storageKey, JSON.stringify(access));
}

/** A tab asks for the sign-in, answers, or tells that it has changed. */
type Message =
  | { kind: 'ask' }
  | { kind: 'answer' | 'change'; access: Access | undefined; why?: string | undefined };

/** A tab that does not answer in this time is not there. */
const answerMs = 200;
const checkMs = 10_000;

/** The sign-in that all tabs share. `isAsking` is true until it is known whether another tab has one. */
export function useAccess() {
  const [access, setAccess] = useState(storedAccess);
  const [isAsking, setAsking] = useState(access === undefined);
  const [reason, setReason] = useState<string>();
  const current = useRef(access);
  const channel = useMemo(() => new BroadcastChannel('clientele'), []);
  const post = (message: Message) => channel.postMessage(message);

  function adopt(next: Access | undefined, why?: string): void {
    store(next);
    current.current = next;
    setAccess(next);
    setReason(why);
    setAsking(false);
  }

  /** Adopts a sign-in in place of one that somebody has ended: what the browser keeps of its reader goes, too. */
  function replace(next: Access | undefined, why?: string): void {
    if (current.current)
      for (const key of Object.keys(localStorage))
        if (key.startsWith('clientele.') && key !== keysSetting) localStorage.removeItem(key);
    adopt(next, why);
  }

  /** @param kind `answer` leaves tabs as they are that are signed in */
  function change(next: Access | undefined, why?: string, kind: 'answer' | 'change' = 'change'): void {
    replace(next, why);
    post({ kind, access: next, why });
  }

  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'change') replace(data.access, data.why);
      else if (data.kind === 'answer') {
        if (!current.current && data.access && !isOver(data.access)) adopt(data.access);
      } else if (current.current && !isOver(current.current))
        post({ kind: 'answer', access: current.current });
    };
    if (!current.current) post({ kind: 'ask' });
    const asking = setTimeout(() => setAsking(false), answerMs);
    const checking = setInterval(() => {
      const { current: now } = current;
      if (now && isOver(now))
        // Another tab may have signed in meanwhile.
        adopt(storedAccess(), isExpired(now) ? `Your ${stayHours}-hour sign-in has ended.` : undefined);
    }, checkMs);
    return () => {
      channel.close();
      clearTimeout(asking);
      clearInterval(checking);
    };
  }, []);

  return {
    access,
    isAsking,
    reason,
    /** @param kind see `change` */
    begin: (token: string, stays = false, kind?: 'answer') =>
      change(
        { id: String(Math.random()), token, endsAt: stays ? Date.now() + stayHours * hourMs : null },
        undefined,
        kind,
      ),
    /** A late answer to an earlier token says nothing about the one in use. */
    end: (token: string, why?: string) => current.current?.token === token && change(undefined, why),
  };
}
