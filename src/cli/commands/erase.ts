import { emailField, nameField } from '../../core/rest/fields.ts';
import { eraseClient, findErasableClient } from '../../erasure/client.ts';
import { isFullName } from '../../erasure/mention.ts';
import { erasePerson } from '../../erasure/person.ts';
import { type Cli, confirm, countRows, orgCommand } from '../command.ts';
import { found } from '../errors.ts';
import { argument, idFrom, option, yesOption } from '../options.ts';
import { plain } from '../print.ts';

const note = '\nRun it again if it was interrupted. The audit log records the erasure,\nwithout the data.\n';

const backupNote =
  'note: earlier backups and exports still have the data; run this command again after restoring one';

const fullName = nameField().refine(isFullName, 'must be a first and a last name, such as "Ann Okafor"');

export const personErase = orgCommand('person erase', {
  description:
    'replace the address and the full name of a person in all data of an organization, and remove users, tokens and mailbox connections with the address; this cannot be undone',
  options: {
    email: option('<email>', 'the address', emailField()),
    name: option('<name>', 'the full name, such as "Ann Okafor"; not needed for a user', fullName.optional()),
    yes: yesOption,
  },
  note,
  async run(cli, { org, email, name, yes }) {
    const question = `This erases ${plain(email)} from "${plain(org)}" for good. Type the address to go on: `;
    if (!yes) await confirm(cli, question, email, 'this is not the address; nothing was erased', true);
    return erase(cli, erasePerson(cli.db, { email, name }, cli.author, cli.signal));
  },
});

export const clientErase = orgCommand('client erase', {
  description:
    'erase a client with its activities, cards and rules, whether deleted or not; this cannot be undone',
  options: {
    id: argument('<id>', 'its id; "client list" shows those that are not deleted', idFrom('client list')),
    yes: yesOption,
  },
  note,
  async run(cli, { yes, ...input }) {
    if (!yes) {
      const { name } = found('client', await findErasableClient(cli.db, input.id), input);
      const question = `This erases "${plain(name)}" and all its activities for good. Type its name to go on: `;
      await confirm(cli, question, name, 'this is not the name; nothing was erased');
    }
    return found('client', await erase(cli, eraseClient(cli.db, input.id, cli.author, cli.signal)), input);
  },
});

async function erase<R>(cli: Cli, steps: AsyncGenerator<number, R>): Promise<R> {
  const { result } = await countRows(cli, 'rows searched', steps);
  // Also of a client that is not there, since an interrupted erasure may have removed it already.
  await cli.database.rewrite?.();
  if (result !== undefined) cli.say(backupNote);
  return result;
}
