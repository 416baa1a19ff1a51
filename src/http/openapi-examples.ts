import {
  ApiError,
  type ErrorBody,
  type ErrorCode,
  errorBody,
  invalidArgument,
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

const card = (key: string, name: string, position: number) => ({
  id: `${client.id}.default.${key}`,
  name,
  outputType: 'markdown',
  outputSubtype: 'checklist',
  outputStyle: 'concise',
  position,
  result: { content: '', computedAt: null, status: 'computing' },
});

const dashboard = {
  id: `${client.id}.default`,
  clientId: client.id,
  name: 'Default',
  isDefault: true,
  cards: [
    card('client-health', 'Client Health', 0),
    card('wins-and-traction', 'Wins & Traction', 1),
    card('frictions-and-risks', 'Frictions & Risks', 2),
  ],
};

const single = (data: unknown) => ({ data, meta: {} });
const lastPage = (item: unknown) => ({ data: [item], meta: { cursor: null, hasMore: false } });

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
export const responseExamples: Readonly<Record<string, unknown>> = {
  'health.check': single({ status: 'ok' }),
  'organization.get': single(organization),
  'organization.update': single(organization),
  'clients.list': lastPage(client),
  'clients.create': single(client),
  'clients.get': single(client),
  'clients.update': single(client),
  'dashboards.getDefault': single(dashboard),
  'activities.list': lastPage(summary),
  'activities.get': single(activity),
  'activities.create': single(null),
  'users.list': lastPage(user),
  'users.get': single(user),
  'users.update': single(user),
};

const requestId = '5f0c9a77-8f3b-4d0e-9a51-11aa019a9f5d';
const example = (error: ApiError): ErrorBody => errorBody(error, requestId);

/** What each error looks like. */
export const errorExamples: Partial<Record<ErrorCode, ErrorBody>> = {
  invalid_argument: example(
    invalidArgument({ limit: 'Send a whole number from 1 to 100, in decimal digits.' }),
  ),
  unauthorized: example(new ApiError('unauthorized')),
  forbidden: example(
    new ApiError('forbidden', {
      message: 'This token lacks the permission "clients:write".',
      details: { requiredPermission: 'clients:write' },
    }),
  ),
  not_found: example(notFound('client')),
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
