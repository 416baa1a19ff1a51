import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { type Rule, useMay } from '../api.ts';
import { useBoard } from '../calls/clients.ts';
import { useCreateRule, useDeleteRule, useRules } from '../calls/rules.ts';
import { Primary, RowButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Show } from '../ui/query.tsx';
import { actions, Table } from '../ui/table.tsx';

/** The rules that assign incoming activities to clients. */
export function RulesPart() {
  const rules = useRules();
  const mayWrite = useMay('rules:write');
  const [isCreating, setCreating] = useState(false);
  return (
    <section class="panel">
      <p class="muted">Rules assign mail, meetings and messages to clients by a participant’s domain.</p>
      {mayWrite && <Primary onClick={() => setCreating(true)}>New rule</Primary>}
      <Show of={rules} what="the rules">
        {(list) => <RuleTable rules={list} />}
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
  const clientOf = ({ integration, clientId }: Rule) => {
    if (integration === 'none') return <span class="muted">Ignored</span>;
    if (clientId === null) return <span class="muted">None yet</span>;
    return <Link href={`/clients/${clientId}`}>{names.get(clientId) ?? clientId}</Link>;
  };
  return (
    <>
      <Table
        caption="Assignment rules"
        empty="There are no rules yet."
        rows={rules}
        columns={[
          ['Domain', ({ domain }) => domain],
          ['Integration', ({ integration }) => integration],
          ['Client', clientOf],
          mayWrite && [
            actions,
            (rule) => (
              <RowButton
                label="Delete"
                of={`the rule for ${rule.domain} in ${rule.integration}`}
                onClick={() => setDeleted(rule)}
              />
            ),
          ],
        ]}
      />
      {deleted && (
        <ConfirmDialog
          title="Delete the rule?"
          text={`It no longer assigns new activities of ${deleted.domain}. Assigned activities stay.`}
          action="Delete"
          onConfirm={() => deletion.mutateAsync({ ruleId: deleted.id })}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
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
      <Form action="Create" sent={creation} onSend={send}>
        <Field label="Domain" name="domain" required maxLength={253} />
        <Field
          label="Integration"
          name="integration"
          defaultValue="any"
          required
          hint="For example gmail. Enter “any” for all integrations, or “none” to ignore the domain. A rule for one integration takes precedence over “any”."
        />
        <Choice label="Client" options={clients} none="The oldest client with this domain" name="clientId" />
      </Form>
    </Dialog>
  );
}
