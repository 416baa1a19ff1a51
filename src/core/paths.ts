import { fileURLToPath } from 'node:url';

/** The root folder of the project. Sources and built programs are both two folders below it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
