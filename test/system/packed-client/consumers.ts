import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';

/** The setting that all consumers share: a server with the demo, and the code blocks of the documentation. */
export interface Setting {
  readonly url: string;
  readonly token: string;
  /** The port of pages, which the server's CORS_ORIGINS allows. */
  readonly pagePort: number;
  readonly blocks: ReadonlyMap<string, string>;
  /** Runs the shell block of the documentation that matches, in the folder of an app. */
  paste(folder: string, pattern: RegExp, env?: Record<string, string>): string;
  readonly browser: Browser | undefined;
}

/** An app in a folder of its own that has the package from its tarball. */
export interface Consumer {
  readonly packages: readonly string[];
  /** Code blocks of docs/typescript.md, by the file that their first line names. */
  readonly documented: readonly string[];
  /** Installs what the section on React does, before the packages. */
  readonly isReact?: true;
  readonly files?: Readonly<Record<string, string>>;
  /** Folders of packages beside the app. */
  readonly workspaces?: readonly string[];
  /** Of its tsconfig.json; without, `run` compiles it. */
  readonly compilerOptions?: object;
  readonly tsc?: readonly string[];
  run(folder: string, setting: Setting): Promise<void> | void;
}

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};
const bundled = {
  ...strict,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'ES2023',
  noEmit: true,
};
const typescript = 'typescript@5.9.3';
const nodeTypes = '@types/node@20.19.43';
const react = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.2.0', '@types/react-dom@19.2.0'];
const trpc = (version: string) => [`@trpc/client@${version}`, `@trpc/server@${version}`];
const programs = ['app.ts', 'types.ts', 'internal.ts', 'errors.ts', 'lists.ts', 'limits.ts'];
const reactFiles = ['src/clientele.ts', 'src/ClientList.tsx', 'src/App.tsx'];

const firstOutput = /^(?:.*\n)*\S.*\nThere is no such client\.\n$/;

const runPrograms = (folder: string, setting: Setting, node: readonly string[]) => {
  const run = (file: string) => command(folder, [...node, file], { TOKEN: setting.token });
  expectMatch(run('dist/app.js'), firstOutput);
  expectMatch(run('dist/internal.js'), /^0 webhooks\n$/);
  expectMatch(run('dist/lists.js'), /^(.+: .+\n)+$/);
  expectMatch(run('dist/limits.js'), /^(\d+ calls left, \d+ of this operation\n){2}$/);
};

/** A later Node than the one that the service needs at least. */
const laterNode = ['npx', '--yes', '--package', 'node@24', '--', 'node'];

