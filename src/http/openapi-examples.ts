import { writeCursor } from '../core/cursor.ts';
import {
  ApiError,
  conflict,
  type ErrorCode,
  errorBody,
  invalidArgument,
  malformedJson,
  notFound,
} from '../core/errors.ts';

const client = {
  id: '019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11',
  name: 'Globex Freight',
  domain: 'globex.example',
  createdAt: '2026-11-02T09:14:51.120Z',
  updatedAt: '2026-11-18T16:40:07.004Z',
};

const organization = {
  id: '019a9f5d-11aa-7d0e-8f3b-5b1f6f0c9a77',
  name: 'Northwind Studio',
  slug: 'northwind',
  defaultTimezone: 'Europe/Berlin',
  defaultCurrency: 'EUR',
  createdAt: '2026-11-02T09:00:00.000Z',
  updatedAt: '2026-11-02T09:00:00.000Z',
  plan: 'free',
  rateLimits: { organizationPerMinute: 100, endpointPerMinute: 50 },
};

const user = {
  id: '019a9f5d-2b7c-7e4a-b1d9-0c6a4e8f5d21',
  firstName: 'Ann',
  lastName: 'Okafor',
  email: 'ann@northwind.example',
  imageUrl: null,
  createdAt: '2026-11-02T09:01:12.310Z',
  updatedAt: '2026-11-02T09:01:12.310Z',
};

const summary = {
  id: '019a9f60-03d1-7b6f-8c22-91d5b7a4e630',
  clientId: client.id,
  type: 'email',
  source: 'gmail',
  subject: 'Re: Go-live on Thursday',
  occurredAt: '2026-11-17T08:12:44.000Z',
  participants: ['pat@globex.example', 'ann@northwind.example'],
  immutable: true,
  archivedAt: null,
  createdAt: '2026-11-17T08:13:02.518Z',
  updatedAt: '2026-11-17T08:13:02.518Z',
};

const activity = { ...summary, content: 'Hi Ann,\n\nThursday works for us. Great job so far!\n\nPat' };

const computedAt = '2026-11-17T08:15:00.000Z';
const ready = (content: string) => ({ content, computedAt, status: 'ready' });
const computing = { content: '', computedAt: null, status: 'computing' };

const card = (key: string, name: string, position: number, result: unknown) => ({
  id: `${client.id}.default.${key}`,
  name,
  outputType: 'markdown',
  outputSubtype: 'checklist',
  outputStyle: 'concise',
  position,
  result,
});

const dashboard = (health: unknown, wins: unknown, frictions: unknown) => ({
  id: `${client.id}.default`,
  clientId: client.id,
  name: 'Default',
  isDefault: true,
  cards: [
    card('client-health', 'Client Health', 0, health),
    card('wins-and-traction', 'Wins & Traction', 1, wins),
    card('frictions-and-risks', 'Frictions & Risks', 2, frictions),
  ],
});

const readyDashboard = dashboard(
  ready('- [x] Last contact 3 days ago\n- [x] They answer within a day'),
  ready('- [x] Go-live agreed for Thursday'),
  ready('- [ ] The renewal is not yet discussed'),
);

/** One example, or several by name, as a media type holds them. */
type Examples = { example: unknown } | { examples: Record<string, { summary: string; value: unknown }> };

const single = (data: unknown): Examples => ({ example: { data, meta: {} } });
const page = (item: unknown, cursor: string | null): Examples => ({
  example: { data: [item], meta: { cursor, hasMore: cursor !== null } },
});

/** What each operation is sent, where it takes a body. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  'organization.update': {
    name: 'Northwind Studio',
    defaultTimezone: 'Europe/Berlin',
    defaultCurrency: 'EUR',
  },
  'clients.create': { name: client.name, domain: client.domain },
  'clients.update': { name: client.name },
  'activities.create': { type: 'note', subject: 'Called about the renewal' },
  'users.update': { firstName: 'Ann', imageUrl: null },
};

/** What each operation answers on success. */
export const responseExamples: Readonly<Record<string, Examples>> = {
  'health.check': single({ status: 'ok' }),
  'organization.get': single(organization),
  'organization.update': single(organization),
  'clients.list': page(client, writeCursor(['clients', organization.id], [client.id])),
  'clients.create': single(client),
  'clients.get': single(client),
  'clients.update': single(client),
  'dashboards.getDefault': {
    examples: {
      ready: { summary: 'Insights have been computed', value: { data: readyDashboard, meta: {} } },
      computing: {
        summary: 'No insight has been computed yet',
        value: { data: dashboard(computing, computing, computing), meta: {} },
      },
    },
  },
  'activities.list': page(summary, null),
  'activities.get': single(activity),
  'activities.create': single(null),
  'users.list': page(user, null),
  'users.get': single(user),
  'users.update': single(user),
};

const requestId = '5f0c9a77-8f3b-4d0e-9a51-11aa019a9f5d';
const body = (error: ApiError) => errorBody(error, requestId);
const example = (error: ApiError): Examples => ({ example: body(error) });

/** What each error looks like. */
export const errorExamples: Partial<Record<ErrorCode, Examples>> = {
  invalid_argument: {
    examples: {
      query: {
        summary: 'A parameter of the query',
        value: body(invalidArgument({ limit: 'Send a whole number from 1 to 100, in decimal digits.' })),
      },
      field: {
        summary: 'Fields of the body',
        value: body(
          invalidArgument({
            name: 'Send a string of 1 to 255 characters, without NUL.',
            organizationId: 'Do not send it: the organization is the one the token belongs to.',
          }),
        ),
      },
      body: { summary: 'The body as a whole', value: body(malformedJson(undefined)) },
    },
  },
  unauthorized: example(new ApiError('unauthorized')),
  forbidden: example(
    new ApiError('forbidden', {
      message: 'This token lacks the permission "clients:write".',
      details: { requiredPermission: 'clients:write' },
    }),
  ),
  conflict: example(
    conflict(
      'idempotency_in_progress',
      'A request with this Idempotency-Key is still running. Send it again in a moment.',
    ),
  ),
  precondition_failed: example(new ApiError('precondition_failed')),
  not_found: {
    examples: {
      client: { summary: 'A client', value: body(notFound('client')) },
      activity: { summary: 'An activity', value: body(notFound('activity')) },
      user: { summary: 'A user', value: body(notFound('user')) },
    },
  },
  payload_too_large: example(new ApiError('payload_too_large')),
  unsupported_media_type: example(new ApiError('unsupported_media_type')),
  rate_limited: example(
    new ApiError('rate_limited', {
      message: 'The limit per endpoint is reached. Try again in 12 s.',
      details: { retry_after_seconds: 12, policy: 'endpoint' },
    }),
  ),
  internal: example(new ApiError('internal')),
  unavailable: example(new ApiError('unavailable')),
};
