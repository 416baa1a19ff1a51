import { v7 } from 'uuid';

/** Makes a UUIDv7 (RFC 9562), which sorts after all earlier ones of this process. */
export const newId = (): string => v7();

/** The earliest UUIDv7 of an instant: rows made since then have later ids. */
export const firstIdAt = (instant: string): string =>
  v7({ msecs: Date.parse(instant), seq: 0, random: new Uint8Array(16) });
