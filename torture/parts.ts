import type { Part } from './part.ts';
import { migrations } from './parts/migrations.ts';

/** All parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  migrations,
};
