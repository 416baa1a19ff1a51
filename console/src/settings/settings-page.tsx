import type { FunctionComponent } from 'preact';
import { Link } from 'wouter-preact';
import { type Permission, useShared } from '../api.ts';
import { PageHeading } from '../ui/heading.tsx';
import { Empty, MissingPermission } from '../ui/states.tsx';
import { AuditPart } from './audit.tsx';
import { ConnectionsPart } from './connections.tsx';
import { OrganizationPart } from './organization.tsx';
import { RulesPart } from './rules.tsx';
import { TokensPart } from './tokens.tsx';
import { UnassignedPart } from './unassigned.tsx';
import { WebhooksPart } from './webhooks.tsx';

type Part = readonly [path: string, label: string, permission: Permission, component: FunctionComponent];

const parts: readonly Part[] = [
  ['organization', 'Organization', 'organization:read', OrganizationPart],
  ['tokens', 'Tokens', 'tokens:read', TokensPart],
  ['connections', 'Connections', 'connections:read', ConnectionsPart],
  ['rules', 'Assignment rules', 'rules:read', RulesPart],
  ['unassigned', 'Unassigned mail', 'imports:read', UnassignedPart],
  ['webhooks', 'Webhooks', 'webhooks:read', WebhooksPart],
  ['audit', 'Audit log', 'audit:read', AuditPart],
];

/** On a narrow screen the parts scroll. */
const showCurrent = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });

/** The settings of the organization, a part at a time. */
export function SettingsPage({ part }: { part: string }) {
  const { permissions } = useShared().session;
  const [, title = 'Settings', permission = '', Component] = parts.find(([path]) => path === part) ?? [];
  return (
    <>
      <PageHeading title={title} />
      <nav ref={showCurrent} class="parts" aria-label="Settings">
        {parts.map(
          ([path, label, needed]) =>
            permissions.includes(needed) && (
              <Link
                key={path}
                href={`/settings/${path}`}
                {...(path === part ? { 'aria-current': 'page' as const } : {})}
              >
                {label}
              </Link>
            ),
        )}
      </nav>
      {!Component ? (
        <Empty>There is no such page.</Empty>
      ) : permissions.includes(permission) ? (
        <Component />
      ) : (
        <MissingPermission permission={permission} />
      )}
    </>
  );
}
