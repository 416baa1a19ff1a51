export interface DemoActivity {
  /** Stable, and unique within its integration. */
  id: string;
  integration: 'gmail' | 'outlook' | 'slack' | 'zoom' | 'calendar' | 'manual';
  type: 'email' | 'call' | 'meeting' | 'note' | 'chat';
  /** Whole days before the last Thursday when the demo is made. Never 0, so that nothing can lie in the future. */
  daysAgo: number;
  /** UTC time of day, HH:MM. */
  at: `${number}:${number}`;
  subject: string;
  content: string;
  /** Addresses, the sender first. */
  participants: string[];
  archived?: true;
}

export interface DemoBook {
  organization: { name: string; slug: string; defaultTimezone: string; defaultCurrency: string };
  users: { firstName: string; lastName: string; email: string; imageUrl: string | null }[];
  clients: { name: string; domain: string }[];
  rules: { integration: DemoActivity['integration']; domain: string }[];
  /** The names of people outside the organization, by address. */
  people: Readonly<Record<string, string>>;
  activities: DemoActivity[];
}

/** One client of the book: its rules follow from the integrations that its domain is wired for. */
export interface DemoClient {
  name: string;
  domain: string;
  people: Record<string, string>;
  integrations: DemoActivity['integration'][];
  activities: DemoActivity[];
}
