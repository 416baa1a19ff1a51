/** The error that began it: wrapped ones may carry statements and their parameters. */
export function innermost(error: unknown): unknown {
  let cause = error;
  for (let depth = 0; cause instanceof Error && cause.cause !== undefined && depth < 8; depth++)
    cause = cause.cause;
  // A host with two addresses fails twice, in an error that says nothing itself.
  return cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause;
}

/** Why something failed, in one line for whoever runs the service. */
export function reasonOf(error: unknown): string {
  const cause = innermost(error);
  if (!(cause instanceof Error)) return String(cause);
  const text = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return text.replaceAll(/\s+/g, ' ');
}
