// Generated from the operations by npm run openapi. Do not edit.

import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
// The public name, TRPCBuiltRouter, is missing from earlier versions of tRPC 11.
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';

/** An email, call, meeting, note or chat with a client. */
export type Activity = {
  /** The id of the activity. */
  id: string;
  /** The id of its client. */
  clientId: string;
  type: ActivityType;
  /** The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
  source: string;
  /** The subject line or title; may be empty. */
  subject: string;
  /** The text of the activity. Cut to at most 10,240 bytes of UTF-8, never inside a character. */
  content: string;
  /** The time at which it took place. */
  occurredAt: string;
  /** The addresses of the participants. */
  participants: string[];
  /** True for activities recorded by an integration or an import. */
  immutable: boolean;
  /** The time at which it was archived; null when it is not archived. */
  archivedAt: string | null;
  /** The time at which it was recorded here. */
  createdAt: string;
  /** The time at which the record was last changed. */
  updatedAt: string;
};

/** An activity in a list, without its content. */
export type ActivitySummary = {
  /** The id of the activity. */
  id: string;
  /** The id of its client. */
  clientId: string;
  type: ActivityType;
  /** The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
  source: string;
  /** The subject line or title; may be empty. */
  subject: string;
  /** The time at which it took place. */
  occurredAt: string;
  /** The addresses of the participants. */
  participants: string[];
  /** True for activities recorded by an integration or an import. */
  immutable: boolean;
  /** The time at which it was archived; null when it is not archived. */
  archivedAt: string | null;
  /** The time at which it was recorded here. */
  createdAt: string;
  /** The time at which the record was last changed. */
  updatedAt: string;
};

/** The kind of activity. */
export type ActivityType = 'email' | 'call' | 'meeting' | 'note' | 'chat';

/** The activity that was added. */
export type AddedNote = {
  id: string;
};

/** Assigns incoming activities to a client by domain. */
export type AssignmentRule = {
  /** The id of the rule. */
  id: string;
  /** The integration it holds for; `any` for all of them, `none` for a domain that is ignored. */
  integration: string;
  /** The domain of a participant's address. */
  domain: string;
  /** The client it is wired to; null when there is none. */
  clientId: string | null;
};

/** A change made through the API, by a command or by a connection. */
export type AuditEntry = {
  id: string;
  /** The time of the change. */
  at: string;
  /** The token that made it. Null for a command or a connection. */
  token: {
    id: string;
    name: string | null;
  } | null;
  /** The operating-system user who ran the command that made it. */
  systemUser: string | null;
  /** The connection that made it. */
  connectionId: string | null;
  /** Such as `clients.update`. */
  operation: string;
  /** The resource that was changed, such as `clients/` and its id. */
  resource: string;
  /** The `X-Request-Id` of the request; the changes of one command share one, too. */
  requestId: string;
  /** The values before it, of a setting, token, rule or connection; null where there are none. */
  before: {
    [field: string]: string | number | boolean | string[] | null;
  } | null;
  /** The values after it. */
  after: {
    [field: string]: string | number | boolean | string[] | null;
  } | null;
};

/** One insight about the client. */
export type Card = {
  /** The id of the card, unique across all dashboards. */
  id: string;
  /** The heading of the card. */
  name: string;
  /** The format of `result.content`. */
  outputType: string;
  /** The structure of the content. */
  outputSubtype: string;
  /** The writing style of the content. */
  outputStyle: string;
  /** The position of the card, from zero. */
  position: number;
  result: CardResult;
};

/** A quote that shows a win or a friction. */
export type CardQuote = {
  kind: 'win' | 'friction';
  /** The subject of the thread; empty for none. */
  subject: string;
  /** The state of the thread and a deadline; empty for a win. */
  standing: string;
  /** The sentence. */
  text: string;
  /** The name of its author; null when it is not known. */
  author: string | null;
  /** The activity that holds the sentence. */
  activityId: string;
  /** The type of that activity. */
  type: 'email' | 'call' | 'meeting' | 'note' | 'chat';
  /** The time of that activity. */
  occurredAt: string;
};

/** The result of the background computation. */
export type CardResult = {
  /** Markdown; empty while `status` is `computing`. A quote links its activity by the path `/v1/clients/{clientId}/activities/{activityId}`. */
  content: string;
  /** The time at which it was computed; null while `status` is `computing`. */
  computedAt: string | null;
  status: CardStatus;
};

/** `computing` until the card has been computed for the first time, then `ready`. */
export type CardStatus = 'computing' | 'ready';

/** The state of a connection after a change. */
export type ChangedConnection = {
  id: string;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
};

/** A client of the organization. */
export type Client = {
  /** The id of the client. */
  id: string;
  /** The client's name. */
  name: string;
  /** The client's internet domain; null when there is none. */
  domain: string | null;
  /** The time at which the client was created. */
  createdAt: string;
  /** The time at which the client was last changed. */
  updatedAt: string;
};

/** A client with its verdict, and the content of its cards as data. */
export type ClientDetails = {
  /** The id of the client. */
  id: string;
  /** The client's name. */
  name: string;
  /** The client's internet domain; null when there is none. */
  domain: string | null;
  /** The time at which the client was created. */
  createdAt: string;
  /** The time at which the client was last changed. */
  updatedAt: string;
  /** The user who looks after the client; null for nobody. */
  owner: {
    id: string;
    name: string;
  } | null;
  /** Null before it is computed, and without the permission `dashboards:read`. */
  insight: {
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    /** The reason for the verdict: a phrase without a full stop. */
    reason: string;
    /** What to do next, most urgent first. */
    steps: NextStep[];
    /** Wins of the last 60 days. */
    wins: number;
    /** Frictions of the last 60 days. */
    frictions: number;
    /** The time of the oldest message that waits for an answer; null for none. */
    owedSince: string | null;
    /** The time of the last contact; null when there was none. */
    lastContactAt: string | null;
    /** The time at which it was computed. */
    computedAt: string;
    /** Further observations on the health of the relationship. */
    observations: {
      isGood: boolean;
      text: string;
    }[];
    /** Wins and frictions, most telling first. */
    quotes: CardQuote[];
  } | null;
};

