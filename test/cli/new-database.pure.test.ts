import { expect, test } from 'vitest';
import { run } from '../../src/cli/program.ts';
import { newDirectory } from '../support/embedded-server.ts';

test('a command that creates an embedded database says so once, on standard error', async () => {
  const dataDir = newDirectory();
  async function list() {
    let [out, err] = ['', ''];
    const code = await run(['org', 'list', '--json'], {
      out: (text) => (out += text),
      err: (text) => (err += text),
      environment: { DATA_DIR: dataDir },
      now: () => new Date(),
    });
    return { code, out, err };
  }
  expect(await list()).toEqual({
    code: 0,
    out: '[]\n',
    err: `created a new database, because there was none in ${dataDir} (DATA_DIR)\n`,
  });
  expect(await list()).toEqual({ code: 0, out: '[]\n', err: '' });
});
