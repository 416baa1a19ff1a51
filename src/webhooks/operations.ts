import { refuseAddress } from '../connections/addresses.ts';
import { ConnectionFault } from '../connections/fault.ts';
import { secretContext } from '../connections/services.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { conflict } from '../core/errors.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { neverAborted } from '../core/timeouts.ts';
import { changeEndpoint, getEndpoint, insertEndpoint, listEndpoints } from './queries.ts';
import { send } from './send.ts';
import { newWebhookSecret, type SigningSecrets, signingSecrets } from './signature.ts';
import type { WebhookEvent } from './table.ts';

interface Context {
  readonly db: TenantReader;
  readonly writer: TenantWriter;
  readonly secrets: SecretBox;
}

/** The most endpoints of an organization: each change is recorded for each of them. */
export const maxEndpoints = 10;

/** The time for which the secret before a rotation signs too. */
const overlapMs = 24 * 3_600_000;

/** Creates an endpoint and returns it with its secret, once. @throws AddressRefused, SecretsUnavailable, ApiError */
export async function createEndpoint(
  { db, writer, secrets }: Context,
  values: { readonly url: string; readonly events: WebhookEvent[]; readonly allowPrivate: boolean },
) {
  refuseAddress(new URL(values.url).hostname, values.allowPrivate);
  const secret = newWebhookSecret();
  const created = await writer.transaction(async (transaction) => {
    const { id } = await insertEndpoint(transaction, values);
    return changeEndpoint(transaction, id, { secret: seal({ db, secrets }, id, { current: secret }) });
  });
  if (!created) throw new Error('The new endpoint was not returned.');
  return { ...created, secret };
}

/** Checks that the organization may have another endpoint. @throws ApiError `conflict` */
export async function requireRoom(db: TenantReader): Promise<void> {
  if ((await listEndpoints(db, { limit: maxEndpoints })).length === maxEndpoints)
    throw conflict('limit_exceeded', `There are ${maxEndpoints} endpoints already. Delete one first.`);
}

/** Gives an endpoint a new secret; the old one signs too for a day. Undefined when there is no such endpoint. */
export async function rotateSecret({ db, writer, secrets }: Context, id: string) {
  const found = await getEndpoint(db, id);
  if (!found) return undefined;
  const { current } = openSigningSecrets({ db, secrets }, id, found.secret);
  const secret = newWebhookSecret();
  const until = new Date(Date.now() + overlapMs).toISOString();
  const sealed = seal({ db, secrets }, id, { current: secret, previous: { secret: current, until } });
  const changed = await changeEndpoint(writer, id, { secret: sealed });
  return changed && { ...changed, secret };
}

/** Sends a test message now; undefined when there is no such endpoint. */
export async function testEndpoint({ db, secrets }: Omit<Context, 'writer'>, id: string) {
  const found = await getEndpoint(db, id);
  if (!found) return undefined;
  const now = new Date();
  const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data: {} });
  const signing = openSigningSecrets({ db, secrets }, id, found.secret);
  return send(found, { id: `test_${now.getTime()}`, body }, signing, neverAborted);
}

type Box = { readonly db: Pick<TenantReader, 'organizationId'>; readonly secrets: SecretBox };

const seal = ({ db, secrets }: Box, id: string, signing: SigningSecrets) =>
  secrets.encrypt(JSON.stringify(signing), secretContext(db.organizationId, id));

/** Decrypts the secrets of an endpoint. @throws SecretsUnavailable, ConnectionFault */
export function openSigningSecrets({ db, secrets }: Box, id: string, sealed: string | null): SigningSecrets {
  if (sealed === null) throw new ConnectionFault('the endpoint has no secret; use "webhook rotate"');
  return signingSecrets.parse(JSON.parse(secrets.decrypt(sealed, secretContext(db.organizationId, id))));
}
