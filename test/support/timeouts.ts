/** The timeout for events that must happen: far longer than they take on a busy machine. */
export const eventTimeoutMs = 60_000;
