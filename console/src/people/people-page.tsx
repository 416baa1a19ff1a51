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
import { Empty } from '../ui/states.tsx';
import { actions, Table, wide } from '../ui/table.tsx';
import { useTimezone } from '../ui/timezone.ts';

/** The organization's users, their profiles and tokens. */
export function PeoplePage() {
  const users = useUsers();
  return (
    <>
      <PageHeading title="People" />
      <Show of={users} what="the users">
        {(list) =>
          list.length === 0 ? (
            <Empty>There are no users yet. They are invited where the organization signs in.</Empty>
          ) : (
            <UserTable users={list} />
          )
        }
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
        columns={['Name', 'Email', mayReadTokens && 'Tokens', wide('Since'), mayWrite && actions]}
      >
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            tokenCount={mayReadTokens ? tokenCountOf(user.id) : undefined}
            onEdit={mayWrite ? () => setEditedId(user.id) : undefined}
          />
        ))}
      </Table>
      {edited && <EditUser user={edited} onClose={() => setEditedId(undefined)} />}
    </>
  );
}

function UserRow({
  user: { id, firstName, lastName, email, createdAt },
  tokenCount,
  onEdit,
}: {
  user: User;
  tokenCount: string | undefined;
  onEdit: (() => void) | undefined;
}) {
  const timezone = useTimezone();
  return (
    <tr>
      <th scope="row" dir="auto">
        {firstName} {lastName}
      </th>
      <td>
        <Address text={email} />
      </td>
      {tokenCount !== undefined && (
        <td>
          <Link href={`/settings/tokens/${id}`}>
            {tokenCount}
            <span class="hidden"> tokens of {email}</span>
          </Link>
        </td>
      )}
      <td class="wide">{formatDate(createdAt, timezone)}</td>
      {onEdit && (
        <td>
          <button type="button" aria-label={`Edit ${email}`} onClick={onEdit}>
            Edit
          </button>
        </td>
      )}
    </tr>
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
