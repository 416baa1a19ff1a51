import { domainsOf } from './participant-domains.ts';

/** The number of participants of an unassigned activity whose domains count; the sender comes first. */
export const maxParticipantsCounted = 5;

/** The unassigned activities of a domain. */
export interface UnassignedDomain {
  readonly domain: string;
  readonly activities: number;
  readonly latestSubject: string;
  readonly latestAt: string;
}

interface Counted {
  readonly participants: readonly string[];
  readonly subject: string;
  readonly occurredAt: string;
}

/** Counts unassigned activities by the domains of their first five participants. */
export class UnassignedDomains {
  readonly #byDomain = new Map<string, UnassignedDomain>();
  readonly #maxDomains: number;

  /** @param maxDomains bounds the memory: beyond it, the half with the fewest activities is forgotten */
  constructor(maxDomains = 20_000) {
    this.#maxDomains = maxDomains;
  }

  addActivity({ participants, subject, occurredAt }: Counted): void {
    for (const domain of new Set(domainsOf(participants.slice(0, maxParticipantsCounted))))
      this.add({ domain, activities: 1, latestSubject: subject, latestAt: occurredAt });
  }

  add(counted: UnassignedDomain): void {
    const { domain } = counted;
    const before = this.#byDomain.get(domain);
    const latest = before !== undefined && before.latestAt > counted.latestAt ? before : counted;
    const activities = counted.activities + (before?.activities ?? 0);
    this.#byDomain.set(domain, { ...latest, activities });
    if (this.#byDomain.size > this.#maxDomains)
      for (const rare of this.list().slice(this.#maxDomains / 2)) this.#byDomain.delete(rare.domain);
  }

  /** All domains, most activities first. */
  list(): UnassignedDomain[] {
    return [...this.#byDomain.values()].sort(
      (a, b) => b.activities - a.activities || (a.domain < b.domain ? -1 : 1),
    );
  }
}
