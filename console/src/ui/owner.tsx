import { useHashLocation } from 'wouter-preact/use-hash-location';
import { useMay, useShared } from '../api.ts';
import { Choices } from './choices.tsx';
import { navigate, ownerParameter } from './location.ts';

const storageKey = 'clientele.owner';
const choices = [['mine', 'Mine'] as const, ['all', 'All owners'] as const];

/** The user of the token, if it may read whose the clients are; else null. */
function useReaderId(): string | null {
  const { userId } = useShared().session.token;
  return useMay('users:read') ? userId : null;
}

/**
 * Reads whether only clients of the reader are shown, from the address, else as it was chosen last.
 * @returns the id of the reader; undefined for all clients
 */
export function useOwnerId(): string | undefined {
  const userId = useReaderId();
  const [location] = useHashLocation();
  const asked = new URLSearchParams(location.split('?')[1]).get(ownerParameter);
  return (asked ?? localStorage.getItem(storageKey)) === 'mine' && userId !== null ? userId : undefined;
}

/** Chooses between the clients of the reader and all; nothing for a token that belongs to no user. */
export function OwnerSwitch() {
  const userId = useReaderId();
  const [location] = useHashLocation();
  const isMine = useOwnerId() !== undefined;
  if (userId === null) return null;
  const choose = (owner: 'mine' | 'all') => {
    const [path, query] = location.split('?');
    const parameters = new URLSearchParams(query);
    parameters.set(ownerParameter, owner);
    localStorage.setItem(storageKey, owner);
    navigate(`${path}?${parameters}`, { replace: true, state: history.state });
  };
  return (
    <Choices label="Whose clients" options={choices} chosen={isMine ? 'mine' : 'all'} onChoose={choose} />
  );
}
