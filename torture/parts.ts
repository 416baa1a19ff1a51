import type { Part } from './part.ts';
import { kills } from './parts/kills.ts';
import { migrations } from './parts/migrations.ts';
import { sigterm } from './parts/sigterm.ts';
import { writers } from './parts/writers.ts';

/** All parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  kills,
  sigterm,
  writers,
  migrations,
};
