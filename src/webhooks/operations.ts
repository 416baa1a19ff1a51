import { refuseAddress } from '../connections/addresses.ts';
import { ConnectionFault } from '../connections/fault.ts';
import { secretContext } from '../connections/services.ts';
import { newId } from '../core/db/id.ts';
import type { TenantReader, TenantWriter } from '../core/db/tenant.ts';
import { conflict } from '../core/errors.ts';
import type { SecretBox } from '../core/secret-key.ts';
import { neverAborted } from '../core/timeouts.ts';
import { lockOrganization } from '../organization/queries.ts';
import { getEndpoint, insertEndpoint, listEndpoints, setSecret } from './queries.ts';
import { send } from './send.ts';
import { newWebhookSecret, type SigningSecrets } from './signature.ts';
import type { WebhookEvent } from './table.ts';

interface Context {
  readonly db: TenantReader;
  readonly writer: TenantWriter;
  readonly secrets: SecretBox;
}

/** The most endpoints of an organization: each change is delivered to each of them. */
const maxEndpoints = 10;

/** The time for which the secret before a rotation signs too. */
const overlapMs = 24 * 3_600_000;

/** Creates an endpoint and returns it with its secret, once. @throws AddressRefused, SecretsUnavailable, ApiError */
export async function createEndpoint(
  { db, writer, secrets }: Context,
  values: { readonly url: string; readonly events: WebhookEvent[]; readonly allowPrivate: boolean },
) {
  const { protocol, hostname } = new URL(values.url);
  refuseAddress(hostname, values.allowPrivate);
  if (protocol === 'http:' && !values.allowPrivate)
    throw new ConnectionFault(`${hostname} must use https://`);
  const secret = newWebhookSecret();
  const created = await writer.transaction(async (transaction) => {
    await lockOrganization(transaction);
    if ((await listEndpoints(transaction)).length >= maxEndpoints)
      throw conflict('limit_exceeded', `There are ${maxEndpoints} endpoints already. Delete one first.`);
    const id = newId();
    const sealedFor = (id: string) => seal({ db, secrets }, id, { current: secret });
    const inserted = await insertEndpoint(transaction, { ...values, secret: sealedFor(id) }, id);
    return inserted.id === id ? inserted : setSecret(transaction, inserted.id, sealedFor(inserted.id));
  });
  if (!created) throw new Error('The new endpoint was not returned.');
  return { ...created, secret };
}

/** Gives an endpoint a new secret; the old one also signs for a day. Undefined when there is no such endpoint. */
export async function rotateSecret({ db, writer, secrets }: Context, id: string) {
  const found = await getEndpoint(db, id);
  if (!found) return undefined;
  const secret = newWebhookSecret();
  const sealed = seal({ db, secrets }, id, { current: secret, previous: previousOf({ db, secrets }, found) });
  const changed = await setSecret(writer, id, sealed);
  return changed && { ...changed, secret };
}

/** The old secret, unless it is damaged. */
function previousOf(box: Box, { id, secret }: { readonly id: string; readonly secret: string | null }) {
  try {
    const { current } = openSigningSecrets(box, id, secret);
    return { secret: current, until: new Date(Date.now() + overlapMs).toISOString() };
  } catch (error) {
    if (error instanceof ConnectionFault) return undefined;
    throw error;
  }
}

/** Sends a test message now; undefined when there is no such endpoint. */
export async function testEndpoint({ db, secrets }: Omit<Context, 'writer'>, id: string, timeoutMs?: number) {
  const found = await getEndpoint(db, id);
  if (!found) return undefined;
  const now = new Date();
  const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data: {} });
  const signing = openSigningSecrets({ db, secrets }, id, found.secret);
  return send(found, { id: `test_${now.getTime()}`, body }, signing, neverAborted, timeoutMs);
}

type Box = { readonly db: Pick<TenantReader, 'organizationId'>; readonly secrets: SecretBox };

const seal = ({ db, secrets }: Box, id: string, signing: SigningSecrets) =>
  secrets.encrypt(JSON.stringify(signing), secretContext(db.organizationId, id));

/** Decrypts the secrets of an endpoint. @throws SecretsUnavailable */
export const openSigningSecrets = ({ db, secrets }: Box, id: string, sealed: string | null): SigningSecrets =>
  JSON.parse(secrets.decrypt(sealed ?? '', secretContext(db.organizationId, id)));
