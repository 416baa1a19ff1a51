import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
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
  /** Calls every operation on what is not the tenant's own; the answer must be the one for what does not exist. */
  foreign(tenant: Tenant): Promise<void>;
  /** Calls every operation on what is the tenant's own, with foreign ids in all other fields. */
  own(tenant: Tenant): Promise<void>;
  /** Sends every list the cursors that it returned to the twin. */
  cursors(): Promise<void>;
  readonly calls: number;
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

/** The ids of a tenant that a parameter may hold, of what lives or of what is deleted. */
function idsOf(tenant: Tenant, parameter: string, isDeleted = false): readonly string[] {
  const { clients, users, activities, unassigned, rules, connections, deliveries, tokens } = tenant;
  const named = (rows: Tenant['clients']) =>
    rows.filter((row) => row.isDeleted === isDeleted).map(({ id }) => id);
  if (parameter === 'clientId') return named(clients);
  if (['userId', 'ownerId'].includes(parameter)) return named(users);
  if (parameter === 'activityId') return named(clients).flatMap((id) => activities[id] ?? []);
  if (parameter === 'unassignedId') return isDeleted ? [] : unassigned;
  if (parameter === 'ruleId') return isDeleted ? [] : rules;
  if (parameter === 'connectionId') return isDeleted ? [] : connections;
  if (parameter === 'webhookId') return isDeleted ? [] : Object.keys(deliveries);
  if (parameter === 'deliveryId') return isDeleted ? [] : Object.values(deliveries);
  if (parameter === 'tokenId') return isDeleted ? [] : tokens;
  throw new Error(`The proof knows no ids for the parameter ${parameter}; add them.`);
}

/** The ways to name something of the tenant's. */
function ownValues(tenant: Tenant, operation: AnyOperation): Values[] {
  const [first, second, ...more] = parametersOf(operation);
  if (first === undefined) return [{}];
  const ids = idsOf(tenant, first);
  if (second === undefined) return ids.map((id) => ({ [first]: id }));
  if (first === 'webhookId' && second === 'deliveryId' && more.length === 0)
    return Object.entries(tenant.deliveries).map(([webhookId, deliveryId]) => ({ webhookId, deliveryId }));
  if (first !== 'clientId' || second !== 'activityId' || more.length > 0)
    throw new Error(
      `The proof does not know how the parameters of ${operation.name} belong together; add it.`,
    );
  return ids.flatMap((id) =>
    idsOf({ ...tenant, clients: [{ id, isDeleted: false }] }, second).map((each) => ({
      clientId: id,
      activityId: each,
    })),
  );
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
  const limit = pLimit(8);
  const [one, twin] = callers;
  let calls = 0;
  const answers: string[] = [];

  /** Calls an operation, and tells of what its answer has of other organizations. */
  async function send(tenant: Tenant, way: Way, { operation, values, fields }: Call) {
    calls += 1;
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

  /** Names of what is foreign, deleted, or not there at all; a few of each. */
  function wrongIds(tenant: Tenant, parameter: string): string[] {
    const own = new Set(idsOf(tenant, parameter));
    const others = [...callers, silent].filter((other) => other !== tenant);
    const foreign = others.flatMap((other) => [...idsOf(other, parameter), ...idsOf(other, parameter, true)]);
    const few = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !own.has(id)).slice(0, 3);
    return [
      randomUUID(),
      ...few(idsOf(tenant, parameter, true)),
      ...few(foreign),
      tenant.organizationId,
      'x',
    ];
  }

  function* wrongValues(tenant: Tenant, operation: AnyOperation): Generator<Values> {
    for (const parameter of parametersOf(operation))
      for (const own of ownValues(tenant, operation).slice(0, 1))
        for (const id of wrongIds(tenant, parameter)) yield { ...own, [parameter]: id };
  }

  return {
    get calls() {
      return calls;
    },
    answers,
    async foreign(tenant) {
      for (const operation of procedures)
        for (const way of waysOf(operation)) {
          const fields = exampleOf(operation);
          const wrong = [...wrongValues(tenant, operation)];
          // An organization makes one test at a time.
          const turn = operation.name.endsWith('.test') ? pLimit(1) : limit;
          const given = await Promise.all(
            wrong.map((values) => turn(() => send(tenant, way, { operation, values, fields }))),
          );
          // The parameter that names nothing is told, and nothing else.
          const told = new Set(given.filter(({ status }) => status === 404).map(({ body }) => body));
          if (told.size > parametersOf(operation).length)
            found(
              `${tenant.name}: ${way} ${operation.name} tells things that are not there apart: ${[...told].join(' ').slice(0, 600)}`,
            );
          for (const { status, what, body } of given)
            if (status !== 404) found(`${what}: answered ${status} ${body.slice(0, 200)}`);
          if (isEnough()) return;
        }
    },
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
          else if ('cursor' in operation.fields) own.unshift({});
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
    async cursors() {
      for (const operation of procedures.filter(({ fields }) => 'cursor' in fields)) {
        const [way = 'REST'] = waysOf(operation);
        for (const tenant of [one, twin])
          for (const values of ownValues(tenant, operation)) {
            const page = await send(tenant, way, {
              operation,
              values,
              fields: { ...inputs[operation.name], limit: 1 },
            });
            const answer = JSON.parse(page.body);
            const { cursor } = (answer.result?.data ?? answer).meta ?? {};
            if (typeof cursor !== 'string') continue;
            const call = { operation, values, fields: { ...inputs[operation.name], cursor } };
            const own = await send(tenant, way, call);
            if (own.status !== 200) found(`${own.what}, its own: answered ${own.status}`);
            const other = await send(tenant === one ? twin : one, way, call);
            // What the values name is deleted in some.
            if (![400, 404].includes(other.status))
              found(`${other.what} of ${tenant.name}: answered ${other.status}`);
            if (isEnough()) return;
          }
      }
    },
    close: () => pool.destroy(),
  };
}
