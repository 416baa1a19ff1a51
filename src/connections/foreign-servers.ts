import { conflict, invalidArgument } from '../core/errors.ts';
import { ConnectionFault } from './fault.ts';
import { SecretsUnavailable } from './secrets.ts';

/**
 * Returns the result of `work`.
 * @throws ApiError `invalid_argument` for a field that is refused; `conflict` if there is no key for secrets
 */
export async function explaining<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SecretsUnavailable)
      throw conflict('not_configured', `Ask an administrator: ${error.message}.`);
    if (error instanceof ConnectionFault)
      throw invalidArgument({ [field]: `Send another one: ${error.message}.` });
    throw error;
  }
}

/** The organizations that test a server, few at once: each test holds one of the server's places for seconds. */
const testing = new Set<string>();
const maxTesting = 4;

/** Runs a test that waits for another server. @throws ApiError `conflict` while others are under way */
export async function testAlone<T>(organizationId: string, test: () => Promise<T>): Promise<T> {
  if (testing.has(organizationId) || testing.size >= maxTesting)
    throw conflict('limit_exceeded', 'Another server is being tested. Try again in a few seconds.');
  testing.add(organizationId);
  try {
    return await test();
  } finally {
    testing.delete(organizationId);
  }
}
