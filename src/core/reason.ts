/** Returns the first cause of an error. The errors that wrap it may contain statements and their parameters. */
export function rootCause(error: unknown): unknown {
  const cause = lastOfChain(error);
  return cause instanceof AggregateError && cause.errors.length > 0 ? rootCause(cause.errors[0]) : cause;
}

/** Returns the reason for a failure in one line, for administrators. */
export function reasonOf(error: unknown): string {
  const cause = lastOfChain(error);
  // Holds one error per address or server that was tried; its own message says nothing.
  if (cause instanceof AggregateError && cause.errors.length > 0)
    return [...new Set(cause.errors.map(reasonOf))].join('; ');
  if (!(cause instanceof Error)) return String(cause);
  const text = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return text.replaceAll(/\s+/g, ' ');
}

function lastOfChain(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; cause instanceof Error && cause.cause !== undefined && depth < 8; depth++)
    cause = cause.cause;
  return cause;
}
