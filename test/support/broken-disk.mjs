// Loaded into a process before its program: what the embedded database writes fails while a file exists, as the file says:
// `ENOSPC`, or `ENOSPC pg_wal` for what is written to files with that in their paths (on Linux).
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync, cpSync } = fs;
fs.writeSync = (file, data, ...place) => {
  // Only the database says where in a file something goes.
  if (place.length === 3 && fs.existsSync(process.env.BROKEN_DISK)) {
    const [code, part] = fs.readFileSync(process.env.BROKEN_DISK, 'utf8').split(' ');
    if (part === undefined || fs.readlinkSync(`/proc/self/fd/${file}`).includes(part))
      throw Object.assign(new Error(`${code}: write`), { code });
  }
  return writeSync(file, data, ...place);
};

// What a first start copies fails when half of it is there.
fs.cpSync = (from, to, options) => {
  cpSync(from, to, options);
  if (!fs.existsSync(process.env.BROKEN_DISK)) return;
  const [code] = fs.readFileSync(process.env.BROKEN_DISK, 'utf8').split(' ');
  throw Object.assign(new Error(`${code}: no space left on device, copyfile`), { code });
};
syncBuiltinESMExports();
