import type { Caller } from './calls.ts';
import { probeCursors, probeOwn, probeOwnInternal } from './own-resources.ts';
import { type Findings, type Probing, probeRefusedKeys, probeWrongIds } from './probes.ts';
import { changedBetween, type Inspector } from './stored.ts';
import type { Tenant } from './world.ts';

/** Every limit at its highest, so that no probe is refused for its number. */
export const unlimited = {
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: '1000000',
  RATE_LIMIT_ENDPOINT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'warn',
};

/** The maximum delay before a token's last use is written. */
export const useNotedMs = 1_500;

export interface AllProbes {
  readonly caller: Caller;
  readonly inspector: Inspector;
  readonly tenants: readonly Tenant[];
  readonly callers: readonly Tenant[];
  readonly findings: Findings;
  readonly isSmall: boolean;
  say(line: string): void;
}

/** Runs every probe as each of the callers, and tells of what of others was read or written. */
export async function probeAll(all: AllProbes): Promise<{ cursors: number }> {
  const { findings, inspector, callers, tenants, say } = all;
  const probing: Probing = all;
  const nameOf = (id: string) => tenants.find(({ organizationId }) => organizationId === id)?.name ?? id;
  for (const tenant of callers) {
    const atFirst = await inspector.stored();
    await probeRefusedKeys(probing, tenant);
    for (const token of keysOf(tenant, all.isSmall)) await probeWrongIds(probing, tenant, token);
    const unchanged = await inspector.stored();
    for (const id of changedBetween(atFirst, unchanged))
      findings.found(`${tenant.name}: what was answered 404 has written something of ${nameOf(id)}`);
    const fixed = await inspector.fixed();
    for (const token of keysOf(tenant, all.isSmall)) {
      // First, since the audit shows the newest entries.
      await probeOwnInternal(probing, tenant, token);
      await probeOwn(probing, tenant, token);
    }
    for (const id of changedBetween(unchanged, await inspector.stored()))
      if (id !== tenant.organizationId)
        findings.found(`${tenant.name}: has written something of ${nameOf(id)}`);
    for (const id of changedBetween(fixed, await inspector.fixed()))
      findings.found(`${tenant.name}: has written what no operation writes, of ${nameOf(id)}`);
    if (findings.isEnough()) return { cursors: 0 };
    say(`${all.caller.count} calls`);
  }
  return { cursors: await probeCursors({ ...probing, tenants: callers }) };
}

const keysOf = ({ keys }: Tenant, isSmall: boolean) =>
  isSmall ? [keys.organization] : [keys.organization, keys.user];
