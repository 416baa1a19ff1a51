import { requestExamples } from '../../src/http/openapi-examples.ts';
import { procedures } from '../../src/http/operations.ts';
import {
  type Answer,
  type AnyOperation,
  type Call,
  type Caller,
  forEachAtOnce,
  parametersOf,
  type Way,
  waysOf,
} from './calls.ts';
import { idsOfNothing, malformedIds, marksIn, type Tenant } from './world.ts';

/** Collects the findings of a run of probes, and decides whether it continues. */
export interface Findings {
  /** Tells of something that the promise rules out. */
  found(what: string): void;
  /** True when it need not go on. */
  isEnough(): boolean;
}

export interface Probing {
  readonly caller: Caller;
  readonly tenants: readonly Tenant[];
  readonly findings: Findings;
  /** Two values of each kind instead of all. */
  readonly isSmall: boolean;
}

interface Value {
  readonly kind:
    | 'foreign'
    | 'other kind'
    | 'other client'
    | 'unassigned'
    | 'deleted'
    | 'random'
    | 'malformed';
  readonly value: string;
}

const batchSize = 8;

/** The inputs of internal operations besides ids. */
const internalInputs: Readonly<Record<string, Record<string, unknown>>> = {
  'tokens.create': { name: 'Console' },
  'tokens.rotate': { overlapHours: 1 },
  'rules.create': { integration: 'zoom', domain: 'console.example' },
};

/** Returns the body of an operation's example in the OpenAPI document, or an input of an internal one. */
export const exampleOf = ({ name }: AnyOperation) =>
  (requestExamples[name] ?? internalInputs[name] ?? {}) as Record<string, unknown>;

const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1];

/** Tells of what an answer has of other organizations. */
export function checkForeign(
  { findings }: Probing,
  tenant: Tenant,
  what: string,
  { body, status }: Answer,
): void {
  for (const mark of marksIn(body))
    if (mark !== tenant.mark)
      findings.found(`${what}: answered ${status} with what is another organization's`);
  if (status >= 500) findings.found(`${what}: answered ${status}`);
}

/** Returns values of a path parameter that name nothing of a tenant: foreign, deleted, unknown and malformed. */
function wrongValues({ tenants, isSmall }: Probing, tenant: Tenant, parameter: string): Value[] {
  const others = tenants.filter((other) => other !== tenant);
  const own = namedBy(tenant, parameter);
  const isOwn = new Set(own);
  const real = own[0] ?? '';
  const of = (kind: Value['kind'], values: Iterable<string>): Value[] => {
    const all = [...new Set(values)].filter((value) => !isOwn.has(value)).map((value) => ({ kind, value }));
    return isSmall ? all.slice(0, 2) : all;
  };
  const things = [tenant, ...others].flatMap(({ organizationId, clients, users }) => [
    organizationId,
    ...(parameter === 'clientId' ? users : clients).map(({ id }) => id),
  ]);
  return [
    ...of('deleted', deletedOf(tenant, parameter)),
    ...of(
      'foreign',
      others.flatMap((other) => [...namedBy(other, parameter), ...deletedOf(other, parameter)]),
    ),
    ...of('other kind', things),
    ...of('unassigned', parameter === 'activityId' ? tenant.unassigned : []),
    ...of('random', idsOfNothing()),
    ...of('malformed', malformedIds(real)),
  ];
}

/** The ids that a parameter may hold for a tenant. */
export function namedBy({ clients, users, rules, tokens }: Tenant, parameter: string): string[] {
  const living = clients.filter(({ isDeleted }) => !isDeleted);
  if (parameter === 'clientId') return living.map(({ id }) => id);
  if (parameter === 'activityId') return living.flatMap(({ activities }) => activities);
  if (parameter === 'userId') return users.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  if (parameter === 'ruleId') return [...rules];
  if (parameter === 'tokenId') return [...tokens];
  throw new Error(`The trial knows no ids for the parameter ${parameter}; add them.`);
}

function deletedOf({ clients, users }: Tenant, parameter: string): string[] {
  const gone = clients.filter(({ isDeleted }) => isDeleted);
  if (parameter === 'clientId') return gone.map(({ id }) => id);
  if (parameter === 'activityId') return gone.flatMap(({ activities }) => activities);
  if (parameter === 'userId') return users.filter(({ isDeleted }) => isDeleted).map(({ id }) => id);
  return [];
}

/** All ways to fill an operation's path so that it names something of the tenant's. */
export function ownValues(tenant: Tenant, operation: AnyOperation): Record<string, string>[] {
  const parameters = parametersOf(operation);
  const clients = tenant.clients.filter(({ isDeleted }) => !isDeleted);
  if (parameters.length === 0) return [{}];
  if (parameters.includes('activityId'))
    return clients.flatMap(({ id, activities }) =>
      activities.map((activityId) => ({ clientId: id, activityId })),
    );
  const [parameter = ''] = parameters;
  return namedBy(tenant, parameter).map((value) => ({ [parameter]: value }));
}

interface WrongCall {
  readonly call: Call;
  /** The first parameter that names nothing, and the kinds of all values. */
  readonly missing: string;
  readonly kinds: string;
}

