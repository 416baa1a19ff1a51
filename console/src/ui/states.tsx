import { isClienteleError } from '@clientele/client';
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { useIsOnline } from './online.ts';

/** Shown while something is read; screen readers hear it. */
export const Loading = ({ what }: { what: string }) => (
  <p class="state loading" role="status">
    {useIsOnline() ? `Loading ${what}…` : `You are offline: ${what} will load when you are back online.`}
  </p>
);

/** Shown where a list has nothing to show. */
export const Empty = ({ children }: { children: ComponentChildren }) => <p class="state">{children}</p>;

/** Says what failed, and what to do. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  if (isClienteleError(error, 'forbidden'))
    return <MissingPermission permission={error.data.error.details.requiredPermission} />;
  return (
    <div class="state failure" role="alert">
      <p>{messageOf(error)}</p>
      {retry && !isClienteleError(error, 'not_found') && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

/** Says why a form or a button has failed, beside it. */
export const ErrorLine = ({ error }: { error: unknown }) =>
  error ? (
    <p class="error" role="alert">
      {messageOf(error)}
    </p>
  ) : null;

/** Names the permission that the token lacks; `all` stands for what only organization keys may do. */
export const MissingPermission = ({ permission }: { permission: string }) => (
  <p class="state failure" role="alert">
    {permission === 'all' ? (
      'Only an organization key may do this.'
    ) : (
      <>
        Your token lacks the permission <code>{permission}</code>. Ask an administrator for one that has it.
      </>
    )}
  </p>
);

/** True if an earlier attempt, whose answer was lost, has created the same from another input. */
export const isCreatedBefore = (error: unknown): boolean =>
  isClienteleError(error, 'invalid_argument') && 'Idempotency-Key' in error.data.error.details;

/** Words for an error of a call. */
export function messageOf(error: unknown): string {
  if (isClienteleError(error, 'not_found')) return 'It does not exist, or has been deleted.';
  if (isClienteleError(error, 'rate_limited'))
    return 'Your organization has reached its rate limit. Wait a minute and try again.';
  if (isCreatedBefore(error))
    return 'Your first attempt succeeded: the client was created with the values that you sent first.';
  if (isClienteleError(error, 'invalid_argument')) return Object.values(error.data.error.details).join(' ');
  if (isClienteleError(error)) {
    const answered = error.data?.error;
    if (answered === undefined || answered.code === 'unavailable')
      return 'The service cannot be reached right now. Try again in a moment.';
    return answered.message;
  }
  return 'Something went wrong in the console. Reload the page.';
}

/** The message for each field of an input that was refused; empty for other errors. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  isClienteleError(error, 'invalid_argument') ? error.data.error.details : {};
