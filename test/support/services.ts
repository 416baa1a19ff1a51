import { connect } from 'node:net';

export const databaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** True when something listens at the URL's host and port. */
export const answers = (url: string, defaultPort: number) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: 1_000 });
    for (const event of ['connect', 'error', 'timeout'])
      socket.once(event, () => resolve(event === 'connect')).once(event, () => socket.destroy());
  });

/** True if PostgreSQL and Redis are required, as in CI or when their URLs are given, or if both answer. */
export const hasServices =
  process.env.CI === 'true' ||
  (process.env.TEST_DATABASE_URL ?? process.env.TEST_REDIS_URL) !== undefined ||
  ((await answers(databaseUrl, 5432)) && (await answers(redisUrl, 6379)));
