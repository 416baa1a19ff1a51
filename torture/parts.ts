import type { Part } from './part.ts';
import { kills } from './parts/kills.ts';
import { limits } from './parts/limits.ts';
import { migrations } from './parts/migrations.ts';
import { redis } from './parts/redis.ts';
import { sigterm } from './parts/sigterm.ts';
import { tokens } from './parts/tokens.ts';
import { writers } from './parts/writers.ts';

/** All parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  tokens,
  limits,
  redis,
  kills,
  sigterm,
  writers,
  migrations,
};
