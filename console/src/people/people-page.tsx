import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type User, useMay } from '../api.ts';
import { hasEnded, useTokens } from '../calls/tokens.ts';
import { useEditUser, useUsers } from '../calls/users.ts';
import { formatDate, formatNumber } from '../format.ts';
import { Address } from '../ui/address.tsx';
import { EditDialog } from '../ui/edit-dialog.tsx';
import { PageHeading } from '../ui/heading.tsx';
import { Show } from '../ui/query.tsx';
import { RowButton } from '../ui/row-button.tsx';
import { actions, Table } from '../ui/table.tsx';

/** The organization's users, their profiles and tokens. */
export function PeoplePage() {
  const users = useUsers();
  return (
    <>
      <PageHeading title="People" />
      <Show of={users} what="the users">
        {(list) => <UserTable users={list} />}
      </Show>
    </>
  );
}

function UserTable({ users }: { users: User[] }) {
  const mayReadTokens = useMay('tokens:read');
  const mayWrite = useMay('users:write');
  const [editedId, setEditedId] = useState<string>();
  const edited = users.find(({ id }) => id === editedId);
  const tokens = useTokens(mayReadTokens);
  const tokenCountOf = (userId: string) =>
    tokens.data
      ? formatNumber(tokens.data.filter((token) => token.user?.id === userId && !hasEnded(token)).length)
      : 'Show';
  return (
    <>
      <Table
        class="panel"
        caption="Users"
        empty="There are no users yet. They are invited where the organization signs in."
        rows={users}
        keyOf={({ id }) => id}
        columns={[
          ['Name', ({ firstName, lastName }) => `${firstName} ${lastName}`],
          ['Email', ({ email }) => <Address text={email} />],
          mayReadTokens && [
            'Tokens',
            ({ id, email }) => (
              <Link href={`/settings/tokens/${id}`}>
                {tokenCountOf(id)}
                <span class="hidden"> tokens of {email}</span>
              </Link>
            ),
          ],
          ['Since', ({ createdAt }) => formatDate(createdAt), 'wide'],
          mayWrite && [
            actions,
            ({ id, email }) => <RowButton label="Edit" of={email} onClick={() => setEditedId(id)} />,
          ],
        ]}
      />
      {edited && <EditUser user={edited} onClose={() => setEditedId(undefined)} />}
    </>
  );
}

const fields = [
  { name: 'firstName', label: 'First name', maxLength: 255 },
  { name: 'lastName', label: 'Last name', maxLength: 255 },
  {
    name: 'imageUrl',
    label: 'Address of a picture',
    hint: 'For other frontends: the console loads nothing from other hosts.',
    isNullable: true,
    maxLength: 2048,
  },
] as const;

const EditUser = ({ user, onClose }: { user: User; onClose: () => void }) => (
  <EditDialog
    title={`Profile of ${user.email}`}
    shown={user}
    fields={fields}
    {...useEditUser(user.id)}
    onClose={onClose}
  />
);
