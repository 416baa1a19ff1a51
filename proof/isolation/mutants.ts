import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import postgres from 'postgres';
import ts from 'typescript';

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

const isLeftOut = (name: string) => `process.env.${leftOut} === ${JSON.stringify(name)}`;

/** A condition in a source, and the texts around it that leave it out where `LEFT` is true. */
interface Condition {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly around: readonly [before: string, after: string];
}

/** Conditions that are written as SQL. */
const asSql = /(?:\$\{\w+\.organizationId\}|\b\w+\.organization_id) = (?:\$\{[^{}]*\}|\w+\.organization_id)/g;

/** Conditions of named updates and deletions, which `tenant-statements.ts` adds for all of them. */
const addedTo = 'and(inOrganization(table), where)';

/** Makes a `TenantRows` that finds the rows of all organizations. */
const leavingOut = `leavingOut(isLeftOut) {
    if (!isLeftOut) return this;
    return Object.assign(new TenantRows(this.#db, this.organizationId), { own: () => everything\`true\` });
  }`;

const isTable = (node: ts.Node | undefined, { text }: ts.SourceFile) =>
  node !== undefined &&
  ts.isIdentifier(node) &&
  (node.text === 'table' || new RegExp(`\\b${node.text}\\b[^}]*\\} from '[^']*/table\\.ts'`).test(text));

/** The condition that a node is or adds. */
function conditionOf(node: ts.Node, file: ts.SourceFile): Condition | undefined {
  const [start, text] = [node.getStart(), node.getText()];
  const at = (end: number, ...around: Condition['around']) => ({ start, end, text, around });
  // A cursor is bound to the values of a list.
  if (text === 'db.organizationId' && ts.isArrayLiteralExpression(node.parent))
    return at(node.end, "(LEFT ? '' : ", ')');
  if (!ts.isCallExpression(node)) return undefined;
  if (/^eq\(\w+\.organizationId,|^\w+\.own\(/.test(text))
    return at(node.end, '(LEFT ? everything`true` : ', ')');
  const { expression, parent, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const method = expression.name.text;
  const isOfDrizzle = ts.isPropertyAccessExpression(parent) && /^(?:set|where)$/.test(parent.name.text);
  if (isOfDrizzle || !/^(?:select|count|update|delete)$/.test(method)) return undefined;
  if (!isTable(given[method === 'select' ? 1 : 0], file)) return undefined;
  return at(expression.expression.end, '', '.leavingOut(LEFT)');
}

/** The conditions of a source, and the statements that it names. */
function conditionsIn(file: ts.SourceFile) {
  const conditions: Condition[] = [...file.text.matchAll(asSql)].map(({ 0: text, index: start }) => ({
    ...{ start, end: start + text.length, text },
    around: ['${LEFT ? everything`true` : everything`', '`}'],
  }));
  const statements: { readonly name: string; readonly isWrite: boolean; readonly call: ts.Node }[] = [];
  const visit = (node: ts.Node) => {
    conditions.push(...[conditionOf(node, file) ?? []].flat());
    const [, declares, name] = /^(named|update|remove)\(\s*'([\w.]+)'/.exec(node.getText()) ?? [];
    if (name && ts.isCallExpression(node))
      statements.push({ name, isWrite: declares !== 'named', call: node });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return { conditions, statements };
}

/** The source with every condition made so that it can be left out, and the names of these. */
export function mutate(path: string, text: string): { text: string; names: ReadonlySet<string> } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const { conditions, statements } = conditionsIn(file);
  const names = new Set(statements.filter(({ isWrite }) => isWrite).map(({ name }) => name));
  const inserted: [at: number, text: string][] = [];
  for (const { start, end, text, around } of conditions) {
    const isIn = (call: ts.Node, at: number) => call.pos <= at && at < call.end;
    const read = statements.find(({ call, isWrite }) => !isWrite && isIn(call, start));
    const isOnly = read && conditions.filter((each) => isIn(read.call, each.start)).length === 1;
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    const name = isOnly ? read.name : `${path}:${line}: ${text.replaceAll(/\s+/g, ' ')}`;
    names.add(name);
    const [before, after] = around.map((part) => part.replace('LEFT', () => isLeftOut(name)));
    inserted.push([start, before ?? ''], [end, after ?? '']);
  }
  let mutated = text;
  for (const [at, part] of inserted.sort(([a], [b]) => b - a))
    mutated = mutated.slice(0, at) + part + mutated.slice(at);
  mutated = mutated
    .replaceAll(addedTo, `and(process.env.${leftOut} === name ? undefined : inOrganization(table), where)`)
    .replace(/(?<=export class TenantRows.*\{\n)/, leavingOut);
  if (names.size > 0) mutated = `import { sql as everything } from 'drizzle-orm';\n${mutated}`;
  return { text: mutated, names };
}

/** Finds all conditions on the organization in the source. */
export function findMutants(): Mutant[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((file) => [...mutate(file, readFileSync(join(source, file), 'utf8')).names])
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
