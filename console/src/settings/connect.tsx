import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, useCreateConnection, useTestConnection } from '../calls/connections.ts';
import { Dialog, useCloseOnce } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/states.tsx';
import { Submit } from '../ui/submit.tsx';
import { TestResult } from './connection-state.tsx';

function accountOf(type: Account['type'], form: FormData): Account {
  const value = (name: string) => String(form.get(name) ?? '').trim();
  if (type === 'calendar') return { type, url: value('url') };
  const mailboxes = value('mailboxes')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const port = Number(value('port'));
  return {
    type,
    host: value('host'),
    port,
    // The port on which servers encrypt after a command.
    tls: port === 143 ? 'starttls' : 'implicit',
    user: value('user'),
    password: String(form.get('password') ?? ''),
    mailboxes: mailboxes.length > 0 ? mailboxes : null,
  };
}

const fields: Record<Account['type'], (Omit<ComponentProps<typeof Field>, 'error'> & { name: string })[]> = {
  imap: [
    { label: 'IMAP server', name: 'host', required: true, maxLength: 253, placeholder: 'imap.example.com' },
    { label: 'Port', name: 'port', type: 'number', defaultValue: '993', hint: '993, or 143 for STARTTLS.' },
    { label: 'User name', name: 'user', required: true, maxLength: 320, hint: 'Often the address.' },
    {
      label: 'Password',
      name: 'password',
      type: 'password',
      autocomplete: 'new-password',
      required: true,
      hint: 'Gmail, iCloud and others need an app password.',
    },
    {
      label: 'Mailboxes',
      name: 'mailboxes',
      hint: 'Separated by commas; if empty, the inbox and sent mail.',
    },
  ],
  calendar: [
    {
      label: 'Secret address in iCal format',
      name: 'url',
      type: 'url',
      required: true,
      maxLength: 2048,
      placeholder: 'https://calendar.example.com/ann.ics',
      hint: 'It is in the settings of the calendar. It is stored encrypted, and not shown again.',
    },
  ],
};

/** Connects a mailbox or a calendar, which can be tested first. */
export function Connect({ type, onClose }: { type: Account['type']; onClose: () => void }) {
  const creation = useCreateConnection();
  const testing = useTestConnection();
  const [isTest, setTest] = useState(false);
  const close = useCloseOnce(onClose);
  const sent = isTest ? testing : creation;
  const errors = fieldErrors(sent.error);

  function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const account = accountOf(type, new FormData(event.currentTarget));
    const isTested = event.submitter?.getAttribute('value') === 'test';
    setTest(isTested);
    if (isTested) testing.mutate({ account });
    else creation.mutate({ account }, { onSuccess: close });
  }

  return (
    <Dialog title={type === 'imap' ? 'Connect a mailbox' : 'Connect a calendar'} onClose={onClose}>
      {type === 'imap' && (
        <p class="hint">
          Microsoft 365 requires OAuth. An administrator connects it on the command line:{' '}
          <code>connection create --type imap --oauth microsoft</code>
        </p>
      )}
      <form onSubmit={submit} autocomplete="off">
        {fields[type].map((field) => (
          <Field key={field.name} {...field} error={errors[`account.${field.name}`]} />
        ))}
        {isTest && testing.data && <TestResult result={testing.data} />}
        <div class="actions">
          <Submit
            action="Connect"
            sent={{ error: sent.error, isPending: creation.isPending || testing.isPending }}
            fields={fields[type].map(({ name }) => `account.${name}`)}
          />
          <button type="submit" value="test" disabled={creation.isPending || testing.isPending}>
            {testing.isPending ? 'Testing…' : 'Test'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
