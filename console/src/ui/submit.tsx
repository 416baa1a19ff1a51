import { fieldErrors, messageOf } from './states.tsx';

/**
 * Ends a form: the reason why it was refused, and the button that sends it.
 * @param fields the fields that show their own errors
 * @param isReady false while something that the form needs is missing
 */
export function Submit({
  action,
  sent: { error, isPending },
  fields,
  isReady = true,
}: {
  action: string;
  sent: { error: unknown; isPending: boolean };
  fields: readonly string[];
  isReady?: boolean;
}) {
  const refused = Object.keys(fieldErrors(error));
  const isShown = refused.length > 0 && refused.every((field) => fields.includes(field));
  return (
    <>
      {error && !isShown ? (
        <p class="error" role="alert">
          {messageOf(error)}
        </p>
      ) : null}
      <button type="submit" class="primary" disabled={isPending || !isReady}>
        {action}
      </button>
    </>
  );
}
