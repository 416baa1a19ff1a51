import { useState } from 'preact/hooks';
import { type User, useMay } from '../api.ts';
import { useEditUser, useUsers } from '../calls/users.ts';
import { formatDate } from '../format.ts';
import { Address } from '../ui/address.tsx';
import { RowButton } from '../ui/button.tsx';
import { EditDialog } from '../ui/edit-dialog.tsx';
import { PageHeading } from '../ui/heading.tsx';
import { Show } from '../ui/query.tsx';
import { actions, Table } from '../ui/table.tsx';

/** The organization's users, and their profiles. */
export function UsersPage() {
  const users = useUsers();
  const mayWrite = useMay('users:write');
  const [edited, setEdited] = useState<User>();
  return (
    <>
      <PageHeading title="Users" />
      <Show of={users} what="the users">
        {(list) => (
          <Table
            class="panel"
            caption="Users"
            empty="There are no users yet. An administrator creates them on the command line."
            rows={list}
            columns={[
              ['Name', ({ firstName, lastName }) => `${firstName} ${lastName}`],
              ['Email', ({ email }) => <Address text={email} />],
              ['Since', ({ createdAt }) => formatDate(createdAt), 'wide'],
              mayWrite && [
                actions,
                (user) => <RowButton label="Edit" of={user.email} onClick={() => setEdited(user)} />,
              ],
            ]}
          />
        )}
      </Show>
      {edited && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const fields = [
  { name: 'firstName', label: 'First name', maxLength: 255 },
  { name: 'lastName', label: 'Last name', maxLength: 255 },
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
