import { fileURLToPath } from 'node:url';

/** The root of the project. Sources and built programs both lie two folders below it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
