import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import postgres from 'postgres';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const source = join(root, 'src');

/** Names the one condition that a program made by `buildMutants` leaves out. */
export const leftOut = 'PROOF_LEFT_OUT';

/** The folder of the programs, whose conditions can be left out. */
export const mutantsFolder = 'build/mutants';

/** A condition on the organization: its place, or the statement that carries it. */
export interface Mutant {
  readonly name: string;
  /** The SQL that leaves out a condition of the database. */
  readonly mutate?: string;
}

/**
 * The forms that a condition on the organization has in the source. A new place in one of these forms is tried without
 * being listed.
 */
const forms: readonly RegExp[] = [
  /\beq\((?:\w+\.organizationId|organization), (?:[^()]|\([^()]*\))*\)/g,
  /(?:\$\{\w+\.organizationId\}|\b\w+\.organization_id) = (?:\$\{(?:[^{}])*\}|\w+\.organization_id)/g,
  /\(\$\{\w+\.organizationId\}, \$\{\w+\.id\}\) in \(\s*select organization_id, \w+/g,
];

/** Statements that are declared with `select` and `update`, which add the condition in one place for all of them. */
const declared = /\b(?:select|update|ofDomains)\(\s*'(\w+\.\w+)'/g;
const addedTo = 'and(inOrganization(table), where)';

/** The organization that a cursor is bound to. */
const bound = /(?<!\.)\bdb\.organizationId\b/g;

const isLeftOut = (name: string) => `process.env.${leftOut} === ${JSON.stringify(name)}`;

/** The source with every condition made so that it can be left out, and the names of these. */
export function mutate(file: string, text: string): { text: string; names: string[] } {
  const names: string[] = [];
  const named = (name: string) => {
    names.push(name);
    return isLeftOut(name);
  };
  let mutated = text;
  for (const form of forms)
    mutated = mutated.replaceAll(form, (found) => {
      const name = `${file}:${lineOf(text, found, names)}: ${found.replaceAll(/\s+/g, ' ')}`;
      if (found.startsWith('eq(')) return `(${named(name)} ? everything\`true\` : ${found})`;
      const instead = found.startsWith('(')
        ? found.replace(/\(\$\{\w+\.organizationId\}, /, '(').replace('select organization_id, ', 'select ')
        : 'true';
      return `\${${named(name)} ? everything\`${instead}\` : everything\`${found}\`}`;
    });
  mutated = mutated.replaceAll(
    addedTo,
    () => `and(process.env.${leftOut} === name ? undefined : inOrganization(table), where)`,
  );
  if (mutated.search(bound) >= 0) {
    const condition = named(`${file}: the organization of its cursors`);
    mutated = mutated.replaceAll(bound, (found) => `(${condition} ? '' : ${found})`);
  }
  if (names.length > 0) mutated = `import { sql as everything } from 'drizzle-orm';\n${mutated}`;
  return { text: mutated, names };
}

/** Of equal conditions in one file, the line of the next one. */
function lineOf(text: string, found: string, names: readonly string[]): number {
  const earlier = names.filter((name) => name.endsWith(found.replaceAll(/\s+/g, ' '))).length;
  let at = -1;
  for (let count = 0; count <= earlier; count++) at = text.indexOf(found, at + 1);
  return text.slice(0, at).split('\n').length;
}

/** Finds all conditions on the organization in the source. */
export function findMutants(): Mutant[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8');
      const statements = [...text.matchAll(declared)].map(([, name = '']) => name);
      return [...mutate(file, text).names, ...statements];
    })
    .map((name) => ({ name }));
}

/** Finds the conditions on the organization in the functions of the database. */
export async function findDatabaseMutants(url: string): Promise<Mutant[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const functions = await sql<{ name: string; definition: string }[]>`
    select proname as name, pg_get_functiondef(pg_proc.oid) as definition
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = 'public'`;
  await sql.end();
  return functions.flatMap(({ name, definition }) => {
    const mutated = definition.replaceAll('"organization_id" = NEW."organization_id" AND ', '');
    return mutated === definition ? [] : [{ name: `the function ${name} of the database`, mutate: mutated }];
  });
}

/** Bundles the server, and whatever else is named, so that each condition can be left out by its name. */
export async function buildMutants(
  trial: { atEnd(close: () => unknown): void },
  entries: readonly string[],
): Promise<void> {
  const folder = join(root, mutantsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  trial.atEnd(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: entries.map((entry) => join(root, entry)),
    entryNames: '[name]',
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    plugins: [
      {
        name: 'leave-out',
        setup({ onLoad }) {
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
            const { text } = mutate(relative(source, path), readFileSync(path, 'utf8'));
            return { contents: text, loader: 'ts' };
          });
        },
      },
    ],
  });
}
