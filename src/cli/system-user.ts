import { userInfo } from 'node:os';

/** The name of the operating-system user who runs this process, for the audit log. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number but no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
