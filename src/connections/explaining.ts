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
