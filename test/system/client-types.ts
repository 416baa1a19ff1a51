/** Compiled and never run: the types of the client package are the server's. */
import {
  type ActivitySummary,
  type Client,
  type Clientele,
  type ClienteleError,
  createClient,
  type ErrorCode,
  type ErrorShape,
  type AppRouter as PublicRouter,
  paginate,
  type WebhookMessage,
} from '@clientele/client';
import type { AppRouter as ClientRouter, Inputs, Outputs } from '@clientele/client/internal';
import type { TRPCClient } from '@trpc/client';
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type {
  AppRouter,
  ErrorCode as ServerErrorCode,
  WebhookMessage as ServerMessage,
} from './server-types.ts';

/** True for types that are the same, and `any` is the same as nothing else. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

type MutuallyAssignable<One, Other> = [One, Other] extends [Other, One] ? true : false;

type Operations<Router> = { [Module in keyof Router]: keyof Router[Module] };
type Each<One, Other> = {
  [Module in keyof One]: {
    [Name in keyof One[Module]]: Module extends keyof Other
      ? Name extends keyof Other[Module]
        ? Same<One[Module][Name], Other[Module][Name]>
        : false
      : false;
  };
};
type AllTrue<T> = T[keyof T] extends infer Names
  ? Names extends unknown
    ? Names[keyof Names]
    : never
  : never;

type ServerInputs = inferRouterInputs<AppRouter>;
type ServerOutputs = inferRouterOutputs<AppRouter>;

const connect = () => createClient('', '');

export const same: {
  operations: Same<Operations<Inputs>, Operations<ServerInputs>>;
  inputs: Same<AllTrue<Each<ServerInputs, Inputs>>, true>;
  outputs: Same<AllTrue<Each<ServerOutputs, Outputs>>, true>;
  errors: Same<ErrorShape, inferRouterError<AppRouter>>;
  errorCodes: Same<ErrorCode, ServerErrorCode>;
  client: Same<ReturnType<typeof connect>, TRPCClient<PublicRouter>>;
  webhookMessages: MutuallyAssignable<WebhookMessage, ServerMessage>;
} = {
  operations: true,
  inputs: true,
  outputs: true,
  errors: true,
  errorCodes: true,
  client: true,
  webhookMessages: true,
};

declare const api: Clientele;
declare const error: ClienteleError<'rate_limited'>;
const listClients = () => paginate(api.clients.list.query);
const listCalls = () => paginate(api.activities.list.query, { clientId: 'id', type: 'call' });
// @ts-expect-error: the client is required
export const withoutClient = () => paginate(api.activities.list.query);
// @ts-expect-error: `paginate` keeps the cursor
export const withCursor = () => paginate(api.clients.list.query, { cursor: '' });
// @ts-expect-error: numbers are numbers
export const withText = () => paginate(api.clients.list.query, { limit: '5' });

export const additions: {
  clients: Same<ReturnType<typeof listClients>, AsyncGenerator<Client, void, undefined>>;
  calls: Same<ReturnType<typeof listCalls>, AsyncGenerator<ActivitySummary, void, undefined>>;
  code: Same<typeof error.data.error.code, 'rate_limited'>;
  wait: Same<typeof error.data.error.details.retry_after_seconds, number>;
} = { clients: true, calls: true, code: true, wait: true };

const internal = createClient<ClientRouter>('', '');
export const listTokens = () => internal.tokens.list.query();
// @ts-expect-error: an internal operation, which only the subpath has
export const listPublicly = () => connect().tokens.list.query();

/** The code tells the type of the details. */
export function explain({ data }: ClienteleError): string | number | undefined {
  const fault = data?.error;
  switch (fault?.code) {
    case 'rate_limited':
      return fault.details.retry_after_seconds;
    case 'forbidden':
      // @ts-expect-error: a missing permission is no limit
      return fault.details.policy;
    case 'invalid_argument':
      return Object.values(fault.details).join();
    case 'not_found':
      return fault.details satisfies undefined;
    default:
      return fault?.message;
  }
}

export const different: { any: Same<ErrorShape, unknown>; field: Same<{ a: 1 }, { a?: 1 }> } = {
  any: false,
  field: false,
};
