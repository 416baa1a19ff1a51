import { describe, expect, it } from 'vitest';
import { type DemoActivity, demoBook, readDemoActivities } from '../../src/demo/book.ts';

const { users, clients, rules } = demoBook;

const thursday = new Date('2026-11-26T00:00:00.000Z');
const daysAfter = (days: number) => new Date(thursday.getTime() + days * 86_400_000).toISOString();
const activities = await readDemoActivities(thursday);

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** As the application assigns: the first participant whose domain has a rule for the integration. */
const assignedTo = (activity: DemoActivity) =>
  activity.participants
    .map(domainOf)
    .find((domain) =>
      rules.some((rule) => rule.integration === activity.integration && rule.domain === domain),
    );

const clientDomains = new Set(clients.map(({ domain }) => domain));
const ownDomain = 'northwind-studio.example';

describe('the demo activities', () => {
  it('exist for every client but one', () => {
    const served = new Set(activities.map(assignedTo));
    expect(clients.filter(({ domain }) => !served.has(domain))).toHaveLength(1);
  });

  it('are assigned to their client by a rule of their integration and the domain of a participant', () => {
    for (const activity of activities) {
      const domains = activity.participants.map(domainOf).filter((domain) => clientDomains.has(domain));
      if (domains.length === 0) continue;
      expect(new Set(domains).size, `${activity.sourceId} has people of one client`).toBe(1);
      expect(assignedTo(activity), activity.sourceId).toBe(domains[0]);
    }
  });

  it('include a few assigned to no client, and a few that are archived', () => {
    const unassigned = activities.filter((activity) => assignedTo(activity) === undefined);
    expect([2, 3]).toContain(unassigned.length);
    expect([1, 2, 3]).toContain(activities.filter(({ archivedAt }) => archivedAt).length);
  });

  it('have participants that look like addresses, named unless strangers, none twice, one of them from the organization', () => {
    const emails = users.map(({ email }) => email);
    for (const email of emails) expect(domainOf(email)).toBe(ownDomain);
    for (const { sourceId: id, participants, participantNames = [] } of activities) {
      for (const [position, address] of participants.entries()) {
        expect(address, id).toMatch(/^[a-z0-9.-]+@[a-z0-9-]+\.example$/);
        const isStranger = ![ownDomain, ...clientDomains].includes(domainOf(address));
        expect(participantNames[position] === '', `${id} ${address}`).toBe(isStranger);
      }
      expect(new Set(participants).size, id).toBe(participants.length);
      const ours = participants.filter((address) => domainOf(address) === ownDomain);
      expect(ours.length, id).toBeGreaterThan(0);
      expect(emails, id).toEqual(expect.arrayContaining(ours));
    }
  });

  it('lie in the past, some of them within three days', () => {
    const times = activities.map(({ occurredAt }) => occurredAt);
    for (const time of times) expect(time < daysAfter(0), time).toBe(true);
    expect(times.filter((time) => time >= daysAfter(-3)).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['2026-12-02T23:59:59.999Z', 0],
    ['2026-12-03T00:00:00.000Z', 7],
    ['2026-11-25T23:59:59.999Z', -7],
  ])('keep their weekdays and times of day: at %s they are %i days later', async (now, days) => {
    const moved = await readDemoActivities(new Date(now));
    const later = (time: string) => new Date(Date.parse(time) + days * 86_400_000).toISOString();
    expect(moved).toEqual(
      activities.map((activity) => ({
        ...activity,
        occurredAt: later(activity.occurredAt),
        archivedAt: activity.archivedAt && now,
      })),
    );
  });
});
