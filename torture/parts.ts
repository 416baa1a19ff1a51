import type { Part } from './part.ts';
import { alertsPart } from './parts/alerts.ts';
import { badInput } from './parts/bad-input.ts';
import { fuzz } from './parts/fuzz.ts';
import { insights } from './parts/insights.ts';
import { isolation } from './parts/isolation.ts';
import { kills } from './parts/kills.ts';
import { limits } from './parts/limits.ts';
import { migrations } from './parts/migrations.ts';
import { overload } from './parts/overload.ts';
import { postgres } from './parts/postgres.ts';
import { proxiesPart } from './parts/proxies.ts';
import { redis } from './parts/redis.ts';
import { sigterm } from './parts/sigterm.ts';
import { slowClients } from './parts/slow-clients.ts';
import { tokens } from './parts/tokens.ts';
import { unauthenticated } from './parts/unauthenticated.ts';
import { writers } from './parts/writers.ts';

/** All parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  isolation,
  'bad-input': badInput,
  fuzz,
  tokens,
  limits,
  redis,
  postgres,
  insights,
  kills,
  sigterm,
  proxies: proxiesPart,
  alerts: alertsPart,
  'slow-clients': slowClients,
  overload,
  unauthenticated,
  writers,
  migrations,
};
