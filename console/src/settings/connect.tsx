import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, useCreateConnection, useTestConnection } from '../calls/connections.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { TestResult } from './connection-state.tsx';

function accountOf(type: Account['type'], form: FormData): Account {
  const value = (name: string) => String(form.get(name) ?? '').trim();
  if (type === 'calendar') return { type, url: value('account.url') };
  const mailboxes = value('account.mailboxes')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const port = Number(value('account.port'));
  return {
    type,
    host: value('account.host'),
    port,
    // The port on which servers encrypt after a command.
    tls: port === 143 ? 'starttls' : 'implicit',
    user: value('account.user'),
    password: String(form.get('account.password') ?? ''),
    mailboxes: mailboxes.length > 0 ? mailboxes : null,
  };
}

const fields: Record<Account['type'], ComponentChildren> = {
  imap: (
    <>
      <Field label="IMAP server" name="account.host" required placeholder="imap.example.com" />
      <Field label="Port" name="account.port" type="number" defaultValue="993" hint="Or 143 for STARTTLS." />
      <Field label="User name" name="account.user" required maxLength={320} hint="Often the address." />
      <Field
        label="Password"
        name="account.password"
        type="password"
        autocomplete="new-password"
        required
        hint="Gmail, iCloud and others need an app password."
      />
      <Field
        label="Mailboxes"
        name="account.mailboxes"
        hint="Separated by commas; if empty, the inbox and sent mail."
      />
    </>
  ),
  calendar: (
    <Field
      label="Secret address in iCal format"
      name="account.url"
      type="url"
      required
      maxLength={2048}
      placeholder="https://calendar.example.com/ann.ics"
      hint="It is in the settings of the calendar. It is stored encrypted, and not shown again."
    />
  ),
};

/** Connects a mailbox or a calendar, which can be tested first. */
export function Connect({ type, onClose }: { type: Account['type']; onClose: () => void }) {
  const creation = useCreateConnection();
  const testing = useTestConnection();
  const [isTest, setTest] = useState(false);
  const isPending = creation.isPending || testing.isPending;
  const { error } = isTest ? testing : creation;

  function send(form: FormData, submitter: HTMLElement | null): void {
    const account = accountOf(type, form);
    const isTested = submitter?.getAttribute('value') === 'test';
    setTest(isTested);
    if (isTested) testing.mutate({ account });
    else creation.mutate({ account }, { onSuccess: onClose });
  }

  return (
    <Dialog title={type === 'imap' ? 'Connect a mailbox' : 'Connect a calendar'} onClose={onClose}>
      {type === 'imap' && (
        <p class="hint">
          Microsoft 365 requires OAuth. An administrator connects it on the command line:{' '}
          <code>connection create --type imap --oauth microsoft</code>
        </p>
      )}
      <Form
        action="Connect"
        sent={{ error, isPending }}
        onSend={send}
        beside={
          <button type="submit" value="test" disabled={isPending}>
            {testing.isPending ? 'Testing…' : 'Test'}
          </button>
        }
      >
        {fields[type]}
        {isTest && testing.data && <TestResult result={testing.data} />}
      </Form>
    </Dialog>
  );
}
