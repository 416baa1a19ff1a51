import { Pool } from 'undici';
import { type MountedOperation, type Procedure, procedures } from '../../src/http/operations.ts';
import { internalInputs, requestExamples } from '../../test/support/request-examples.ts';
import { marksIn, sharedDomain, type Tenant, type World } from './world.ts';

type AnyOperation = Procedure | MountedOperation;
type Way = 'REST' | 'tRPC';
type Values = Readonly<Record<string, string>>;

/** A call of an operation: the ids that name something, and the other fields of its input. */
interface Call {
  readonly operation: AnyOperation;
  readonly values: Values;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Calls a server as a tenant, and reports each breach to `found`. */
export interface Probes {
  /** Calls every operation on what is the tenant's own, with foreign ids in all other fields. */
  own(tenant: Tenant): Promise<void>;
  /** The answers to calls on the tenant's own records, which no left-out condition may change. */
  readonly answers: readonly string[];
  close(): Promise<void>;
}

/** The inputs besides ids that are not the example in the OpenAPI document. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...internalInputs,
  'rules.create': { integration: 'zoom', domain: 'console.example' },
  'imports.unassignedActivities': { domain: sharedDomain },
};

/** Returns the body of an operation's example in the OpenAPI document, or an input of an internal one. */
const exampleOf = ({ name }: AnyOperation) =>
  (requestExamples[name] ?? inputs[name] ?? {}) as Record<string, unknown>;

/** The parameters of an operation's path; of an internal one, the ids that its input names things by. */
function parametersOf(operation: AnyOperation): string[] {
  if ('path' in operation) return [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // An id that may be null sets a field, and is checked like one.
  return Object.entries(operation.fields)
    .filter(([name, { type }]) => /.Id$/.test(name) && type === 'string')
    .map(([name]) => name);
}

const waysOf = (operation: AnyOperation): readonly Way[] =>
  'path' in operation ? ['REST', 'tRPC'] : ['tRPC'];

/** The ways to name something of the tenant's. */
function ownValues(tenant: Tenant, operation: AnyOperation): readonly Values[] {
  const living = (rows: Tenant['clients']) => rows.filter((row) => !row.isDeleted).map(({ id }) => id);
  const named = (name: string, ids: readonly string[]) => ({ [name]: ids.map((id) => ({ [name]: id })) });
  const known: Record<string, readonly Values[]> = {
    '': [{}],
    ...named('clientId', living(tenant.clients)),
    ...named('userId', living(tenant.users)),
    ...named('ownerId', living(tenant.users)),
    ...named('unassignedId', tenant.unassigned),
    ...named('ruleId', tenant.rules),
    ...named('connectionId', tenant.connections),
    ...named('webhookId', Object.keys(tenant.deliveries)),
    ...named('tokenId', tenant.tokens),
    'clientId,activityId': living(tenant.clients).flatMap((clientId) =>
      (tenant.activities[clientId] ?? []).map((activityId) => ({ clientId, activityId })),
    ),
    'webhookId,deliveryId': Object.entries(tenant.deliveries).map(([webhookId, deliveryId]) => ({
      webhookId,
      deliveryId,
    })),
  };
  const values = known[parametersOf(operation).join()];
  if (values === undefined) throw new Error(`The proof knows no ids for ${operation.name}; add them.`);
  return values;
}

/** Fields that an attacker might send to reach another organization. Those that are refused are left out. */
const smuggledFields = ({ organizationId, clients, users, mark }: Tenant) => ({
  organization_id: organizationId,
  organization: { id: organizationId },
  orgId: organizationId,
  tenantId: organizationId,
  id: clients[0]?.id,
  createdAt: '2000-01-01T00:00:00.000Z',
  deletedAt: '2000-01-01T00:00:00.000Z',
  tokenId: users[0]?.id,
  db: { organizationId },
  ctx: { caller: { organizationId } },
  filter: `organization_id = '${organizationId}'`,
  q: mark,
});

/** @param isEnough ends the probes early */
export function openProbes(
  origin: string,
  { callers, silent }: World,
  found: (what: string) => void,
  isEnough: () => boolean,
): Probes {
  const pool = new Pool(origin, { connections: 8, headersTimeout: 60_000 });
  const [one, twin] = callers;
  const answers: string[] = [];

  /** Calls an operation, and tells of what its answer has of other organizations. */
  async function send(tenant: Tenant, way: Way, { operation, values, fields }: Call) {
    const isQuery = operation.type === 'query';
    const isRest = way === 'REST' && 'path' in operation;
    const input = isRest ? fields : { ...fields, ...values };
    const query = isRest
      ? new URLSearchParams(
          Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
        )
      : new URLSearchParams({ input: JSON.stringify(input) });
    const path = isRest
      ? operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
      : `/trpc/${operation.name}`;
    const headers = {
      authorization: `Bearer ${tenant.token}`,
      'x-organization-id': silent.organizationId,
      ...(isQuery ? {} : { 'content-type': 'application/json' }),
    };
    const response = await pool.request({
      method: isRest ? operation.method : isQuery ? 'GET' : 'POST',
      path: isQuery ? `${path}?${query}` : path,
      headers,
      body: isQuery ? null : JSON.stringify(input),
    });
    const [status, body] = [response.statusCode, await response.body.text()];
    const what = `${tenant.name}: ${way} ${operation.name} with ${JSON.stringify({ ...values, ...fields })}`;
    for (const mark of marksIn(body))
      if (mark !== tenant.mark) found(`${what}: ${status} tells of another organization`);
    return { status, body, what };
  }

  return {
    answers,
    async own(tenant) {
      const changed: string[] = [];
      // The internal ones first, since the audit shows the newest entries.
      const inOrder = procedures
        .toSorted((a, b) => Number('path' in a) - Number('path' in b))
        // They ask other machines.
        .filter(({ name }) => !['connections.test', 'webhooks.test'].includes(name));
      for (const operation of inOrder) {
        const example = exampleOf(operation);
        // What is renamed is still known as the tenant's.
        if ('path' in operation && 'name' in example) example.name = `Renamed ${tenant.mark}`;
        let own = ownValues(tenant, operation);
        if (!('path' in operation)) {
          // A change needs something that no earlier one has ended; the last ones are spare.
          const ids = (values: Values) => Object.values(values);
          own = own.filter((values) => !ids(values).some((id) => changed.includes(id)));
          if (operation.type === 'mutation') {
            own = own.slice(-1);
            changed.push(...own.flatMap(ids));
          }
          // What filters a list may be left out.
          else if ('cursor' in operation.fields) own = [{}, ...own];
        } else own = own.slice(0, 2);
        const filters = 'type' in operation.fields && operation.type === 'query' ? [{ type: 'email' }] : [];
        const smuggled = 'path' in operation ? [{}, smuggledFields(one === tenant ? twin : one)] : [{}];
        for (const values of own)
          for (const more of [...smuggled, ...filters])
            for (const way of waysOf(operation)) {
              const call = { operation, values, fields: { ...example, ...more } };
              const { status, body, what } = await send(tenant, way, call);
              answers.push(`${what}: ${status} ${body}`);
              if (status !== 200) found(`${what}: answered ${status} ${body.slice(0, 200)}`);
              if (isEnough()) return;
            }
      }
    },
    close: () => pool.destroy(),
  };
}
