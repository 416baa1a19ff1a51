import { useState } from 'preact/hooks';
import { type Permission, useMay, useShared } from '../api.ts';
import { useCreateToken } from '../calls/tokens.ts';
import { toOption, useUsers } from '../calls/users.ts';
import { Choice } from '../ui/choice.tsx';
import { Choices } from '../ui/choices.tsx';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Failure, MissingPermission } from '../ui/states.tsx';

const dayMs = 86_400_000;

/** Stands among the users for nobody in particular. */
const organization = { id: 'organization', name: 'The organization: can do everything' };

const readOnly = [
  'organization:read',
  'clients:read',
  'dashboards:read',
  'activities:read',
  'users:read',
] as const satisfies Permission[];

/** The permissions that a reader, and that an account manager needs. */
const presets: Record<string, readonly Permission[]> = {
  'Read only': readOnly,
  'Account manager': [...readOnly, 'clients:write', 'activities:write', 'connections:read'],
};

type Props = {
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

function TokenForm({ onCreated, onClose }: Props) {
  const { session } = useShared();
  const { token } = session;
  // The service writes only names of permissions.
  const permissions = session.permissions as Permission[];
  const users = useUsers();
  const [userId, setUserId] = useState(token.userId ?? '');
  const [chosen, setChosen] = useState<readonly Permission[]>(readOnly);
  const granted = permissions.filter((permission) => chosen.includes(permission));
  const close = useCloseOnce(onClose);
  const creation = useCreateToken(({ token }) => {
    onCreated(token);
    close();
  });
  const options = [...(users.data ?? []).map(toOption), ...(token.userId === null ? [organization] : [])];
  const isOfUser = userId !== organization.id;

  function send(form: FormData): void {
    const name = String(form.get('name') ?? '').trim();
    const days = Number(form.get('expiresAt'));
    creation.mutate({
      ...(name === '' ? {} : { name }),
      ...(days > 0 ? { expiresAt: new Date(Date.now() + days * dayMs).toISOString() } : {}),
      ...(isOfUser ? { userId, permissions: granted } : {}),
    });
  }

  return (
    <Form
      action="Create"
      sent={creation}
      isReady={userId === '' || options.some(({ id }) => id === userId)}
      onSend={send}
    >
      <Field label="Name" name="name" maxLength={255} dir="auto" hint="What it is for." />
      <Choice
        label="For"
        name="userId"
        options={options}
        none="Choose a user"
        value={userId}
        required
        onChange={({ currentTarget }) => setUserId(currentTarget.value)}
      />
      {users.error && <Failure error={users.error} retry={() => void users.refetch()} />}
      {isOfUser && <Permissions all={permissions} granted={granted} onChoose={setChosen} />}
      {(!isOfUser || granted.length === permissions.length) && (
        <p>
          <label>
            <input type="checkbox" required />{' '}
            {isOfUser
              ? 'Yes, this token can do everything I can.'
              : 'Yes, anyone with this token can do everything.'}
          </label>
        </p>
      )}
      <Field
        label="Days until it expires"
        name="expiresAt"
        type="number"
        min={1}
        max={3650}
        defaultValue="90"
        hint="If empty, it does not expire."
      />
    </Form>
  );
}

function Permissions({
  all,
  granted,
  onChoose,
}: {
  all: readonly Permission[];
  granted: readonly Permission[];
  onChoose: (permissions: readonly Permission[]) => void;
}) {
  const ofPreset = Object.entries({ ...presets, 'Full access': all });
  const isChosen = (preset: readonly Permission[]) =>
    all.every((permission) => preset.includes(permission) === granted.includes(permission));
  return (
    <fieldset>
      <legend>Permissions</legend>
      <Choices
        label="Preset"
        options={ofPreset.map(([name, preset]) => [preset, name] as const)}
        chosen={ofPreset.find(([, preset]) => isChosen(preset))?.[1] ?? []}
        onChoose={onChoose}
      />
      <div class="permissions">
        {all.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={granted.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(checked ? [...granted, name] : granted.filter((other) => other !== name))
              }
            />{' '}
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