/** A client with its verdict, figures and weekly contacts. */
export type ClientOverview = {
  /** The id of the client. */
  id: string;
  /** The client's name. */
  name: string;
  /** The client's internet domain; null when there is none. */
  domain: string | null;
  /** The time at which the client was created. */
  createdAt: string;
  /** The time at which the client was last changed. */
  updatedAt: string;
  /** The user who looks after the client; null for nobody. */
  owner: {
    id: string;
    name: string;
  } | null;
  /** Null before it is computed, and without the permission `dashboards:read`. */
  insight: {
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    /** The reason for the verdict: a phrase without a full stop. */
    reason: string;
    /** What to do next, most urgent first. */
    steps: NextStep[];
    /** Wins of the last 60 days. */
    wins: number;
    /** Frictions of the last 60 days. */
    frictions: number;
    /** The time of the oldest message that waits for an answer; null for none. */
    owedSince: string | null;
    /** The time of the last contact; null when there was none. */
    lastContactAt: string | null;
    /** The time at which it was computed. */
    computedAt: string;
  } | null;
  /** Contacts in each of the last 26 weeks, the oldest first. Null without the permission `activities:read`. */
  weeklyContacts: number[] | null;
};

/** A client and the user who looks after it. */
export type ClientOwner = {
  id: string;
  ownerId: string | null;
};

/** A mailbox or calendar that the worker keeps in sync, with its status. */
export type Connection = {
  id: string;
  type: 'imap' | 'calendar';
  /** The integration of the activities it records. */
  integration: string;
  /** The host name of the server. */
  server: string | null;
  /** The user whose mail is read. */
  account: string | null;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
  /** The time of the server's last answer. */
  lastSeenAt: string | null;
  /** When something new was last read. */
  lastReceivedAt: string | null;
  /** The number of messages or meetings read. */
  seen: number;
  /** The number recorded as activities. */
  recorded: number;
  /** The number skipped. */
  skipped: number;
  /** The skipped ones by reason. */
  skippedReasons: {
    reason: string;
    count: number;
  }[];
  /** The current failure and what to do about it. */
  failure: string | null;
  /** The time of the next attempt, when it fails. */
  nextTryAt: string;
};

/** A connection with its settings, without its secret. */
export type ConnectionDetails = {
  id: string;
  type: 'imap' | 'calendar';
  /** The integration of the activities it records. */
  integration: string;
  /** The host name of the server. */
  server: string | null;
  /** The user whose mail is read. */
  account: string | null;
  state: 'connecting' | 'syncing' | 'idle' | 'failing' | 'paused';
  /** The time of the server's last answer. */
  lastSeenAt: string | null;
  /** When something new was last read. */
  lastReceivedAt: string | null;
  /** The number of messages or meetings read. */
  seen: number;
  /** The number recorded as activities. */
  recorded: number;
  /** The number skipped. */
  skipped: number;
  /** The skipped ones by reason. */
  skippedReasons: {
    reason: string;
    count: number;
  }[];
  /** The current failure and what to do about it. */
  failure: string | null;
  /** The time of the next attempt, when it fails. */
  nextTryAt: string;
  /** The port of the mail server; null for a calendar. */
  port: number | null;
  /** The mailboxes that are read; null for the inbox and sent mail. */
  mailboxes: string[] | null;
  /** Messages received earlier are not read; null for a calendar. */
  since: string | null;
  /** True for a mailbox without a password. */
  usesOAuth: boolean;
  /** The opened mailboxes, and whether the first sync of each is complete. */
  progress: {
    mailbox: string;
    isComplete: boolean;
  }[];
};

/** The result of trying an account without storing anything. */
export type ConnectionTest = {
  /** The mailboxes that would be read. */
  mailboxes: string[];
  /** The number of messages that a first sync reads. */
  messages: number | null;
  /** The number of meetings in the calendar. */
  meetings: number | null;
  /** The number of meetings with a client. */
  ofClients: number | null;
  /** The failure and what to do; null if all works. */
  failure: string | null;
};

/** The thread of an activity. */
export type Conversation = {
  /** The activity and the rest of its thread, oldest first. */
  messages: {
    /** The id of the activity. */
    id: string;
    type: ActivityType;
    /** The subject line or title; may be empty. */
    subject: string;
    /** The time at which it took place. */
    occurredAt: string;
    /** The address of the sender of an email; else null. */
    sender: string | null;
    /** True if one of your users sent it. */
    isOurs: boolean;
  }[];
  /** The activity before it in the thread, or in the timeline if it stands alone. */
  previousId: string | null;
  /** The activity after it, likewise. */
  nextId: string | null;
};

/** Insights about a client, computed in the background. */
export type Dashboard = {
  /** The id of the dashboard, unique across all clients. */
  id: string;
  /** The id of its client. */
  clientId: string;
  /** The name of the dashboard. */
  name: string;
  /** True for the default dashboard. */
  isDefault: boolean;
  /** Three cards, in the order of `position`. */
  cards: Card[];
};

/** What was deleted. */
export type Deleted = {
  id: string;
};

