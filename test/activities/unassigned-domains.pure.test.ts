import { expect, test } from 'vitest';
import { UnassignedDomains } from '../../src/activities/unassigned-domains.ts';

const mail = (occurredAt: string, ...participants: string[]) => ({
  occurredAt,
  subject: occurredAt,
  participants,
});

test('activities count once for each domain of their first five participants', () => {
  const domains = new UnassignedDomains();
  domains.addActivity(
    mail('1', 'pat@globex.example', 'Kim <kim@GLOBEX.example>', 'jo@initech.example', 'Lee', 'x@y'),
  );
  domains.addActivity(mail('2', ...Array.from({ length: 7 }, (_, index) => `pat@d${index}.example`)));
  expect(domains.list().map(({ domain, activities }) => [domain, activities])).toEqual(
    ['d0', 'd1', 'd2', 'd3', 'd4', 'globex', 'initech'].map((name) => [`${name}.example`, 1]),
  );
});

test('the latest subject is that of the latest activity, in whatever order they are added', () => {
  for (const order of [
    ['1', '3', '2'],
    ['3', '2', '1'],
  ]) {
    const domains = new UnassignedDomains();
    for (const at of order) domains.addActivity(mail(at, 'pat@globex.example'));
    expect(domains.list()).toEqual([
      { domain: 'globex.example', activities: 3, latestSubject: '3', latestAt: '3' },
    ]);
  }
});

test('beyond a number of domains those with the fewest activities are forgotten', () => {
  const domains = new UnassignedDomains(10);
  for (let round = 0; round < 3; round++) domains.addActivity(mail('1', 'pat@frequent.example'));
  for (let index = 0; index < 1_000; index++) domains.addActivity(mail('1', `pat@d${index}.example`));
  expect(domains.list().length).toBeLessThanOrEqual(10);
  expect(domains.list()[0]).toMatchObject({ domain: 'frequent.example', activities: 3 });
});
