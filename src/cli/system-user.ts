import { userInfo } from 'node:os';

/** The name of the user of the operating system who runs this process, for the audit log. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number only.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
