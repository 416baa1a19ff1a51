import { requestExamples } from '../../src/http/openapi-examples.ts';
import { type MountedOperation, operations, procedures } from '../../src/http/operations.ts';
import { type Answer, type Call, forEachAtOnce, parametersOf, type Way, waysOf } from './calls.ts';
import { checkForeign, exampleOf, namedBy, ownValues, type Probing } from './probes.ts';
import { marksIn, type Tenant } from './world.ts';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly meta: { readonly cursor: string | null; readonly hasMore: boolean };
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The operations that give a cursor. */
const lists = operations.filter(({ fields }) => 'cursor' in fields);

/** Takes the page out of the envelope of its transport. */
function pageOf(way: Way, { body }: Answer): Page {
  const value = JSON.parse(body);
  return way === 'tRPC' ? value.result.data : value;
}

/**
 * Calls every operation on what is the tenant's own, with what is foreign in every other place: answered with what is
 * its own and nothing else.
 */
export async function probeOwn(probing: Probing, tenant: Tenant, token: string): Promise<void> {
  const { caller, findings, tenants, isSmall } = probing;
  const foreign = tenants.filter((other) => other !== tenant);
  const smuggled = foreign.slice(0, isSmall ? 1 : foreign.length).flatMap(smuggledFields);
  const headers = Object.fromEntries(
    ['x-organization-id', 'x-tenant-id', 'organization', 'x-forwarded-user', 'cookie'].map((name) => [
      name,
      foreign[0]?.organizationId ?? '',
    ]),
  );
  for (const operation of operations) {
    const example = { ...(requestExamples[operation.name] ?? {}) } as Record<string, unknown>;
    // What is renamed is still known as the tenant's.
    if ('name' in example) example.name = `Renamed ${tenant.mark}`;
    const parameters = parametersOf(operation);
    const own = ownValues(tenant, operation).slice(0, isSmall ? 2 : 4);
    const ways: Call[] = own.flatMap((values) =>
      [{}, ...smuggled].map((more) => ({ operation, values, fields: { ...example, ...more } })),
    );
    await forEachAtOnce(ways, async (call) => {
      if (findings.isEnough()) return;
      for (const way of waysOf(operation)) {
        const answer = await caller.send(way, call, token, headers);
        const what = `${tenant.name}: ${way} ${operation.name} with ${JSON.stringify(call.fields)}`;
        checkForeign(probing, tenant, what, answer);
        const extra = Object.keys(call.fields).filter((name) => !(name in example));
        // Over tRPC the fields of the path are fields like others.
        const isPlain =
          extra.length === 0 || way !== 'tRPC' || !parameters.some((name) => extra.includes(name));
        if (answer.status !== 200 && !(answer.status === 400 && extra.length > 0) && isPlain)
          findings.found(`${what}: answered ${answer.status} ${answer.body.slice(0, 200)}`);
        if (answer.status === 200 && way !== 'HEAD') checkNames(probing, what, answer, call, tenant);
      }
    });
  }
}

/** Calls every internal operation on what is the tenant's own. Only its organization key changes something. */
export async function probeOwnInternal(probing: Probing, tenant: Tenant, token: string): Promise<void> {
  const { caller, findings } = probing;
  const changed: string[] = [];
  for (const operation of procedures.filter((procedure) => !('path' in procedure))) {
    const isQuery = operation.type === 'query';
    if (!isQuery && token !== tenant.keys.organization) continue;
    const [parameter] = parametersOf(operation);
    // A change needs something that no earlier one has ended; the last ones are spare.
    const ids =
      parameter === undefined ? [] : namedBy(tenant, parameter).filter((id) => !changed.includes(id));
    const used = isQuery ? ids : ids.slice(-1);
    if (!isQuery) changed.push(...used);
    const named = parameter === undefined ? [{}] : used.map((id) => ({ [parameter]: id }));
    const isFilter = parameter !== undefined && 'cursor' in operation.fields;
    for (const values of isFilter ? [{}, ...named] : named) {
      const answer = await caller.send('tRPC', { operation, values, fields: exampleOf(operation) }, token);
      const what = `${tenant.name}: ${operation.name} with ${JSON.stringify(values)}`;
      checkForeign(probing, tenant, what, answer);
      if (answer.status !== 200)
        findings.found(`${what}: answered ${answer.status} ${answer.body.slice(0, 200)}`);
    }
  }
}

/** Checks that the response names the same ids as the path. */
function checkNames({ findings }: Probing, what: string, answer: Answer, call: Call, tenant: Tenant): void {
  const parameter = parametersOf(call.operation).at(-1);
  if (parameter === undefined) return;
  const given = JSON.parse(answer.body);
  const { data } = given.result?.data ?? given;
  const named = call.values[parameter];
  if (data === null) return;
  const matchesIfNoneMatch = Array.isArray(data)
    ? data.every((each) => each[parameter] === named)
    : data.id === named || data[parameter] === named;
  if (!matchesIfNoneMatch) findings.found(`${what}: answered with something else than ${named}`);
  if (call.operation.type === 'query' && !marksIn(answer.body).has(tenant.mark))
    findings.found(`${what}: answered without what is its own`);
}

