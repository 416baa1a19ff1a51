/** Printed after an erasure. */
export const backupNote =
  'note: earlier backups and exports still have the data; erase it again after restoring one';

export const erasureHelp =
  '\nRun it again if it was interrupted. The audit log records the erasure,\nwithout the data.\n';
