import { type Permission, useShared } from '../api.ts';

/** Names the permissions for want of which parts of the page are not there; nothing if the token has them all. */
export function LeftOut({ needs }: { needs: Partial<Record<Permission, string>> }) {
  const { permissions } = useShared().session;
  const missing = Object.entries(needs).filter(([permission]) => !permissions.includes(permission));
  const texts = missing.map(([permission, what]) => `${permission} for ${what}`);
  return texts.length === 0 ? null : <p class="hint">Your token lacks {texts.join(' and ')}.</p>;
}
