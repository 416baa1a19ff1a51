/** Printed after an erasure. */
export const backupNote =
  'note: backups, exports and replicas made before still have the data; erase it again after restoring one';

export const erasureHelp =
  '\nRun it again if it was interrupted. The audit log keeps that it happened,\nwithout the data.\n';
