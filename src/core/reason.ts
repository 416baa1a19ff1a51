/** The error that a chain of causes begins with; the ones around it may carry statements and their parameters. */
export function rootCause(error: unknown): unknown {
  const cause = lastOfChain(error);
  return cause instanceof AggregateError && cause.errors.length > 0 ? rootCause(cause.errors[0]) : cause;
}

/** Tells why something failed, in one line for whoever runs the service. */
export function reasonOf(error: unknown): string {
  const cause = lastOfChain(error);
  // Several attempts that failed, on the addresses of a host or on several servers: it says nothing itself.
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
