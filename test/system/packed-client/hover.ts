import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Asks the language server of an app what an editor shows at places in a file.
 * @param places texts in the file; the last character of each is pointed at
 * @returns the documentation shown at each place, and the time to the first answer
 */
export async function hover(folder: string, path: string, places: readonly string[]) {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  const startedAt = performance.now();
  const server = spawn(process.execPath, [join(folder, 'node_modules/typescript/lib/tsserver.js')]);
  let firstMs = 0;
  let seq = 0;
  const send = (command: string, args: object) =>
    server.stdin.write(`${JSON.stringify({ seq: ++seq, type: 'request', command, arguments: args })}\n`);
  const answers: string[] = [];
  send('open', { file });
  for (const place of places) {
    const before = text.slice(0, text.indexOf(place) + place.length).split('\n');
    send('quickinfo', { file, line: before.length, offset: before.at(-1)?.length });
  }
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    for (const [line] of output.matchAll(/^\{.*"command":"quickinfo".*\}\n/gm)) {
      firstMs ||= performance.now() - startedAt;
      answers.push(String(JSON.parse(line).body?.documentation));
      output = output.replace(line, '');
    }
    if (answers.length === places.length) break;
  }
  server.kill();
  return { answers, firstMs };
}
