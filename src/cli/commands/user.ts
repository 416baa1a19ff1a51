import { rejectDuplicate } from '../../core/errors.ts';
import { emailField, nameField, webUrlField } from '../../core/rest/fields.ts';
import { revokeTokensOfUser } from '../../tokens/queries.ts';
import { createUser, deleteUser, listUsers } from '../../users/queries.ts';
import { change, listCommand, orgCommand } from '../command.ts';
import { option } from '../options.ts';

export const userCommands = [
  orgCommand('user create', {
    description: 'create a user; stands in for the invitation flow',
    options: {
      email: option('<email>', 'the email address', emailField()),
      firstName: option('<name>', 'the first name', nameField()),
      lastName: option('<name>', 'the last name', nameField()),
      imageUrl: option('<url>', 'a picture', webUrlField().nullable().default(null)),
    },
    run: ({ writer }, { org, ...values }) =>
      rejectDuplicate(
        createUser(writer, values),
        `"${org}" already has a user with the email address ${values.email}`,
      ),
  }),
  listCommand('user list', 'list the users of an organization', listUsers),
  change('user delete', "delete a user and revoke the user's tokens", (writer, id) =>
    writer.transaction(async (transaction) => {
      const deleted = await deleteUser(transaction, id);
      if (deleted) await revokeTokensOfUser(transaction, id);
      return deleted && { id };
    }),
  ),
];
