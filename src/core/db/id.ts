import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): of two that this process makes, the later one sorts after the earlier. */
export const newId = (): string => v7();
