import { InvalidArgumentError } from '@commander-js/extra-typings';

/** The environment variables that give secrets without standard input. */
export const passwordVariable = 'CONNECTION_PASSWORD';
export const urlVariable = 'CONNECTION_URL';
export const refreshTokenVariable = 'CONNECTION_REFRESH_TOKEN';
export const clientSecretVariable = 'CONNECTION_CLIENT_SECRET';

/** Reads a port. */
export function toPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new InvalidArgumentError('Give a port from 1 to 65535.');
  return port;
}