/** Every combination of right and wrong values of an operation's path that has a wrong one. */
function* wrongCalls(probing: Probing, tenant: Tenant, operation: AnyOperation): Generator<WrongCall> {
  const parameters = parametersOf(operation);
  const [first = '', second] = parameters;
  const fields = exampleOf(operation);
  const firsts = wrongValues(probing, tenant, first);
  if (second === undefined) {
    for (const { kind, value } of firsts)
      yield { call: { operation, values: { [first]: value }, fields }, missing: first, kinds: kind };
    return;
  }
  if (parameters.length > 2 || first !== 'clientId')
    throw new Error(
      `The trial does not know how the parameters of ${operation.name} belong together; add it.`,
    );
  const seconds = wrongValues(probing, tenant, second);
  const living = tenant.clients.filter(({ isDeleted }) => !isDeleted);
  for (const client of living.slice(0, probing.isSmall ? 1 : 2)) {
    const others = living.filter((other) => other !== client).flatMap(({ activities }) => activities);
    const ofOthers = others.map((value): Value => ({ kind: 'other client', value }));
    for (const { kind, value } of [...seconds, ...ofOthers]) {
      const values = { [first]: client.id, [second]: value };
      yield { call: { operation, values, fields }, missing: second, kinds: `own, ${kind}` };
    }
  }
  const right = living.flatMap(({ activities }) => activities.slice(0, 1));
  const rights = right.map((value) => ({ kind: 'own', value }));
  for (const wrong of firsts) {
    // Each with a fifth of the others; all of them with all would be most of the run.
    const some = seconds.filter((_, index) => index % 5 === firsts.indexOf(wrong) % 5);
    for (const { kind, value } of [...rights, ...some]) {
      const values = { [first]: wrong.value, [second]: value };
      yield { call: { operation, values, fields }, missing: first, kinds: `${wrong.kind}, ${kind}` };
    }
  }
}

/** Calls every operation that names something by its path with every kind of what names nothing: all alike 404. */
export async function probeWrongIds(probing: Probing, tenant: Tenant, token: string): Promise<void> {
  const { caller, findings } = probing;
  const references = new Map<string, Answer>();

  function compare(way: Way, wrong: WrongCall, answer: Answer): void {
    const { operation } = wrong.call;
    const what = `${tenant.name}: ${way} ${operation.name}, ${wrong.missing} names nothing (${wrong.kinds}: ${JSON.stringify(wrong.call.values)})`;
    checkForeign(probing, tenant, what, answer);
    const key = `${way} ${operation.name} ${wrong.missing}`;
    const reference = references.get(key);
    if (reference === undefined) references.set(key, answer);
    const isNotFound =
      answer.status === 404 && (way === 'HEAD' ? '' : 'not_found') === (codeOf(way, answer) ?? '');
    if (!isNotFound) findings.found(`${what}: answered ${answer.status} ${answer.body.slice(0, 200)}`);
    else if (reference && !isSame(reference, answer))
      findings.found(
        `${what}: told apart from another: ${JSON.stringify([reference, answer]).slice(0, 600)}`,
      );
  }

  for (const operation of procedures) {
    if (parametersOf(operation).length === 0) continue;
    await forEachAtOnce(inBatches(wrongCalls(probing, tenant, operation)), async (batch) => {
      if (findings.isEnough()) return;
      for (const wrong of batch)
        for (const way of waysOf(operation)) compare(way, wrong, await caller.send(way, wrong.call, token));
      const calls = batch.map(({ call }) => call);
      const { body, status } = await caller.sendBatch(calls, token);
      const answers = asArray(body);
      if (answers.length !== batch.length)
        findings.found(
          `a batch of ${batch.length} × ${operation.name} was answered ${status} ${body.slice(0, 200)}`,
        );
      for (const [index, wrong] of batch.entries()) {
        const alone = references.get(`tRPC ${operation.name} ${wrong.missing}`);
        const text = JSON.stringify(answers[index]);
        if (text !== alone?.body)
          findings.found(
            `${operation.name} in a batch (${wrong.kinds}) was answered ${text}, alone ${alone?.body}`,
          );
      }
    });
    for (const parameter of waysOf(operation).includes('REST') ? parametersOf(operation) : []) {
      const rest = references.get(`REST ${operation.name} ${parameter}`)?.body ?? '';
      const trpc = references.get(`tRPC ${operation.name} ${parameter}`)?.body ?? '';
      if (rest === '' || !trpc.includes(rest.slice(1, -1)))
        findings.found(`${operation.name}: REST and tRPC tell different errors: ${rest} ${trpc}`);
    }
  }
}

function codeOf(way: Way, { body }: Answer): string | undefined {
  return way === 'tRPC' ? /"error":\{"code":"(\w+)","message"/.exec(body)?.[1] : codeIn(body);
}

function* inBatches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const isSame = (one: Answer, other: Answer) =>
  one.status === other.status && one.headers === other.headers && one.body === other.body;

function asArray(text: string): unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [];
}

/** Keys that are refused are refused in the same words whatever the path names. */
export async function probeRefusedKeys(probing: Probing, tenant: Tenant): Promise<void> {
  const { caller, findings, tenants } = probing;
  const { revoked, ofDeletedUser, withoutPermission } = tenant.keys;
  for (const operation of procedures) {
    const foreign = tenants.find((other) => other !== tenant) ?? tenant;
    const calls = [tenant, foreign].flatMap((whose) =>
      ownValues(whose, operation)
        .slice(0, 2)
        .map((values): Call => ({ operation, values, fields: exampleOf(operation) })),
    );
    for (const way of waysOf(operation)) {
      for (const [token, status] of [
        [revoked, 401],
        [ofDeletedUser, 401],
        [withoutPermission, operation.permission === 'none' ? 200 : 403],
      ] as const) {
        const answers = await Promise.all(calls.map((call) => caller.send(way, call, token)));
        for (const answer of answers) {
          const what = `${tenant.name}: ${way} ${operation.name} with a key that is refused`;
          checkForeign(probing, tenant, what, answer);
          if (answer.status !== status) findings.found(`${what}: answered ${answer.status}, not ${status}`);
          else if (answers[0] && !isSame(answers[0], answer)) findings.found(`${what}: the answers differ`);
        }
      }
    }
  }
}
