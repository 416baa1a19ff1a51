import type { FunctionComponent } from 'preact';
import { Link } from 'wouter-preact';
import { useShared } from '../api.ts';
import { PageHeading } from '../ui/heading.tsx';
import { Empty, MissingPermission } from '../ui/states.tsx';
import { AuditPart } from './audit.tsx';
import { ConnectionsPart } from './connections.tsx';
import { LimitsPart } from './limits.tsx';
import { OrganizationPart } from './organization.tsx';
import { RulesPart } from './rules.tsx';
import { TokensPart } from './tokens.tsx';
import { UnassignedPart } from './unassigned.tsx';
import { WebhooksPart } from './webhooks.tsx';

type Part = {
  path: string;
  label: string;
  permission: string | undefined;
  component: FunctionComponent<{ userId: string | undefined }>;
};

const parts: readonly Part[] = [
  {
    path: 'organization',
    label: 'Organization',
    permission: 'organization:read',
    component: OrganizationPart,
  },
  { path: 'limits', label: 'Limits', permission: undefined, component: LimitsPart },
  { path: 'tokens', label: 'Tokens', permission: 'tokens:read', component: TokensPart },
  { path: 'connections', label: 'Connections', permission: 'connections:read', component: ConnectionsPart },
  { path: 'rules', label: 'Assignment rules', permission: 'rules:read', component: RulesPart },
  { path: 'unassigned', label: 'Unassigned mail', permission: 'imports:read', component: UnassignedPart },
  { path: 'webhooks', label: 'Webhooks', permission: 'webhooks:read', component: WebhooksPart },
  { path: 'audit', label: 'Audit log', permission: 'audit:read', component: AuditPart },
];

/** The settings of the organization, a part at a time. */
export function SettingsPage({ part, userId }: { part: string; userId: string | undefined }) {
  const { permissions } = useShared().session;
  const isAllowed = ({ permission }: Part) => permission === undefined || permissions.includes(permission);
  const current = parts.find(({ path }) => path === part);
  return (
    <>
      <PageHeading title={current?.label ?? 'Settings'} />
      <nav class="parts" aria-label="Settings">
        {parts.filter(isAllowed).map(({ path, label }) => (
          <Link
            key={path}
            href={`/settings/${path}`}
            {...(path === part ? { 'aria-current': 'page' as const } : {})}
          >
            {label}
          </Link>
        ))}
      </nav>
      {current === undefined ? (
        <Empty>There is no such page.</Empty>
      ) : isAllowed(current) ? (
        <current.component userId={userId} />
      ) : (
        <MissingPermission permission={current.permission ?? ''} />
      )}
    </>
  );
}
