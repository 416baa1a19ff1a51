// Preloaded into a process. While the file $BROKEN_DISK exists, the embedded database's writes fail with its code:
// `ENOSPC` for all files, `ENOSPC pg_wal` for those with `pg_wal` in their paths (on Linux only).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync, cpSync } = fs;
fs.writeSync = (file, data, ...place) => {
  // Only the database passes a position.
  if (place.length === 3 && fs.existsSync(process.env.BROKEN_DISK)) {
    const [code, part] = fs.readFileSync(process.env.BROKEN_DISK, 'utf8').split(' ');
    if (part === undefined || fs.readlinkSync(`/proc/self/fd/${file}`).includes(part))
      throw Object.assign(new Error(`${code}: write`), { code });
  }
  return writeSync(file, data, ...place);
};

// The copy of a first start fails after it has written files.
fs.cpSync = (from, to, options) => {
  cpSync(from, to, options);
  if (!fs.existsSync(process.env.BROKEN_DISK)) return;
  const [code] = fs.readFileSync(process.env.BROKEN_DISK, 'utf8').split(' ');
  throw Object.assign(new Error(`${code}: no space left on device, copyfile`), { code });
};
syncBuiltinESMExports();
