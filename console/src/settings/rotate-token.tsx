import { type Token, useShared } from '../api.ts';
import { useRotateToken } from '../calls/tokens.ts';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';

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
  const close = useCloseOnce(onClose);
  const rotation = useRotateToken(({ token: secret }) => {
    onRotated(secret);
    close();
  });

  return (
    <Dialog title="Rotate the token" onClose={onClose}>
      <p>
        The new token has the same name, user and permissions.
        {isOwn && ' You use the old one here: sign in with the new one before it ends.'}
      </p>
      <Form
        action="Rotate"
        sent={rotation}
        onSend={(form) =>
          rotation.mutate({ tokenId: token.id, overlapHours: Number(form.get('overlapHours')) })
        }
      >
        <Field
          label="Hours for which the old one stays valid"
          name="overlapHours"
          type="number"
          // The own token must last until its successor has been copied.
          min={isOwn ? 1 : 0}
          max={720}
          defaultValue="24"
          required
        />
      </Form>
    </Dialog>
  );
}
