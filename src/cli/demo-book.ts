import { brackenmoor } from './demo/brackenmoor.ts';
import { fernwhistle } from './demo/fernwhistle.ts';
import { globex } from './demo/globex.ts';
import { saltmarrow } from './demo/saltmarrow.ts';
import { strangers } from './demo/strangers.ts';
import { team } from './demo/team.ts';
import { tessellane } from './demo/tessellane.ts';
import type { DemoBook, DemoClient } from './demo/types.ts';
import { veloquill } from './demo/veloquill.ts';

export type { DemoActivity, DemoBook } from './demo/types.ts';

/** A fresh prospect, wired but without any contact yet: its cards stay `computing`. */
const orrisby = {
  name: 'Orrisby Clinics',
  domain: 'orrisby.example',
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
  activities: [...book.flatMap(({ activities }) => activities), ...strangers],
};