/** Returns fields that an attacker might send to reach another organization, one at a time. */
function smuggledFields({ organizationId, slug, clients, users, mark }: Tenant): Record<string, unknown>[] {
  const [client] = clients;
  const [user] = users;
  const values: Record<string, unknown> = {
    organizationId,
    organization_id: organizationId,
    organization: { id: organizationId, slug },
    orgId: organizationId,
    tenantId: organizationId,
    id: client?.id,
    userId: user?.id,
    clientId: client?.id,
    activityId: client?.activities[0],
    slug,
    plan: 'enterprise',
    email: 'stolen@stranger.example',
    idpUserID: 'stolen',
    idpUserId: 'stolen',
    createdAt: '2000-01-01T00:00:00.000Z',
    deletedAt: '2000-01-01T00:00:00.000Z',
    tokenId: users[0]?.id,
    permissions: ['users:write'],
    db: { organizationId },
    ctx: { caller: { organizationId } },
    filter: `organization_id = '${organizationId}'`,
    q: mark.slice(0, 7),
  };
  return Object.entries(values).map(([name, value]) => ({ [name]: value }));
}

/** A cursor, and where it came from. */
interface Given {
  readonly operation: MountedOperation;
  readonly tenant: Tenant;
  readonly values: Record<string, string>;
  readonly fields: Record<string, unknown>;
  readonly cursor: string;
}

/** Reads every list of a tenant to its end, a record at a time, and gives a cursor of each. */
async function walk(probing: Probing, tenant: Tenant, token: string): Promise<Given[]> {
  const { caller, findings } = probing;
  const given: Given[] = [];
  for (const operation of lists) {
    const filters = 'type' in operation.fields ? [{}, { type: 'email' }] : [{}];
    for (const values of ownValues(tenant, operation)) {
      for (const filter of filters) {
        const seen: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null && seen.length < 1_000 && !findings.isEnough()) {
          const fields = { ...filter, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
          const answer = await caller.send('REST', { operation, values, fields }, token);
          const what = `${tenant.name}: a page of ${operation.name}`;
          checkForeign(probing, tenant, what, answer);
          if (answer.status !== 200) {
            findings.found(`${what}: answered ${answer.status} ${answer.body}`);
            break;
          }
          const { data, meta } = pageOf('REST', answer);
          seen.push(...data.map(({ id }) => id));
          cursor = meta.cursor;
          if (cursor !== null && seen.length === 1)
            given.push({ operation, tenant, values, fields: filter, cursor });
        }
        if (new Set(seen).size !== seen.length)
          findings.found(`${tenant.name}: ${operation.name} gave something twice`);
      }
    }
  }
  return given;
}

/** Cursors of other organizations, lists, clients and filters are 400; those that were tampered with give what is one's own. */
export async function probeCursors(probing: Probing): Promise<number> {
  const { caller, findings, tenants, isSmall } = probing;
  const given: Given[] = [];
  for (const tenant of tenants) given.push(...(await walk(probing, tenant, tenant.keys.organization)));
  const used = isSmall ? given.filter((_, index) => index % 2 === 0) : given;
  let tried = 0;
  for (const own of given) {
    const { operation, tenant, values, fields } = own;
    const references = new Map<string, Answer>();
    await forEachAtOnce(used, async (other) => {
      if (findings.isEnough()) return;
      for (const way of ['REST', 'tRPC'] as const) {
        tried++;
        const token = tenant.keys.organization;
        const call = (cursor: string): Call => ({ operation, values, fields: { ...fields, cursor } });
        const what = `${tenant.name}: ${way} ${operation.name} with a cursor of ${other.operation.name} of ${other.tenant.name}`;
        const answer = await caller.send(way, call(other.cursor), token);
        checkForeign(probing, tenant, what, answer);
        if (other === own) {
          if (answer.status !== 200) findings.found(`${what}, its own: answered ${answer.status}`);
          continue;
        }
        const reference = references.get(way) ?? answer;
        references.set(way, reference);
        if (
          answer.status !== 400 ||
          answer.body !== reference.body ||
          !answer.body.includes('"cursor":"Send')
        )
          findings.found(`${what}: answered ${answer.status} ${answer.body.slice(0, 200)}`);
        const forged = await caller.send(way, call(forge(own.cursor, other.cursor)), token);
        checkForeign(probing, tenant, `${what}, forged`, forged);
        if (forged.status !== 200 && forged.status !== 400)
          findings.found(`${what}, forged: answered ${forged.status} ${forged.body.slice(0, 200)}`);
      }
    });
  }
  return tried;
}

/** One's own cursor with the position of another. */
function forge(own: string, other: string): string {
  const text = (cursor: string) => Buffer.from(cursor, 'base64url').toString();
  const foreign = text(other).match(uuids)?.[0] ?? '';
  return Buffer.from(text(own).replace(uuids, foreign)).toString('base64url');
}