/** Always empty for a single resource. */
export type EmptyMeta = Record<string, never>;

/** The result of a token check. */
export type Health = {
  /** Always `ok`. */
  status: 'ok';
};

/** A thread of a client, and whether Today shows it. */
export type ListedThread = {
  clientId: string;
  clientName: string;
  /** The activity to open: the one that brought the state about. */
  activityId: string;
  /** The subject, without prefixes; empty for none. */
  subject: string;
  /** The names of the client's people in it, the one to answer first; at most five. */
  people: string[];
  /** `open`: the client waits for you; `waiting`: you wait for the client; `solved`: the client said so; otherwise `quiet`. */
  state: 'open' | 'waiting' | 'solved' | 'quiet';
  /** The time since which it has been in this state. */
  since: string;
  /** True if the client waits for an answer from one of your users. */
  isOwed: boolean;
  /** The client's messages since your last, while open. */
  unanswered: number;
  /** A deadline, as the client wrote it; null for none. */
  deadline: string | null;
  /** The sentence that shows a win or a friction best. */
  quote: {
    kind: 'win' | 'friction';
    /** The sentence, as its author wrote it. */
    text: string;
    /** The name of its author; null when it is not known. */
    author: string | null;
    /** The activity that holds the sentence. */
    activityId: string;
    /** True if it concerns the relationship itself, or was asked again and again without an answer. */
    isGrave: boolean;
  } | null;
  /** Whole working days since then. */
  workingDays: number;
  /** True while it is hidden on Today. */
  isHidden: boolean;
  /** The time at which it is shown again; null until the client writes again. */
  hiddenUntil: string | null;
};

/** A token that was just made. */
export type NewToken = {
  /** The id of the token; not the token itself. */
  id: string;
  /** The name of the token, or null. */
  name: string | null;
  /** The user of a user key; null for an organization key. */
  user: {
    id: string;
    email: string;
  } | null;
  /** The permissions of a user key. An organization key has all, and none is listed. */
  permissions: string[];
  /** The time at which it was created. */
  createdAt: string;
  /** The time at which it expires; null when it does not. */
  expiresAt: string | null;
  /** The time of the last use, to the minute; null before the first. */
  lastUsedAt: string | null;
  /** The time at which it was revoked; null when it was not. */
  revokedAt: string | null;
  /** The token itself. It is not stored and cannot be read again. */
  token: string;
};

/** An endpoint with a secret that was just made. */
export type NewWebhookEndpoint = {
  id: string;
  /** The URL that gets the events. */
  url: string;
  /** The events that it gets. */
  events: (
    | 'client.created'
    | 'client.updated'
    | 'activity.recorded'
    | 'dashboard.ready'
    | 'organization.updated'
    | 'user.updated'
    | 'connection.failing'
  )[];
  /** A paused endpoint gets nothing. Events that occur meanwhile are never sent; earlier ones are, once it is resumed. */
  state: 'active' | 'paused';
  /** The failure of the last attempt; null if it succeeded. */
  failure: string | null;
  /** The time of the first attempt that failed since the last success. */
  failingSince: string | null;
  /** The time at which it was created. */
  createdAt: string;
  /** The secret that signs its messages. It cannot be read again. */
  secret: string;
};

/** What to do next about a client. */
export type NextStep = {
  /** `answer` their message; `askAgain` what they have not answered; `getInTouch` after a silence; `discuss` a friction. */
  action: 'answer' | 'askAgain' | 'getInTouch' | 'discuss';
  /** The person to turn to; null for nobody in particular. */
  person: string | null;
  /** The subject of the thread; empty for none. */
  subject: string;
  /** The activity to open. */
  activityId: string;
  /** The time of that activity. */
  since: string;
};

/** The organization that the token belongs to. */
export type Organization = {
  /** The id of the organization. */
  id: string;
  /** The name of the organization. */
  name: string;
  /** Stable; cannot be changed. */
  slug: string;
  /** Bound to billing; always `free`. */
  plan: string;
  /** An IANA time-zone name. */
  defaultTimezone: string;
  /** An ISO 4217 currency code. */
  defaultCurrency: string;
  rateLimits: RateLimits;
  /** The time at which the organization was created. */
  createdAt: string;
  /** The time at which the organization was last changed. */
  updatedAt: string;
};

/** The settings of an organization for our own frontends. */
export type OrganizationSettings = {
  /** The id of the organization. */
  id: string;
  /** True if activities may be sent to the language model of the installation. */
  usesLanguageModel: boolean;
};

/** The position in the list. */
export type PageMeta = {
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  cursor: string | null;
  /** True when more pages exist. */
  hasMore: boolean;
};

/** A participant whose name is known. */
export type Person = {
  /** The address, as in `participants`. */
  address: string;
  /** The newest name that an activity gives for it. */
  name: string;
};

/** The limits in force, the same for every organization. */
export type RateLimits = {
  /** Requests of the organization in any 60 seconds. */
  organizationPerMinute: number;
  /** Requests to any one operation in any 60 seconds. */
  endpointPerMinute: number;
};

/** Activities of a client by week and type. */
export type Rhythm = {
  /** The last 52 weeks, the oldest first; the last one is not over yet. */
  weeks: {
    /** The Monday. */
    startsOn: string;
    /** The number of activities by type. */
    activities: {
      email: number;
      call: number;
      meeting: number;
      note: number;
      chat: number;
    };
  }[];
};

