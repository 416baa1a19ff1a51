import { useState } from 'preact/hooks';
import { type Permission, useMay, useShared } from '../api.ts';
import { type TokenInput, useCreateToken } from '../calls/tokens.ts';
import { useUsers } from '../calls/users.ts';
import { Choice } from '../ui/choice.tsx';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Failure, MissingPermission } from '../ui/states.tsx';

const dayMs = 86_400_000;

/** @param userId empty for an organization key */
function inputOf(form: FormData, userId: string): TokenInput {
  const name = String(form.get('name') ?? '').trim();
  const days = Number(form.get('expiresAt'));
  return {
    ...(name === '' ? {} : { name }),
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
    // The boxes have the names of permissions.
    ...(userId === '' ? {} : { userId, permissions: form.getAll('permission') as Permission[] }),
  };
}

type Props = {
  userId: string | undefined;
  onCreated: (secret: string) => void;
  onClose: () => void;
};

/** Makes a token for the organization, or for a user with some of the permissions that this token has. */
export function CreateToken(props: Props) {
  // Only an organization key can make one without choosing a user, and it may read the users.
  const mayReadUsers = useMay('users:read');
  return (
    <Dialog title="New token" onClose={props.onClose}>
      {mayReadUsers ? <TokenForm {...props} /> : <MissingPermission permission="users:read" />}
    </Dialog>
  );
}

function TokenForm({ userId: initialUserId = '', onCreated, onClose }: Props) {
  const { session } = useShared();
  const { isOrganizationKey } = session.token;
  const users = useUsers();
  const [userId, setUserId] = useState(initialUserId);
  const close = useCloseOnce(onClose);
  const creation = useCreateToken(({ token }) => {
    onCreated(token);
    close();
  });
  const isUserKey = userId !== '' || !isOrganizationKey;
  const isUserKnown = users.data?.some(({ id }) => id === userId) ?? false;

  return (
    <Form
      action="Create"
      sent={creation}
      fields={['name', 'expiresAt']}
      isReady={userId === '' || isUserKnown}
      onSend={(form) => creation.mutate(inputOf(form, userId))}
    >
      <Field label="Name" name="name" maxLength={255} dir="auto" hint="What it is for." />
      <Choice
        label="For"
        options={(users.data ?? []).map(({ id, firstName, lastName, email }) => ({
          id,
          name: `${firstName} ${lastName} (${email})`,
        }))}
        none={isOrganizationKey ? 'The organization: may do everything' : 'Choose a user'}
        value={userId}
        required={!isOrganizationKey}
        onChange={({ currentTarget }) => setUserId(currentTarget.value)}
      />
      {users.error && <Failure error={users.error} retry={() => void users.refetch()} />}
      {isUserKey && <Permissions names={session.permissions} />}
      <Field
        label="Days until it expires"
        name="expiresAt"
        type="number"
        min={1}
        max={3650}
        hint="Leave it empty for a token that does not expire."
      />
    </Form>
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
