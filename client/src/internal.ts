// Generated from the operations by npm run openapi. Do not edit.

import type { TRPCClient } from '@trpc/client';
import type {
  inferRouterInputs,
  inferRouterOutputs,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server';
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';
import type { ActivityType, Answer, Client, ErrorShape, List, AppRouter as PublicRouter } from './api.ts';

export type AddedNote = { id: string };

export type AssignmentRule = { id: string; integration: string; domain: string; clientId: string | null };

export type AuditEntry = {
  id: string;
  at: string;
  token: { id: string; name: string | null } | null;
  systemUser: string | null;
  connectionId: string | null;
  operation: string;
  resource: string;
  requestId: string;
  before: {
    [field: string]: string | number | boolean | string[] | null;
  } | null;
  after: {
    [field: string]: string | number | boolean | string[] | null;
  } | null;
};

export type CardQuote = {
  kind: 'win' | 'friction';
  subject: string;
  standing: string;
  text: string;
  author: string | null;
  activityId: string;
  type: 'email' | 'call' | 'meeting' | 'note' | 'chat';
  occurredAt: string;
};

export type ChangedConnection = {
  id: string;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
};

export interface ClientDetails extends Client {
  owner: { id: string; name: string } | null;
  insight: {
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    reason: string;
    steps: TimedStep[];
    wins: number;
    frictions: number;
    owedSince: string | null;
    lastContactAt: string | null;
    computedAt: string;
    observations: { isGood: boolean; text: string }[];
    quotes: CardQuote[];
  } | null;
}

export interface ClientOverview extends Client {
  owner: { id: string; name: string } | null;
  insight: {
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    reason: string;
    steps: TimedStep[];
    wins: number;
    frictions: number;
    owedSince: string | null;
    lastContactAt: string | null;
    computedAt: string;
  } | null;
  weeklyContacts: number[] | null;
}

export type ClientOwner = { id: string; ownerId: string | null };

export type Connection = {
  id: string;
  type: 'imap' | 'calendar';
  integration: string;
  server: string | null;
  account: string | null;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
  lastSeenAt: string | null;
  lastReceivedAt: string | null;
  seen: number;
  recorded: number;
  skipped: number;
  skippedReasons: {
    [field: string]: number;
  };
  failure: string | null;
  nextTryAt: string;
};

export type ConnectionAccount =
  | {
      type: 'imap';
      host: string;
      port?: number | undefined;
      tls?: 'implicit' | 'starttls' | undefined;
      user: string;
      password: string;
      mailboxes?: string[] | null | undefined;
    }
  | { type: 'calendar'; url: string };

export type ConnectionDetails = {
  id: string;
  type: 'imap' | 'calendar';
  integration: string;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
  lastSeenAt: string | null;
  lastReceivedAt: string | null;
  seen: number;
  recorded: number;
  skipped: number;
  skippedReasons: {
    [field: string]: number;
  };
  failure: string | null;
  nextTryAt: string;
  host: string;
  port: number | null;
  mailboxes: string[] | null;
  since: string | null;
  oauth?: { provider: 'google' | 'microsoft' } | undefined;
  progress: { mailbox: string; isComplete: boolean }[];
};

export type ConnectionTest = {
  mailboxes: string[];
  messages: number | null;
  meetings: number | null;
  ofClients: number | null;
  failure: string | null;
};

export type Conversation = {
  messages: {
    id: string;
    type: ActivityType;
    subject: string;
    occurredAt: string;
    sender: string | null;
    isOurs: boolean;
  }[];
  previousId: string | null;
  nextId: string | null;
};

export type Deleted = { id: string };

export interface ListedThread extends ThreadOfClient {
  isAtRisk: boolean;
  isHidden: boolean;
  hiddenUntil: string | null;
}

export interface NewToken extends Token {
  token: string;
}

export interface NewWebhookEndpoint extends WebhookEndpoint {
  secret: string;
}

export type OrganizationSettings = { id: string; usesLanguageModel: boolean };

export type Permission =
  | 'organization:read'
  | 'organization:write'
  | 'clients:read'
  | 'clients:write'
  | 'dashboards:read'
  | 'activities:read'
  | 'activities:write'
  | 'users:read'
  | 'users:write'
  | 'tokens:read'
  | 'tokens:write'
  | 'rules:read'
  | 'rules:write'
  | 'audit:read'
  | 'imports:read'
  | 'connections:read'
  | 'connections:write'
  | 'webhooks:read'
  | 'webhooks:write';

export type Person = { address: string; name: string };

export type Rhythm = {
  weeks: {
    startsOn: string;
    activities: { email: number; call: number; meeting: number; note: number; chat: number };
  }[];
};

export type SearchResults = {
  clients: { id: string; name: string; domain: string | null }[];
  people: { address: string; name: string; clientId: string; clientName: string }[];
  activities: { id: string; subject: string; occurredAt: string; clientId: string; clientName: string }[];
};

export type Session = {
  token: { id: string; name: string | null; expiresAt: string | null; userId: string | null };
  permissions: string[];
  organization: { id: string; name: string; defaultTimezone: string };
};

export type Snooze = { clientId: string; activityId: string; until: string | null };

export type ThreadOfClient = {
  clientId: string;
  clientName: string;
  activityId: string;
  subject: string;
  people: string[];
  state: 'open' | 'waiting' | 'solved' | 'quiet';
  since: string;
  isOwed: boolean;
  unanswered: number;
  promise?: string | null | undefined;
  question?: string | null | undefined;
  deadline: string | null;
  quote: {
    kind: 'win' | 'friction';
    text: string;
    author: string | null;
    activityId: string;
    isGrave: boolean;
  } | null;
  workingDays: number;
};

export type TimedStep = {
  action: 'answer' | 'keepPromise' | 'askAgain' | 'getInTouch' | 'discuss';
  person: string | null;
  subject: string;
  activityId: string;
  since: string;
  workingDays: number;
};

export type Today = {
  threads: ThreadOfClient[];
  hasMore: boolean;
  isComputing: boolean;
  hasClients: boolean;
  quiet: { clientId: string; clientName: string; lastContactAt: string | null; steps: TimedStep[] }[];
  verdicts: {
    clientId: string;
    clientName: string;
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    previousVerdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
  }[];
  quotes: {
    clientId: string;
    clientName: string;
    subject: string;
    quote: {
      kind: 'win' | 'friction';
      text: string;
      author: string | null;
      activityId: string;
      isGrave: boolean;
    };
  }[];
  failing: { id: string; integration: string; failure: string | null }[] | null;
};

export type Token = {
  id: string;
  name: string | null;
  user: { id: string; email: string } | null;
  permissions: string[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export interface UnassignedActivity extends UnassignedSummary {
  content: string;
  participants: string[];
}

export type UnassignedDomain = {
  domain: string;
  activities: number;
  latestSubject: string | null;
  latestAt: string;
};

export type UnassignedSummary = {
  id: string;
  type: ActivityType;
  source: string;
  subject: string;
  occurredAt: string;
  from: string | null;
};

export type WebhookDelivery = {
  id: string;
  event: WebhookEvent;
  clientId: string | null;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  status: number | null;
  failure: string | null;
  createdAt: string;
  nextTryAt: string | null;
  endedAt: string | null;
};

export type WebhookEndpoint = {
  id: string;
  url: string;
  events: WebhookEvent[];
  state: 'active' | 'paused';
  failure: string | null;
  failingSince: string | null;
  createdAt: string;
};

export type WebhookEvent =
  | 'client.created'
  | 'client.updated'
  | 'activity.recorded'
  | 'dashboard.ready'
  | 'organization.updated'
  | 'user.updated'
  | 'connection.failing';

export type WebhookTest = { status: number | null; failure: string | null };

type Added = {
  organization: {
    settings: Query<void, Answer<OrganizationSettings>>;
    updateSettings: Mutation<{ usesLanguageModel: boolean }, Answer<OrganizationSettings>>;
  };
  clients: { assignOwner: Mutation<{ clientId: string; userId: string | null }, Answer<ClientOwner>> };
  activities: {
    rhythm: Query<{ clientId: string }, Answer<Rhythm>>;
    people: Query<{ clientId: string }, Answer<Person[]>>;
    addNote: Mutation<{ clientId: string; content: string }, Answer<AddedNote>>;
  };
  session: { get: Query<void, Answer<Session>> };
  today: {
    get: Query<{ ownerId?: string | undefined; since?: string | undefined } | undefined, Answer<Today>>;
    snooze: Mutation<
      { clientId: string; activityId: string; unanswered: number; until: string | null },
      Answer<Snooze>
    >;
    restore: Mutation<{ clientId: string; activityId: string }, Answer<Snooze>>;
  };
  threads: {
    list: Query<{ clientId: string }, Answer<ListedThread[]>>;
    get: Query<{ clientId: string; activityId: string }, Answer<Conversation>>;
  };
  overview: {
    get: Query<{ clientId: string }, Answer<ClientDetails>>;
    list: Query<
      { limit?: number | undefined; cursor?: string | undefined } | undefined,
      List<ClientOverview>
    >;
  };
  search: { find: Query<{ query: string }, Answer<SearchResults>> };
  tokens: {
    list: Query<{ limit?: number | undefined; cursor?: string | undefined } | undefined, List<Token>>;
    create: Mutation<
      {
        name?: string | null | undefined;
        userId?: string | null | undefined;
        permissions?: Permission[] | undefined;
        expiresAt?: string | null | undefined;
      },
      Answer<NewToken>
    >;
    rotate: Mutation<{ tokenId: string; overlapHours: number }, Answer<NewToken>>;
    revoke: Mutation<{ tokenId: string }, Answer<Token>>;
  };
  rules: {
    list: Query<
      { clientId?: string | undefined; limit?: number | undefined; cursor?: string | undefined } | undefined,
      List<AssignmentRule>
    >;
    create: Mutation<
      { integration: string; domain: string; clientId?: string | undefined },
      Answer<AssignmentRule>
    >;
    delete: Mutation<{ ruleId: string }, Answer<Deleted>>;
  };
  imports: {
    unassigned: Query<{ limit?: number | undefined } | undefined, Answer<UnassignedDomain[]>>;
    unassignedActivities: Query<{ domain: string; limit?: number | undefined }, Answer<UnassignedSummary[]>>;
    unassignedActivity: Query<{ unassignedId: string }, Answer<UnassignedActivity>>;
  };
  connections: {
    list: Query<{ limit?: number | undefined; cursor?: string | undefined } | undefined, List<Connection>>;
    show: Query<{ connectionId: string }, Answer<ConnectionDetails>>;
    create: Mutation<{ account: ConnectionAccount }, Answer<ChangedConnection>>;
    test: Mutation<
      { connectionId?: string | undefined; account?: ConnectionAccount | undefined },
      Answer<ConnectionTest>
    >;
    update: Mutation<
      { connectionId: string; password?: string | undefined; url?: string | undefined },
      Answer<ChangedConnection>
    >;
    pause: Mutation<{ connectionId: string }, Answer<ChangedConnection>>;
    resume: Mutation<{ connectionId: string }, Answer<ChangedConnection>>;
    delete: Mutation<{ connectionId: string }, Answer<Deleted>>;
  };
  webhooks: {
    list: Query<void, Answer<WebhookEndpoint[]>>;
    create: Mutation<{ url: string; events: WebhookEvent[] }, Answer<NewWebhookEndpoint>>;
    test: Mutation<{ webhookId: string }, Answer<WebhookTest>>;
    pause: Mutation<{ webhookId: string }, Answer<WebhookEndpoint>>;
    resume: Mutation<{ webhookId: string }, Answer<WebhookEndpoint>>;
    delete: Mutation<{ webhookId: string }, Answer<Deleted>>;
    deliveries: Query<{ webhookId: string; limit?: number | undefined }, Answer<WebhookDelivery[]>>;
    resend: Mutation<{ webhookId: string; deliveryId: string }, Answer<WebhookDelivery>>;
  };
  audit: {
    list: Query<{ limit?: number | undefined; cursor?: string | undefined } | undefined, List<AuditEntry>>;
  };
};
type Public = PublicRouter['_def']['record'];

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false };
type Types<Input, Output> = { input: Input; output: Output; meta: object; errorShape: ErrorShape };
type Query<Input, Output> = TRPCQueryProcedure<Types<Input, Output>>;
type Mutation<Input, Output> = TRPCMutationProcedure<Types<Input, Output>>;

/** All operations: those of the API, and the internal ones of our own frontends, which may change in any release. */
export type AppRouter = BuiltRouter<
  Root,
  {
    [Module in keyof (Public & Added)]: (Module extends keyof Public ? Public[Module] : unknown) &
      (Module extends keyof Added ? Added[Module] : unknown);
  }
>;
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;
export type Clientele = TRPCClient<AppRouter>;
