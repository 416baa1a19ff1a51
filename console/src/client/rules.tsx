import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useRules } from '../calls/rules.ts';
import { Show } from '../ui/query.tsx';
import { Empty } from '../ui/states.tsx';

/** The assignment rules wired to the client; read when they are opened. */
export function ClientRules({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false);
  const rules = useRules(clientId, isOpen);
  return (
    <details class="panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Assignment rules</h2>
      </summary>
      <Show of={rules} what="the rules">
        {(list) => (
          <ul>
            {list.length === 0 && (
              <Empty>
                No rule assigns activities to this client. <Link href="/settings/rules">Make one.</Link>
              </Empty>
            )}
            {list.map(({ id, integration, domain }) => (
              <li key={id}>
                <span dir="auto">{domain}</span> in {integration === 'any' ? 'any integration' : integration}
              </li>
            ))}
          </ul>
        )}
      </Show>
    </details>
  );
}
