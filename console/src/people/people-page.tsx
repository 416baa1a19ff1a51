import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type User, useMay } from '../api.ts';
import { useTokens } from '../calls/tokens.ts';
import { useReadUser, useUpdateUser, useUsers } from '../calls/users.ts';
import { formatDate, formatNumber } from '../format.ts';
import { ActionsHeader } from '../ui/actions-header.tsx';
import { EditDialog } from '../ui/edit-dialog.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { useTimezone } from '../ui/timezone.ts';

/** The organization's users, their profiles and tokens. */
export function PeoplePage() {
  const users = useUsers();
  return (
    <>
      <div class="heading">
        <h1>People</h1>
      </div>
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
  const timezone = useTimezone();
  const countOf = (userId: string) =>
    tokens.data?.filter(({ user, revokedAt }) => user?.id === userId && revokedAt === null).length;
  return (
    <>
      <table class="panel">
        <caption class="hidden">Users</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            {mayReadTokens && <th scope="col">Tokens</th>}
            <th scope="col" class="wide">
              Since
            </th>
            {mayWrite && <ActionsHeader />}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row" dir="auto">
                {user.firstName} {user.lastName}
              </th>
              <td dir="auto">{user.email}</td>
              {mayReadTokens && (
                <td>
                  <Link href={`/settings/tokens/${user.id}`}>
                    {formatNumber(countOf(user.id) ?? 0)}
                    <span class="hidden"> tokens of {user.email}</span>
                  </Link>
                </td>
              )}
              <td class="wide">{formatDate(user.createdAt, timezone)}</td>
              {mayWrite && (
                <td>
                  <button
                    type="button"
                    aria-label={`Edit ${user.email}`}
                    onClick={() => setEditedId(user.id)}
                  >
                    Edit
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
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

function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const update = useUpdateUser();
  const reading = useReadUser();
  return (
    <EditDialog
      title={`Profile of ${user.email}`}
      shown={user}
      fields={fields}
      // Names are never null: only the picture is nullable.
      save={({ firstName, lastName, imageUrl }, shown) =>
        update.mutateAsync({
          userId: user.id,
          shown,
          ...(firstName == null ? {} : { firstName }),
          ...(lastName == null ? {} : { lastName }),
          ...(imageUrl === undefined ? {} : { imageUrl }),
        })
      }
      read={() => reading.mutateAsync(user.id)}
      onClose={onClose}
    />
  );
}
