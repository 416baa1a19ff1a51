import { v7 } from 'uuid';

/** Makes a UUIDv7 (RFC 9562), which sorts after all earlier ones of this process. */
export const newId = (): string => v7();
