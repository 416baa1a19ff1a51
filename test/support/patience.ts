/** How long a test waits for what must come: far longer than it takes on a busy machine. */
export const patienceMs = 60_000;
