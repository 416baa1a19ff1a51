/**
 * Follows docs/adding-an-operation.md to the letter in a copy of the repository, and runs lint, types and the tests that
 * meet the new operation: `npm run test:tutorial`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'clientele-tutorial-'));
const left = new Set(['node_modules', 'dist', '.data', '.git']);

const page = readFileSync(join(root, 'docs/adding-an-operation.md'), 'utf8');
const blocks = [...page.matchAll(/^```(?:ts|json)\n(.*?)^```/gms)];
const [schema, operation, example = '', test = ''] = blocks.map(([, code]) => code);

/** Changes a file of the copy; fails where nothing would change. */
function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(join(copy, path), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The tutorial does not fit ${path} any more.`);
  writeFileSync(join(copy, path), after);
}

const run = (...words: string[]) =>
  execFileSync(words[0] ?? '', words.slice(1), { cwd: copy, stdio: 'inherit' });

try {
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  edit('src/clients/schemas.ts', (text) => `${text}\n${schema}`);
  edit('src/clients/procedures.ts', (text) =>
    text
      .replace(/\n\}\);\n$/, `\n\n${operation}});\n`)
      .replace("\n} from './schemas.ts'", "\n  clientRename,\n} from './schemas.ts'"),
  );
  edit('src/http/openapi-examples.json', (text) => {
    const examples = JSON.parse(text);
    for (const [kind, added] of Object.entries(JSON.parse(example))) Object.assign(examples[kind], added);
    return JSON.stringify(examples);
  });
  writeFileSync(join(copy, 'test/clients/clients-rename.test.ts'), test);
  edit('src/http/openapi-base.json', (text) =>
    text.replace(
      /"version": "(\d+)\.(\d+)\./,
      (_, major, minor) => `"version": "${major}.${Number(minor) + 1}.`,
    ),
  );
  run('npm', 'run', 'openapi');
  run('npm', 'run', 'format');
  run('npm', 'run', 'lint');
  run('npm', 'run', 'typecheck');
  const met = ['clients/clients-rename', 'operations', 'http/openapi', 'http/entity-tags'];
  run('npx', 'vitest', 'run', '--project', 'embedded', ...met.map((name) => `test/${name}`));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
