// Generated from the operations by npm run openapi. Do not edit.

import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODE_NUMBER } from '@trpc/server/rpc';
// The public name, TRPCBuiltRouter, is missing from earlier versions of tRPC 11.
import type { BuiltRouter } from '@trpc/server/unstable-core-do-not-import';

/** An email, call, meeting, note or chat with a client. */
export interface Activity extends ActivitySummary {
  /** The text of the activity. Cut to at most 10,240 bytes of UTF-8, never inside a character. */
  content: string;
}

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

/** The result of the background computation. */
export type CardResult = {
  /** Markdown; empty while `status` is `computing`. A quote links its activity by the path `/v1/clients/{clientId}/activities/{activityId}`. */
  content: string;
  /** The time at which it was computed; null while `status` is `computing`. */
  computedAt: string | null;
  status: CardStatus;
};

/** `computing` until the card has been computed for the first time, then `ready`. It stays `computing` while a client has no activities. */
export type CardStatus = 'computing' | 'ready';

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

/** The reason of the conflict. */
export type ConflictDetails = {
  /** The reason. Operations of `/v1` return only `idempotency_in_progress`. */
  reason: 'idempotency_in_progress' | 'duplicate' | 'limit_exceeded' | 'not_configured';
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

/** Always empty for a single resource. */
export type EmptyMeta = Record<string, never>;

/** For people and logs. The wording may change. */
export type ErrorMessage = string;

/** The permission that the token lacks. */
export type ForbiddenDetails = {
  /** The permission; `all` if only an organization key will do. */
  requiredPermission: string;
};

/** The result of a token check. */
export type Health = {
  /** Always `ok`. */
  status: 'ok';
};

/** Maps each bad field to a sentence that says what to send. */
export type InvalidArgumentDetails = {
  [field: string]: ErrorMessage;
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

/** The position in the list. */
export type PageMeta = {
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  cursor: string | null;
  /** True when more pages exist. */
  hasMore: boolean;
};

/** The limit that was reached, and how long to wait. */
export type RateLimitedDetails = {
  /** The limit that was reached. */
  policy: 'organization' | 'endpoint';
  /** The seconds after which the next request can succeed, the same as `Retry-After`. */
  retry_after_seconds: number;
};

/** The limits in force, the same for every organization. */
export type RateLimits = {
  /** Requests of the organization in any 60 seconds. */
  organizationPerMinute: number;
  /** Requests to any one operation in any 60 seconds. */
  endpointPerMinute: number;
};

/** Names the request in the log of the service. */
export type ReportDetails = {
  /** The id to report, the same as `X-Request-Id`. */
  request_id: string;
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

/** The details of errors by code. A later version may add codes. */
export type ErrorDetailsByCode = {
  /** 400: a bad body, field, `limit` or `cursor`; a field that must not be sent. To do: `details` says what to send for each bad field. */
  invalid_argument: InvalidArgumentDetails;
  /** 401: no token, or one that is unknown, revoked or expired. To do: send `Authorization: Bearer sk_live_…`. */
  unauthorized: undefined;
  /** 403: a user key without the permission. To do: `details.requiredPermission` names it; use another token. */
  forbidden: ForbiddenDetails;
  /** 404: the path or resource does not exist, or the resource belongs to another organization. To do: `message` says what is missing; check the path and the id. */
  not_found: undefined;
  /** 405: the path does not support this method. To do: use one that the `Allow` header lists. */
  method_not_allowed: undefined;
  /** 409: another request with this `Idempotency-Key` is still running. To do: send it again in a moment. */
  conflict: ConflictDetails;
  /** 412: the resource has changed since the version in `If-Match`, or this is not its `ETag`. To do: read it again, and send its new `ETag`. */
  precondition_failed: undefined;
  /** 413: a body over 102,400 bytes. To do: send a smaller body. */
  payload_too_large: undefined;
  /** 415: a body that is not plain JSON in UTF-8. To do: `Content-Type: application/json`, no compression. */
  unsupported_media_type: undefined;
  /** 429: a rate limit is reached; `details.policy` says which. To do: wait `details.retry_after_seconds` seconds. */
  rate_limited: RateLimitedDetails;
  /** 431: request line and headers over 16,384 bytes. To do: send fewer or shorter headers. */
  headers_too_large: undefined;
  /** 500: a fault in the service. To do: try again; if it persists, report `details.request_id`. */
  internal: ReportDetails;
  /** 503: the database is unreachable, or the service is overloaded. To do: try again after `Retry-After` seconds. */
  unavailable: ReportDetails;
};

/** Identifies the cause of an error. Safe to switch on. */
export type ErrorCode = keyof ErrorDetailsByCode;

/** The error object of the API. Its code tells the type of its details. */
export type ErrorObject<Code extends ErrorCode = ErrorCode> = {
  [Each in Code]: ErrorDetailsByCode[Each] extends undefined
    ? { code: Each; message: string; details?: undefined }
    : { code: Each; message: string; details: ErrorDetailsByCode[Each] };
}[Code];

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
    error: ErrorObject;
  };
};

/** An answer with one resource. */
export type Answer<Data> = { data: Data; meta: EmptyMeta };
/** An answer with a page of a list. */
export type List<Item> = { data: Item[]; meta: PageMeta };

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
      check: Query<void, Answer<Health>>;
    };
    organization: {
      /** The organization that the token belongs to, with the rate limits in force. */
      get: Query<void, Answer<Organization>>;
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
        Answer<Organization>
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
        List<Client>
      >;
      /** Creates a client and wires the organization's unwired assignment rules for its domain to it. The organization comes from the token; `organizationId` is refused, other unknown fields are ignored. A retry with the same `Idempotency-Key` returns the client as it was created, even if it has been changed or deleted since. Domains are not unique. */
      create: Mutation<
        {
          /** The client's name. */
          name: string;
          /** The client's internet domain. Unwired assignment rules for it are wired to the new client. */
          domain?: string | undefined;
          /** Must not be sent: the organization is the one the token belongs to. */
          organizationId?: never | undefined;
        },
        Answer<Client>
      >;
      /** One client of the organization. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        Answer<Client>
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
        Answer<Client>
      >;
    };
    dashboards: {
      /** Returns three cards of insights, computed in the background. A card that has not been computed yet is empty, with status `computing`. */
      getDefault: Query<
        {
          /** The id of the client. */
          clientId: string;
        },
        Answer<Dashboard>
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
        List<ActivitySummary>
      >;
      /** Returns an activity of the client. Its content is cut to at most 10,240 bytes of UTF-8. */
      get: Query<
        {
          /** The id of the client. */
          clientId: string;
          /** The id of the activity. */
          activityId: string;
        },
        Answer<Activity>
      >;
      /** Reserved for future use: accepts any JSON object, stores nothing and returns `data: null`. */
      create: Mutation<
        {
          /** The id of the client. */
          clientId: string;
          [field: string]: unknown;
        },
        Answer<null>
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
        List<User>
      >;
      /** One user of the organization. */
      get: Query<
        {
          /** The id of the user. */
          userId: string;
        },
        Answer<User>
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
        Answer<User>
      >;
    };
  }
>;