export const consumers: Readonly<Record<string, Consumer>> = {
  /** Somebody new, who pastes the first blocks. */
  start: {
    packages: [],
    documented: ['app.ts'],
    run(folder, { token, paste }) {
      expectMatch(paste(folder, /^node app\.js/m, { TOKEN: token }), firstOutput);
    },
  },

  nodenext: {
    packages: [typescript, nodeTypes, ...trpc('11.25.2')],
    documented: programs,
    compilerOptions: { ...strict, module: 'nodenext', target: 'ES2023', outDir: 'dist' },
    run(folder, setting) {
      runPrograms(folder, setting, [process.execPath]);
    },
  },

  vite: {
    isReact: true,
    packages: [typescript, nodeTypes, 'vite@8.3.8', '@vitejs/plugin-react@6.3.0', ...react],
    documented: [...reactFiles, 'src/main.tsx'],
    files: {
      'index.html': '<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      'vite.config.js':
        'import react from "@vitejs/plugin-react";\nexport default { plugins: [react()], logLevel: "warn" };\n',
    },
    compilerOptions: {
      ...bundled,
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      types: [],
      jsx: 'react-jsx',
      // As in Vite's own template: the types of @trpc/server name modules of Node.
      skipLibCheck: true,
    },
    async run(folder, setting) {
      command(folder, ['npx', 'vite', 'build']);
      const words = ['vite', 'preview', '--host', '127.0.0.1', '--strictPort', '--port'];
      await whileServed(folder, words, {}, setting, () => renameInBrowser(setting, 'Renamed by Vite'));
    },
  },

  /** The earliest version of tRPC, and the latest of TypeScript. */
  bundler: {
    packages: ['typescript@7.0.2', 'esbuild@0.28.2', nodeTypes, ...trpc('11.0.0')],
    documented: programs,
    compilerOptions: {
      ...bundled,
      types: ['node'],
    },
    run(folder, setting) {
      const words = ['--bundle', '--platform=node', '--format=esm', '--outdir=dist', '--log-level=warning'];
      command(folder, ['npx', 'esbuild', ...programs, ...words]);
      runPrograms(folder, setting, laterNode);
    },
  },

  next: {
    isReact: true,
    packages: [typescript, nodeTypes, 'next@16.4.6', ...react],
    documented: [...reactFiles, 'app/page.tsx'],
    files: {
      'app/layout.tsx':
        'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
    },
    compilerOptions: {
      ...bundled,
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      jsx: 'react-jsx',
      isolatedModules: true,
      resolveJsonModule: true,
      allowJs: true,
      incremental: true,
      // Next's own types need it.
      skipLibCheck: true,
    },
    async run(folder, setting) {
      const env = { API_URL: setting.url, TOKEN: setting.token, NEXT_TELEMETRY_DISABLED: '1' };
      command(folder, ['npx', 'next', 'build'], env);
      const words = ['next', 'start', '--hostname', '127.0.0.1', '--port'];
      await whileServed(folder, words, env, setting, async () => {
        expectMatch(await (await fetch(pageOf(setting))).text(), /<h1>\S.*<\/h1>/);
        await renameInBrowser(setting, 'Renamed by Next');
      });
    },
  },

  workspace: {
    packages: [typescript, nodeTypes, ...trpc('11.25.2')],
    documented: [],
    workspaces: ['shared'],
    files: {
      'shared/package.json':
        '{ "name": "shared", "version": "1.0.0", "exports": "./index.js", "type": "module" }',
      'shared/tsconfig.json': '{ "extends": "../tsconfig.json" }',
      'app/tsconfig.json': '{ "extends": "../tsconfig.json", "references": [{ "path": "../shared" }] }',
      'shared/index.ts':
        'import { createClient } from "@clientele/client";\nexport const connect = (url: string) => createClient(url, process.env.TOKEN ?? "");\n',
      'app/index.ts':
        'import { connect } from "shared";\nconst { data } = await connect(process.env.API_URL ?? "").clients.list.query();\nconsole.log(data.length);\n',
    },
    compilerOptions: { ...strict, module: 'nodenext', target: 'ES2023', composite: true },
    tsc: ['--build', 'app'],
    run(folder, { url, token }) {
      expectMatch(command(folder, ['node', 'app/index.js'], { API_URL: url, TOKEN: token }), /^\d+\n$/);
    },
  },
};

/** Runs a command of an app, and returns its output. */
export function command(cwd: string, words: readonly string[], env: Record<string, string> = {}): string {
  const [program = '', ...rest] = words;
  try {
    return execFileSync(program, rest, {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error;
    throw new Error(`${words.join(' ')} failed:\n${error.stdout}${error.stderr}`);
  }
}

export function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function expectMatch(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`Expected ${pattern}, got:\n${text}`);
}

const pageOf = ({ pagePort }: Setting) => `http://127.0.0.1:${pagePort}/`;

async function whileServed(
  cwd: string,
  words: readonly string[],
  env: Record<string, string>,
  setting: Setting,
  work: () => Promise<void>,
): Promise<void> {
  const [name = '', ...rest] = words;
  const options = { cwd, env: { ...process.env, ...env } };
  const child = spawn(join(cwd, 'node_modules/.bin', name), [...rest, `${setting.pagePort}`], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const exited = once(child, 'exit');
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended:\n${output}`);
      if (await fetch(pageOf(setting)).catch(() => undefined)) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await work();
  } finally {
    child.kill();
    await exited;
  }
}

/** Sees the first client in the page, renames it there, and reads the new name from the API. */
async function renameInBrowser(setting: Setting, name: string): Promise<void> {
  const page = await setting.browser?.newPage();
  if (!page) return;
  await page.addInitScript(`sessionStorage.setItem('token', '${setting.token}')`);
  await page.goto(pageOf(setting));
  const answered = page.waitForResponse((response) => response.url().includes('clients.update'));
  await page.getByLabel('Name').first().fill(name);
  await page.getByRole('button', { name: 'Save' }).first().click();
  if (!(await answered).ok())
    throw new Error(`The page could not rename a client: ${await (await answered).text()}`);
  const headers = { Authorization: `Bearer ${setting.token}` };
  expectMatch(await (await fetch(`${setting.url}/v1/clients`, { headers })).text(), new RegExp(name));
}
