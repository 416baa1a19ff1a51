import { brackenmoor } from './organizations/brackenmoor.ts';
import { fernwhistle } from './organizations/fernwhistle.ts';
import { globex } from './organizations/globex.ts';
import { saltmarrow } from './organizations/saltmarrow.ts';
import { strangers } from './organizations/strangers.ts';
import { team } from './organizations/team.ts';
import { tessellane } from './organizations/tessellane.ts';
import type { DemoBook, DemoClient } from './organizations/types.ts';
import { veloquill } from './organizations/veloquill.ts';

export type { DemoActivity, DemoBook } from './organizations/types.ts';

/** A fresh prospect, wired but without any contact yet: its cards stay `computing`. */
const orrisby = {
  name: 'Orrisby Clinics',
  domain: 'orrisby.example',
  people: {},
  integrations: ['gmail', 'zoom', 'calendar', 'manual'],
  activities: [],
} satisfies DemoClient;

const book: DemoClient[] = [globex, tessellane, veloquill, saltmarrow, fernwhistle, brackenmoor, orrisby];

export const demoBook: DemoBook = {
  organization: {
    name: 'Northwind Studio',
    slug: 'demo',
    defaultTimezone: 'Europe/Berlin',
    defaultCurrency: 'EUR',
  },
  users: team,
  clients: book.map(({ name, domain }) => ({ name, domain })),
  rules: book.flatMap(({ integrations, domain }) =>
    integrations.map((integration) => ({ integration, domain })),
  ),
  people: Object.assign({}, ...book.map(({ people }) => people)),
  activities: [...book.flatMap(({ activities }) => activities), ...strangers],
};
