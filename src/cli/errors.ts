import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { UnreadableFile } from '../activities/import/lines.ts';
import { ConfigError } from '../config.ts';
import { reasonOf } from '../core/reason.ts';
import { flagOf } from './options.ts';

/** A mistake or a failure; the message says in one line what to do. */
export class CliError extends Error {
  /** True for wrong usage, which ends with exit code 2. */
  readonly isUsage: boolean;

  constructor(message: string, { isUsage = false } = {}) {
    super(message);
    this.isUsage = isUsage;
  }
}

export const wrongUsage = (message: string) => new CliError(message, { isUsage: true });

/** True if the reader of the output closed the pipe, as `head` does. */
export const isClosedPipe = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof z.ZodError) return wrongUsage(error.issues.map(describeIssue).join('; '));
  const isForPeople = [ConfigError, TRPCError, UnreadableFile].some((kind) => error instanceof kind);
  return new CliError(isForPeople && error instanceof Error ? error.message : reasonOf(error));
}

/** Names the option; leaves out the position in a list, since the message quotes the word. */
function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const field = path.findLast((part) => typeof part === 'string') ?? '';
  return `${field === 'id' ? 'the id' : flagOf(field)}: ${message}`;
}

export const notFound = (what: string) => new CliError(`there is no ${what}`);

/** Returns what was found in an organization. @throws CliError when there is none */
export function found<T>(kind: string, result: T | undefined, { id, org }: { id: string; org: string }): T {
  if (result === undefined) throw notFound(`${kind} ${id} in "${org}"`);
  return result;
}
