import type { Inputs } from '@clientele/client';
import { useState } from 'preact/hooks';
import { useMay, useShared } from '../api.ts';
import { useCreateToken } from '../calls/tokens.ts';
import { useUsers } from '../calls/users.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';

type Input = Inputs['tokens']['create'];

const dayMs = 86_400_000;

function inputOf(form: FormData): Input {
  const name = String(form.get('name') ?? '').trim();
  const days = Number(form.get('days'));
  const userId = String(form.get('user') ?? '');
  return {
    ...(name === '' ? {} : { name }),
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
    // The boxes have the names of permissions.
    ...(userId === ''
      ? {}
      : { userId, permissions: form.getAll('permission') as NonNullable<Input['permissions']> }),
  };
}

/** Makes a token for the organization, or for a user with some of the permissions that this token has. */
export function CreateToken({
  userId: initialUserId = '',
  onCreated,
  onClose,
}: {
  userId: string | undefined;
  onCreated: (secret: string) => void;
  onClose: () => void;
}) {
  const { session } = useShared();
  const creation = useCreateToken();
  const users = useUsers(useMay('users:read'));
  const [userId, setUserId] = useState(initialUserId);
  const isUserKey = userId !== '' || !session.token.isOrganizationKey;
  const errors = fieldErrors(creation.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    creation.mutate(inputOf(new FormData(event.currentTarget)), {
      onSuccess: ({ token }) => {
        onCreated(token);
        onClose();
      },
    });
  }

  return (
    <Dialog title="New token" onClose={onClose}>
      <form onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          maxLength={255}
          dir="auto"
          hint="What it is for."
          error={errors.name}
        />
        <div class="field">
          <label for="token-user">For</label>
          <select
            id="token-user"
            name="user"
            value={userId}
            required={!session.token.isOrganizationKey}
            onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          >
            <option value="">
              {session.token.isOrganizationKey ? 'The organization: may do everything' : 'Choose a user'}
            </option>
            {users.data?.map(({ id, firstName, lastName, email }) => (
              <option key={id} value={id}>
                {firstName} {lastName} ({email})
              </option>
            ))}
          </select>
        </div>
        {isUserKey && <Permissions names={session.permissions} />}
        <Field
          label="Days until it expires"
          name="days"
          type="number"
          min={1}
          max={3650}
          hint="Leave it empty for a token that does not expire."
          error={errors.expiresAt}
        />
        <Submit action="Create" sent={creation} fields={['name', 'expiresAt']} />
      </form>
    </Dialog>
  );
}

const Permissions = ({ names }: { names: readonly string[] }) => (
  <fieldset>
    <legend>Permissions</legend>
    <div class="permissions">
      {names.map((name) => (
        <label key={name}>
          <input type="checkbox" name="permission" value={name} /> {name}
        </label>
      ))}
    </div>
  </fieldset>
);
