import { type WorkCounts, workOnce } from '../../src/insights/work.ts';
import { createLog } from '../../src/log.ts';
import type { TestApi, TestOrganization } from '../support/api.ts';
import { cardsOf, type TellingEngine, tellingEngine } from '../support/insight-engine.ts';

export const now = () => new Date('2026-11-20T12:00:00.000Z');
export const noCounts: WorkCounts = { assigned: 0, computed: 0, failed: 0 };

/** An organization with clients of these names, one activity each, and a worker for it. */
export async function withClients<const N extends string>(api: TestApi, ...names: N[]) {
  const organization = await api.organization();
  const ids = new Map<N, string>();
  for (const name of names) {
    const domain = `${name}.example`;
    ids.set(name, (await organization.client({ name, domain })).id);
    await organization.activities(domain, [{ subject: `${name} 1` }]);
  }
  const idOf = (name: N) => ids.get(name) ?? '';
  const engine = tellingEngine();
  const logLines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => logLines.push(line) });
  const services = { db: api.database.db, engine, log };
  const scope = { organizationId: organization.id };
  const step = (asOf?: string, signal = new AbortController().signal) =>
    workOnce(services, { ...scope, asOf }, now, signal);
  /** Does all that is due, or a run as of a moment. */
  const run = (asOf?: string) => workOff(() => step(asOf));
  const dashboard = (name: N) => dashboardOf(api, organization, idOf(name));
  return { organization, scope, engine, logLines, idOf, step, run, dashboard };
}

/** Does a step until there is nothing to take. */
export async function workOff(step: () => Promise<WorkCounts | undefined>): Promise<WorkCounts> {
  const sum = { ...noCounts };
  for (let done = await step(); done; done = await step()) {
    sum.assigned += done.assigned;
    sum.computed += done.computed;
    sum.failed += done.failed;
  }
  return sum;
}

/** Lets every computation of a client fail. */
export function breakFor(engine: TellingEngine, clientId: string) {
  engine.meanwhile = ({ client }) => {
    if (client.id === clientId) throw new Error('no such luck');
  };
}

/** The contents of the cards on a client's dashboard, as read through the API, or `computing`. */
export async function dashboardOf(api: TestApi, { token }: TestOrganization, clientId: string) {
  const { body } = await api.get(`/v1/clients/${clientId}/dashboards/default`, { token });
  const cards: { result: { content: string; status: string } }[] = body.data.cards;
  const open = cards.find(({ result }) => result.status !== 'ready');
  return open?.result.status ?? cards.map(({ result }) => result.content);
}

/** The cards of a client with activities of these subjects. */
export const told = (...subjects: string[]) => Object.values(cardsOf(subjects));