/** Up to 8 results of each kind. */
export type SearchResults = {
  /** By name or domain, names that begin with the text first. */
  clients: {
    /** The id of the client. */
    id: string;
    /** The client's name. */
    name: string;
    /** The client's internet domain; null when there is none. */
    domain: string | null;
  }[];
  /** The clients' people by name or address, with the client of their last activity. */
  people: {
    address: string;
    name: string;
    clientId: string;
    clientName: string;
  }[];
  /** By subject, newest first. */
  activities: {
    /** The id of the activity. */
    id: string;
    /** The subject line or title; may be empty. */
    subject: string;
    /** The time at which it took place. */
    occurredAt: string;
    clientId: string;
    clientName: string;
  }[];
};

/** The caller: its token, permissions and organization. */
export type Session = {
  token: {
    /** The id of the token; not the token itself. */
    id: string;
    /** The name of the token, or null. */
    name: string | null;
    /** The time at which it expires; null when it does not. */
    expiresAt: string | null;
    /** The user it belongs to; null for an organization key, which has all permissions. */
    userId: string | null;
  };
  /** All that the token may do. */
  permissions: string[];
  organization: {
    /** The id of the organization. */
    id: string;
    /** The name of the organization. */
    name: string;
    /** An IANA time-zone name. */
    defaultTimezone: string;
  };
};

/** A thread that is not shown for a time. */
export type Snooze = {
  clientId: string;
  activityId: string;
  /** The time at which it is shown again; null until the client writes again. */
  until: string | null;
};

/** Whatever somebody of the organization should look at next. */
export type Today = {
  /** Answers owed first, grave ones before old ones; then open risks and deadlines. Empty without the permission `dashboards:read`. */
  threads: {
    clientId: string;
    clientName: string;
    /** The activity to open: the one that brought the state about. */
    activityId: string;
    /** The subject, without prefixes; empty for none. */
    subject: string;
    /** The names of the client's people in it, the one to answer first; at most five. */
    people: string[];
    /** `open`: the client waits for you; `waiting`: you wait for the client; `solved`: the client said so; otherwise `quiet`. */
    state: 'open' | 'waiting' | 'solved' | 'quiet';
    /** The time since which it has been in this state. */
    since: string;
    /** True if the client waits for an answer from one of your users. */
    isOwed: boolean;
    /** The client's messages since your last, while open. */
    unanswered: number;
    /** A deadline, as the client wrote it; null for none. */
    deadline: string | null;
    /** The sentence that shows a win or a friction best. */
    quote: {
      kind: 'win' | 'friction';
      /** The sentence, as its author wrote it. */
      text: string;
      /** The name of its author; null when it is not known. */
      author: string | null;
      /** The activity that holds the sentence. */
      activityId: string;
      /** True if it concerns the relationship itself, or was asked again and again without an answer. */
      isGrave: boolean;
    } | null;
    /** Whole working days since then. */
    workingDays: number;
  }[];
  /** True if there are more than 200 threads. */
  hasMore: boolean;
  /** Clients that went quiet in the last half year, latest first. */
  quiet: {
    clientId: string;
    clientName: string;
    /** The time of the last contact. */
    lastContactAt: string | null;
  }[];
  /** Verdicts that have changed since `since`, latest first. */
  verdicts: {
    clientId: string;
    clientName: string;
    verdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
    previousVerdict: 'New' | 'Healthy' | 'Needs attention' | 'At risk' | 'Quiet' | 'Too little to tell';
  }[];
  /** Wins and frictions recorded since `since`, latest first. */
  quotes: {
    clientId: string;
    clientName: string;
    /** The subject, without prefixes; empty for none. */
    subject: string;
    quote: {
      kind: 'win' | 'friction';
      /** The sentence, as its author wrote it. */
      text: string;
      /** The name of its author; null when it is not known. */
      author: string | null;
      /** The activity that holds the sentence. */
      activityId: string;
      /** True if it concerns the relationship itself, or was asked again and again without an answer. */
      isGrave: boolean;
    };
  }[];
  /** Failing connections; null without the permission `connections:read`. */
  failing:
    | {
        id: string;
        integration: string;
        failure: string | null;
      }[]
    | null;
};

/** An API token, without its secret. */
export type Token = {
  /** The id of the token; not the token itself. */
  id: string;
  /** The name of the token, or null. */
  name: string | null;
  /** The user of a user key; null for an organization key. */
  user: {
    id: string;
    email: string;
  } | null;
  /** The permissions of a user key. An organization key has all, and none is listed. */
  permissions: string[];
  /** The time at which it was created. */
  createdAt: string;
  /** The time at which it expires; null when it does not. */
  expiresAt: string | null;
  /** The time of the last use, to the minute; null before the first. */
  lastUsedAt: string | null;
  /** The time at which it was revoked; null when it was not. */
  revokedAt: string | null;
};

/** An activity without a client. */
export type UnassignedActivity = {
  /** The id of the activity. */
  id: string;
  type: ActivityType;
  /** The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
  source: string;
  /** The subject line or title; may be empty. */
  subject: string;
  /** The time at which it took place. */
  occurredAt: string;
  /** The first participant, mostly the sender. */
  from: string | null;
  /** The text of the activity. Cut to at most 10,240 bytes of UTF-8, never inside a character. */
  content: string;
  /** The addresses of the participants. */
  participants: string[];
};

/** Activities and messages without a client, by domain. */
export type UnassignedDomain = {
  /** The domain of a participant's address. */
  domain: string;
  /** The number of unassigned activities and messages with it. */
  activities: number;
  /** The subject of the latest activity; null when messages were only counted. */
  latestSubject: string | null;
  /** The time of the latest one. */
  latestAt: string;
};

