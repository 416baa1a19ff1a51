import { Fragment } from 'preact';
import { type Permission, useShared } from '../api.ts';

/** Names the permissions for want of which parts of the page are not there; nothing if the token has them all. */
export function LeftOut({ needs }: { needs: Partial<Record<Permission, string>> }) {
  const { permissions } = useShared().session;
  const missing = Object.entries(needs).filter(([permission]) => !permissions.includes(permission));
  if (missing.length === 0) return null;
  return (
    <p class="hint">
      Your token lacks{' '}
      {missing.map(([permission, what], index) => (
        <Fragment key={permission}>
          {index > 0 && ' and '}
          <code>{permission}</code> for {what}
        </Fragment>
      ))}
      .
    </p>
  );
}
