import type { Part } from './part.ts';
import { badInput } from './parts/bad-input.ts';
import { fuzz } from './parts/fuzz.ts';
import { isolation } from './parts/isolation.ts';
import { kills } from './parts/kills.ts';
import { postgres } from './parts/postgres.ts';
import { proxiesPart } from './parts/proxies.ts';
import { redis } from './parts/redis.ts';
import { unauthenticated } from './parts/unauthenticated.ts';
import { webhooks } from './parts/webhooks.ts';

/** All parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  isolation,
  'bad-input': badInput,
  fuzz,
  postgres,
  redis,
  kills,
  webhooks,
  proxies: proxiesPart,
  unauthenticated,
};