/** An activity without a client, in a list. */
export type UnassignedSummary = {
  /** The id of the activity. */
  id: string;
  type: ActivityType;
  /** The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
  source: string;
  /** The subject line or title; may be empty. */
  subject: string;
  /** The time at which it took place. */
  occurredAt: string;
  /** The first participant, mostly the sender. */
  from: string | null;
};

/** A user of the organization. */
export type User = {
  /** The id of the user. */
  id: string;
  /** The first name. */
  firstName: string;
  /** The last name. */
  lastName: string;
  /** Owned by the identity provider; cannot be changed here. */
  email: string;
  /** A picture of the user; null when there is none. */
  imageUrl: string | null;
  /** The time at which the user was created. */
  createdAt: string;
  /** The time at which the user was last changed. */
  updatedAt: string;
};

/** The delivery of one event to one endpoint. */
export type WebhookDelivery = {
  /** The `webhook-id` of the message. */
  id: string;
  event:
    | 'client.created'
    | 'client.updated'
    | 'activity.recorded'
    | 'dashboard.ready'
    | 'organization.updated'
    | 'user.updated'
    | 'connection.failing';
  /** The client of the event; null for other events. */
  clientId: string | null;
  /** `failed` after a day of attempts; `dropped` if what it tells of was deleted before. */
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** The HTTP status of the last answer. */
  status: number | null;
  /** The reason why the last attempt failed. */
  failure: string | null;
  /** The time of the event. */
  createdAt: string;
  /** The time of the next attempt, while it is pending. */
  nextTryAt: string;
  /** The time at which it was delivered, failed or was dropped. */
  endedAt: string | null;
};

/** A URL that gets the events of the organization. */
export type WebhookEndpoint = {
  id: string;
  /** The URL that gets the events. */
  url: string;
  /** The events that it gets. */
  events: (
    | 'client.created'
    | 'client.updated'
    | 'activity.recorded'
    | 'dashboard.ready'
    | 'organization.updated'
    | 'user.updated'
    | 'connection.failing'
  )[];
  /** A paused endpoint gets nothing. Events that occur meanwhile are never sent; earlier ones are, once it is resumed. */
  state: 'active' | 'paused';
  /** The failure of the last attempt; null if it succeeded. */
  failure: string | null;
  /** The time of the first attempt that failed since the last success. */
  failingSince: string | null;
  /** The time at which it was created. */
  createdAt: string;
};

/** The result of a test message. */
export type WebhookTest = {
  /** The HTTP status of the answer. */
  status: number | null;
  /** The reason why it failed; null if it was accepted. */
  failure: string | null;
};
/** Identifies the cause of an error. Safe to switch on. */
export type ErrorCode =
  /** 400: a bad body, field, `limit` or `cursor`; a field that must not be sent. To do: `details` says what to send for each bad field. */
  | 'invalid_argument'
  /** 401: no token, or one that is unknown, revoked or expired. To do: send `Authorization: Bearer sk_live_…`. */
  | 'unauthorized'
  /** 403: a user key without the permission. To do: `details.requiredPermission` names it; use another token. */
  | 'forbidden'
  /** 404: the path or resource does not exist, or the resource belongs to another organization. To do: `message` says what is missing; check the path and the id. */
  | 'not_found'
  /** 405: the path does not support this method. To do: use one that the `Allow` header lists. */
  | 'method_not_allowed'
  /** 409: another request with this `Idempotency-Key` is still running. To do: send it again in a moment. */
  | 'conflict'
  /** 412: the resource has changed since the version in `If-Match`. To do: read it again, and send its new `ETag`. */
  | 'precondition_failed'
  /** 413: a body over 102,400 bytes. To do: send a smaller body. */
  | 'payload_too_large'
  /** 415: a body that is not plain JSON in UTF-8. To do: `Content-Type: application/json`, no compression. */
  | 'unsupported_media_type'
  /** 429: a rate limit is reached; `details.policy` says which. To do: wait `details.retry_after_seconds` seconds. */
  | 'rate_limited'
  /** 431: request line and headers over 16,384 bytes. To do: send fewer or shorter headers. */
  | 'headers_too_large'
  /** 500: a fault in the service. To do: try again; if it persists, report `details.request_id`. */
  | 'internal'
  /** 503: the database is unreachable, or the service is overloaded. To do: try again after `Retry-After` seconds. */
  | 'unavailable';

/** A failed call as tRPC transports it. */
export type ErrorShape = {
  code: TRPC_ERROR_CODE_NUMBER;
  message: string;
  data: {
    /** The error code of tRPC. */
    code: TRPC_ERROR_CODE_KEY;
    httpStatus: number;
    /** The operation, such as `clients.get`. */
    path: string | undefined;
    /** The error object of the API. */
    error: {
      code: ErrorCode;
      /** For people and logs; it may change. */
      message: string;
      /** Depends on the code. For `invalid_argument`, what to send instead, by field. */
      details?: Record<string, unknown>;
    };
  };
};

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false };
type Types<Input, Output> = { input: Input; output: Output; meta: object; errorShape: ErrorShape };
type Query<Input, Output> = TRPCQueryProcedure<Types<Input, Output>>;
type Mutation<Input, Output> = TRPCMutationProcedure<Types<Input, Output>>;

