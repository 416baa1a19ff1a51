import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Rule, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { useCreateRule, useDeleteRule, useRules } from '../calls/rules.ts';
import { ClientChoice } from '../ui/client-choice.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';
import { actions, Table } from '../ui/table.tsx';

/** The rules that assign incoming activities to clients. */
export function RulesPart() {
  const rules = useRules();
  const mayWrite = useMay('rules:write');
  const [isCreating, setCreating] = useState(false);
  return (
    <section class="panel">
      <p class="muted">
        Mail, meetings and messages go to the client that a rule names for the domain of a participant.
      </p>
      {mayWrite && (
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          New rule
        </button>
      )}
      <Show of={rules} what="the rules">
        {(list) => (list.length === 0 ? <Empty>There are no rules yet.</Empty> : <RuleTable rules={list} />)}
      </Show>
      {isCreating && <CreateRule onClose={() => setCreating(false)} />}
    </section>
  );
}

function RuleTable({ rules }: { rules: Rule[] }) {
  const mayWrite = useMay('rules:write');
  const board = useBoard({ isWanted: useMay('clients:read') });
  const deletion = useDeleteRule();
  const [deleted, setDeleted] = useState<Rule>();
  const names = new Map(board.data?.map(({ id, name }) => [id, name]));
  return (
    <>
      <Table caption="Assignment rules" columns={['Domain', 'Integration', 'Client', mayWrite && actions]}>
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            clientName={rule.clientId === null ? undefined : names.get(rule.clientId)}
            onDelete={mayWrite ? () => setDeleted(rule) : undefined}
          />
        ))}
      </Table>
      {deleted && (
        <ConfirmDialog
          title="Delete the rule?"
          text={`New activities of ${deleted.domain} are no longer assigned by it. What it has assigned stays.`}
          action="Delete"
          onConfirm={() => deletion.mutateAsync({ ruleId: deleted.id })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

function RuleRow({
  rule: { domain, integration, clientId },
  clientName,
  onDelete,
}: {
  rule: Rule;
  clientName: string | undefined;
  onDelete: (() => void) | undefined;
}) {
  return (
    <tr>
      <th scope="row" dir="auto">
        {domain}
      </th>
      <td>{integration}</td>
      <td dir="auto">
        {integration === 'none' ? (
          <span class="muted">Ignored</span>
        ) : clientId === null ? (
          <span class="muted">None yet</span>
        ) : (
          <Link href={`/clients/${clientId}`}>{clientName ?? clientId}</Link>
        )}
      </td>
      {onDelete && (
        <td>
          <button
            type="button"
            aria-label={`Delete the rule for ${domain} in ${integration}`}
            onClick={onDelete}
          >
            Delete
          </button>
        </td>
      )}
    </tr>
  );
}

function CreateRule({ onClose }: { onClose: () => void }) {
  const creation = useCreateRule();
  const { data: clients = [] } = useBoard({ isWanted: useMay('clients:read') });

  function send(form: FormData): void {
    const clientId = String(form.get('clientId') ?? '');
    const rule = { domain: String(form.get('domain')), integration: String(form.get('integration')) };
    creation.mutate({ ...rule, ...(clientId === '' ? {} : { clientId }) }, { onSuccess: onClose });
  }

  return (
    <Dialog title="New rule" onClose={onClose}>
      <Form action="Create" sent={creation} fields={['domain', 'integration']} onSend={send}>
        <Field label="Domain" name="domain" required maxLength={253} />
        <Field
          label="Integration"
          name="integration"
          defaultValue="any"
          required
          hint="Such as gmail; any for all of them, none to ignore the domain. A rule for the integration itself wins."
        />
        <ClientChoice clients={clients} none="The oldest client with this domain" name="clientId" />
      </Form>
    </Dialog>
  );
}
