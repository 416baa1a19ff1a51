import type { Token } from '../api.ts';
import { useRotateToken } from '../calls/tokens.ts';
import { Dialog } from '../ui/dialog.tsx';
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
  const rotation = useRotateToken();
  const errors = fieldErrors(rotation.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const overlapHours = Number(new FormData(event.currentTarget).get('overlapHours'));
    rotation.mutate(
      { tokenId: token.id, overlapHours },
      {
        onSuccess: ({ token: secret }) => {
          onRotated(secret);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title="Rotate the token" onClose={onClose}>
      <p>The new token has the same name, user and permissions.</p>
      <form onSubmit={submit}>
        <Field
          label="Hours for which the old one stays valid"
          name="overlapHours"
          type="number"
          min={0}
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
