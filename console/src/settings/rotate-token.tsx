import { type Token, useShared } from '../api.ts';
import { useRotateToken } from '../calls/tokens.ts';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';

/** Replaces a token; the old one stays valid for some hours. */
export function RotateToken({
  token,
  onRotated,
  onClose,
}: {
  token: Token;
  onRotated: (secret: string) => void;
  onClose: () => void;
}) {
  const { session } = useShared();
  const isOwn = token.id === session.token.id;
  const rotation = useRotateToken();
  const close = useCloseOnce(onClose);
  const errors = fieldErrors(rotation.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const overlapHours = Number(new FormData(event.currentTarget).get('overlapHours'));
    // Not as a callback of the mutation, which is dropped when the dialog has been closed: the secret would be lost.
    rotation.mutateAsync({ tokenId: token.id, overlapHours }).then(
      ({ token: secret }) => {
        onRotated(secret);
        close();
      },
      () => undefined,
    );
  }

  return (
    <Dialog title="Rotate the token" onClose={onClose}>
      <p>
        The new token has the same name, user and permissions.
        {isOwn && ' You use the old one here: sign in with the new one before it ends.'}
      </p>
      <form onSubmit={submit}>
        <Field
          label="Hours for which the old one stays valid"
          name="overlapHours"
          type="number"
          // The own token must last until its successor has been copied.
          min={isOwn ? 1 : 0}
          max={720}
          defaultValue="24"
          required
          error={errors.overlapHours}
        />
        <Submit action="Rotate" sent={rotation} fields={['overlapHours']} />
      </form>
    </Dialog>
  );
}