/** The operations of the API, as tRPC describes them. */
export type AppRouter = BuiltRouter<
  Root,
  {
    health: {
      /** Returns `ok` if the token is valid. Any valid token may call it. */
      check: Query<
        void,
        {
          data: Health;
          meta: EmptyMeta;
        }
      >;
    };
    organization: {
      /** The organization that the token belongs to, with the rate limits in force. */
      get: Query<
        void,
        {
          data: Organization;
          meta: EmptyMeta;
        }
      >;
      /** Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the organization. */
      update: Mutation<
        {
          /** The name of the organization. */
          name?: string | undefined;
          /** An IANA time-zone name. */
          defaultTimezone?: string | undefined;
          /** An ISO 4217 currency code in capitals. */
          defaultCurrency?: string | undefined;
          /** Must not be sent: the plan is bound to billing and cannot be changed here. */
          plan?: never | undefined;
          /** Must not be sent: the slug is stable and cannot be changed. */
          slug?: never | undefined;
        },
        {
          data: Organization;
          meta: EmptyMeta;
        }
      >;
      /** The settings of the organization that are not part of the public resource. */
      settings: Query<
        void,
        {
          data: OrganizationSettings;
          meta: EmptyMeta;
        }
      >;
      /** Writes these settings. A worker follows them from the next computation of each client. */
      updateSettings: Mutation<
        {
          /** True if activities may be sent to the language model of the installation. */
          usesLanguageModel: boolean;
        },
        {
          data: OrganizationSettings;
          meta: EmptyMeta;
        }
      >;
    };
    clients: {
      /** The organization's clients in order of creation, a page at a time. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: Client[];
          meta: PageMeta;
        }
      >;
      /** Creates a client and wires the organization's assignment rules for its domain to it. The organization comes from the token; `organizationId` is refused, other unknown fields are ignored. A retry with the same `Idempotency-Key` returns the client as it was created, even if it has been changed or deleted since. Domains are not unique: `Shares-Domain-With` names the oldest other client with the domain. */
      create: Mutation<
        {
          /** The client's name. */
          name: string;
          /** The client's internet domain. Assignment rules for it are wired to the new client. */
          domain?: string | undefined;
          /** Must not be sent: the organization is the one the token belongs to. */
          organizationId?: never | undefined;
        },
        {
          data: Client;
          meta: EmptyMeta;
        }
      >;
      /** One client of the organization. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: Client;
          meta: EmptyMeta;
        }
      >;
      /** Writes the fields that are present and leaves the others as they are. A changed domain wires the organization's unwired assignment rules for it to the client; rules that are wired stay as they are. `organizationId` is refused, other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the client. */
      update: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          /** The client's name. */
          name?: string | undefined;
          /** The client's internet domain; null clears it. Unwired assignment rules for it are wired to the client. */
          domain?: string | null | undefined;
          /** Must not be sent: the organization is the one the token belongs to. */
          organizationId?: never | undefined;
        },
        {
          data: Client;
          meta: EmptyMeta;
        }
      >;
      /** Gives a client an owner: the user who looks after it. Null leaves it without one. */
      assignOwner: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          /** The user who looks after it; null for nobody. */
          userId: string | null;
        },
        {
          data: ClientOwner;
          meta: EmptyMeta;
        }
      >;
    };
    dashboards: {
      /** Returns three cards of insights, computed in the background. A card that has not been computed yet is empty, with status `computing`. */
      getDefault: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: Dashboard;
          meta: EmptyMeta;
        }
      >;
    };
    activities: {
      /** Returns a page of the client's activities, most recent first, without their content. */
      list: Query<
        {
          /** The id of the client. */
          clientId: string;
          /** The number of records per page, 1 to 100. Larger values count as 100. */
          limit?: number | undefined;
          /** The `meta.cursor` of the previous page. Leave it out for the first page. */
          cursor?: string | undefined;
          /** Lists only activities of this type. */
          type?: ActivityType | undefined;
          /** Validated but ignored. */
          source?: string | undefined;
          /** Validated but ignored. */
          from?: string | undefined;
          /** Validated but ignored. */
          to?: string | undefined;
          /** Validated but ignored. Archived activities are always listed. */
          includeArchived?: boolean | undefined;
        },
        {
          data: ActivitySummary[];
          meta: PageMeta;
        }
      >;
      /** Returns an activity of the client. Its content is cut to at most 10,240 bytes of UTF-8. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
          /** The id of the activity. */
          activityId: string;
        },
        {
          data: Activity;
          meta: EmptyMeta;
        }
      >;
      /** Reserved for future use: accepts any JSON object, stores nothing and returns `data: null`. */
      create: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          [field: string]: unknown;
        },
        {
          data: null;
          meta: EmptyMeta;
        }
      >;
      /** The number of the client's activities by week and type over the last 52 weeks. */
      rhythm: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: Rhythm;
          meta: EmptyMeta;
        }
      >;
      /** The participants of the client's newest 500 activities whose names are known, the latest first, 200 at most. */
      people: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: Person[];
          meta: EmptyMeta;
        }
      >;
      /** Adds a note to a client, written now by the user of the token. A retry with the same `Idempotency-Key` adds it once. */
      addNote: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          /** The text; its first line is the subject. */
          content: string;
        },
        {
          data: AddedNote;
          meta: EmptyMeta;
        }
      >;
    };
    users: {
      /** The organization's users in order of creation, a page at a time. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: User[];
          meta: PageMeta;
        }
      >;
      /** One user of the organization. */
      get: Query<
        {
          /** The id of the user. */
          userId: string;
        },
        {
          data: User;
          meta: EmptyMeta;
        }
      >;
      /** Writes the profile fields that are present and leaves the others as they are. Identity-bound fields (`email`, `id`, `idpUserID`) and unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the user. */
      update: Mutation<
        {
          /** The id of the user. */
          userId: string;
          /** The first name. */
          firstName?: string | undefined;
          /** The last name. */
          lastName?: string | undefined;
          /** A picture of the user; null clears it. */
          imageUrl?: string | null | undefined;
        },
        {
          data: User;
          meta: EmptyMeta;
        }
      >;
    };
    session: {
      /** The caller: its token, permissions and organization. */
      get: Query<
        void,
        {
          data: Session;
          meta: EmptyMeta;
        }
      >;
    };
    today: {
      /** What to do next, over all clients: whom to answer, open risks, silent clients, failing connections; and what has changed since a time. */
      get: Query<
        | {
            /** Only clients that this user looks after. */
            ownerId?: string | undefined;
            /** The time since which changes are given; none without it. */
            since?: string | undefined;
          }
        | undefined,
        {
          data: Today;
          meta: EmptyMeta;
        }
      >;
      /** Hides a thread until a time, or until the client writes again in it. */
      snooze: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          /** The id of the activity. */
          activityId: string;
          /** The number of unanswered messages that the caller has seen. */
          unanswered: number;
          until: string | null;
        },
        {
          data: Snooze;
          meta: EmptyMeta;
        }
      >;
      /** Shows a hidden thread again. */
      restore: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          /** The id of the activity. */
          activityId: string;
        },
        {
          data: Snooze;
          meta: EmptyMeta;
        }
      >;
    };
    threads: {
      /** A client's threads that the cards tell of or that somebody waits in, most urgent first. Empty without the permission `dashboards:read`. */
      list: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: ListedThread[];
          meta: EmptyMeta;
        }
      >;
      /** The thread of an activity of a client, grouped as on the cards. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
          /** The id of the activity. */
          activityId: string;
        },
        {
          data: Conversation;
          meta: EmptyMeta;
        }
      >;
    };
    overview: {
      /** A client with its owner, its verdict, and the content of its cards as data. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        {
          data: ClientDetails;
          meta: EmptyMeta;
        }
      >;
      /** The clients in order of creation, each with its verdict and figures, up to 500 at a time. */
      list: Query<
        | {
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: ClientOverview[];
          meta: PageMeta;
        }
      >;
    };
    search: {
      /** Finds clients, and with the permission `activities:read` people and activities among the newest 2000 activities. */
      find: Query<
        {
          /** A part of a name, domain, address or subject, in upper or lower case. */
          query: string;
        },
        {
          data: SearchResults;
          meta: EmptyMeta;
        }
      >;
    };
    tokens: {
      /** The organization's tokens in order of creation, without their secrets, a page at a time. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: Token[];
          meta: PageMeta;
        }
      >;
      /** Creates a token and returns it, once. A caller can grant only permissions that it has. */
      create: Mutation<
        {
          /** What it is for. */
          name?: string | null | undefined;
          /** The user of a user key; null or absent for an organization key. */
          userId?: string | null | undefined;
          /** The permissions of a user key. */
          permissions?:
            | (
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
                | 'webhooks:write'
              )[]
            | undefined;
          expiresAt?: string | null | undefined;
        },
        {
          data: NewToken;
          meta: EmptyMeta;
        }
      >;
      /** Replaces a token by a new one with the same name, user, permissions and lifetime. The old one ends after the overlap. */
      rotate: Mutation<
        {
          /** The id of the token. */
          tokenId: string;
          /** How long the old token stays valid. */
          overlapHours: number;
        },
        {
          data: NewToken;
          meta: EmptyMeta;
        }
      >;
      /** Revokes a token at once. A token that is revoked already stays as it is. */
      revoke: Mutation<
        {
          /** The id of the token. */
          tokenId: string;
        },
        {
          data: Token;
          meta: EmptyMeta;
        }
      >;
    };
    rules: {
      /** The organization's assignment rules, or those wired to one client, in order of creation. */
      list: Query<
        | {
            /** The id of the client. */
            clientId?: string | undefined;
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: AssignmentRule[];
          meta: PageMeta;
        }
      >;
      /** Creates a rule and wires it to the given client, or to the oldest client of its domain if there is one. */
      create: Mutation<
        {
          /** The integration it holds for; `any` for all of them, `none` to ignore the domain. */
          integration: string;
          /** The domain of a participant's address. */
          domain: string;
          /** The client to wire it to, whatever its domain; by default the oldest of the domain. */
          clientId?: string | undefined;
        },
        {
          data: AssignmentRule;
          meta: EmptyMeta;
        }
      >;
      /** Deletes a rule. Activities that it assigned stay with their client. */
      delete: Mutation<
        {
          /** The id of the rule. */
          ruleId: string;
        },
        {
          data: Deleted;
          meta: EmptyMeta;
        }
      >;
    };
    imports: {
      /** The domains of activities that no rule assigned to a client, and of messages that connections only counted, most first. Counts the newest 2,000 activities, by the first five participants of each, and leaves out ignored domains and those with a wired rule for any integration. */
      unassigned: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
          }
        | undefined,
        {
          data: UnassignedDomain[];
          meta: EmptyMeta;
        }
      >;
      /** Activities with a participant of a domain among the newest 2,000 unassigned ones, most recent first, without their content. */
      unassignedActivities: Query<
        {
          /** The domain of a participant's address. */
          domain: string;
          /** The number of records per page, 1 to 100. Larger values count as 100. */
          limit?: number | undefined;
          /** The `meta.cursor` of the previous page. Leave it out for the first page. */
          cursor?: string | undefined;
        },
        {
          data: UnassignedSummary[];
          meta: PageMeta;
        }
      >;
      /** An unassigned activity. Its content is cut to at most 10,240 bytes of UTF-8. */
      unassignedActivity: Query<
        {
          /** The id of the activity. */
          unassignedId: string;
        },
        {
          data: UnassignedActivity;
          meta: EmptyMeta;
        }
      >;
    };
    connections: {
      /** The connections to mailboxes and calendars with their status, in order of creation. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: Connection[];
          meta: PageMeta;
        }
      >;
      /** A connection with its status, settings and progress, without its secret. */
      show: Query<
        {
          /** The id of the connection. */
          connectionId: string;
        },
        {
          data: ConnectionDetails;
          meta: EmptyMeta;
        }
      >;
      /** Connects a mailbox with a password, or a calendar; the worker then reads it. Servers in private networks are refused. */
      create: Mutation<
        {
          account:
            | {
                type: 'imap';
                host: string;
                /** By default 993 with implicit TLS, else 143. */
                port?: number | undefined;
                tls?: 'implicit' | 'starttls' | undefined;
                user: string;
                /** It is never returned. */
                password: string;
                mailboxes?: string[] | null | undefined;
              }
            | {
                type: 'calendar';
                /** It is never returned. */
                url: string;
              };
        },
        {
          data: ChangedConnection;
          meta: EmptyMeta;
        }
      >;
      /** Tries a connection, or an account before it is connected, within 8 seconds. Reads calendars of up to 4 MiB. One test of an organization at a time. */
      test: Mutation<
        {
          /** The id of the connection. */
          connectionId?: string | undefined;
          account?:
            | {
                type: 'imap';
                host: string;
                /** By default 993 with implicit TLS, else 143. */
                port?: number | undefined;
                tls?: 'implicit' | 'starttls' | undefined;
                user: string;
                /** It is never returned. */
                password: string;
                mailboxes?: string[] | null | undefined;
              }
            | {
                type: 'calendar';
                /** It is never returned. */
                url: string;
              }
            | undefined;
        },
        {
          data: ConnectionTest;
          meta: EmptyMeta;
        }
      >;
      /** Gives a mailbox a new password, or a calendar a new URL, and tries it at once unless it is paused. */
      update: Mutation<
        {
          /** The id of the connection. */
          connectionId: string;
          /** It is never returned. */
          password?: string | undefined;
          /** It is never returned. */
          url?: string | undefined;
        },
        {
          data: ChangedConnection;
          meta: EmptyMeta;
        }
      >;
      /** Stops reading until the connection is resumed. */
      pause: Mutation<
        {
          /** The id of the connection. */
          connectionId: string;
        },
        {
          data: ChangedConnection;
          meta: EmptyMeta;
        }
      >;
      /** Continues a paused connection, or tries a failing one at once. */
      resume: Mutation<
        {
          /** The id of the connection. */
          connectionId: string;
        },
        {
          data: ChangedConnection;
          meta: EmptyMeta;
        }
      >;
      /** Deletes a connection and its secret. The activities that it recorded stay. */
      delete: Mutation<
        {
          /** The id of the connection. */
          connectionId: string;
        },
        {
          data: Deleted;
          meta: EmptyMeta;
        }
      >;
    };
    webhooks: {
      /** The endpoints that get events, in order of creation. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: WebhookEndpoint[];
          meta: PageMeta;
        }
      >;
      /** Creates an endpoint and returns its secret, once. Private addresses are refused. */
      create: Mutation<
        {
          /** The URL. */
          url: string;
          /** The events that it gets. */
          events: (
            | 'client.created'
            | 'client.updated'
            | 'activity.recorded'
            | 'dashboard.ready'
            | 'organization.updated'
            | 'user.updated'
            | 'connection.failing'
          )[];
        },
        {
          data: NewWebhookEndpoint;
          meta: EmptyMeta;
        }
      >;
      /** Sends a message of type `webhook.test` at once, and returns how it was answered. One test of an organization at a time. */
      test: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
        },
        {
          data: WebhookTest;
          meta: EmptyMeta;
        }
      >;
      /** Makes a new secret and returns it, once. The old one signs too for 24 hours. */
      rotate: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
        },
        {
          data: NewWebhookEndpoint;
          meta: EmptyMeta;
        }
      >;
      /** Pauses an endpoint: what happens meanwhile is never sent to it. */
      pause: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
        },
        {
          data: WebhookEndpoint;
          meta: EmptyMeta;
        }
      >;
      /** Resumes a paused endpoint, or tries a failing one at once, with all that waits for a retry. */
      resume: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
        },
        {
          data: WebhookEndpoint;
          meta: EmptyMeta;
        }
      >;
      /** Deletes an endpoint with its secret and deliveries. */
      delete: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
        },
        {
          data: Deleted;
          meta: EmptyMeta;
        }
      >;
      /** The last deliveries of an endpoint, newest first. */
      deliveries: Query<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
          /** The number of records per page, 1 to 100. Larger values count as 100. */
          limit?: number | undefined;
        },
        {
          data: WebhookDelivery[];
          meta: EmptyMeta;
        }
      >;
      /** Sends an event again whose delivery has ended. */
      resend: Mutation<
        {
          /** The id of the webhook endpoint. */
          webhookId: string;
          /** The id of the delivery. */
          deliveryId: string;
        },
        {
          data: WebhookDelivery;
          meta: EmptyMeta;
        }
      >;
    };
    audit: {
      /** The audit log, newest first, a page at a time. */
      list: Query<
        | {
            /** The number of records per page, 1 to 100. Larger values count as 100. */
            limit?: number | undefined;
            /** The `meta.cursor` of the previous page. Leave it out for the first page. */
            cursor?: string | undefined;
          }
        | undefined,
        {
          data: AuditEntry[];
          meta: PageMeta;
        }
      >;
    };
  }
>;
