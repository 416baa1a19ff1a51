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

/** A condition at a place of a source, and the texts around it that leave it out. */
interface Condition {
  readonly start: number;
  readonly end: number;
  /** The text that names it. */
  readonly text: string;
  around(isLeftOut: string): readonly [before: string, after: string];
}

/** Conditions that are written as SQL. */
const asSql = /(?:\$\{\w+\.organizationId\}|\b\w+\.organization_id) = (?:\$\{[^{}]*\}|\w+\.organization_id)/g;
const aroundSql: Condition['around'] = (condition) => [
  `\${${condition} ? everything\`true\` : everything\``,
  '`}',
];
const aroundCall: Condition['around'] = (condition) => [`(${condition} ? everything\`true\` : `, ')'];
const aroundReceiver: Condition['around'] = (condition) => ['', `.leavingOut(${condition})`];
const aroundValue: Condition['around'] = (condition) => [`(${condition} ? '' : `, ')'];

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

/** The condition that a call adds or is. */
function conditionOf(call: ts.CallExpression, file: ts.SourceFile): Omit<Condition, 'text'> | undefined {
  const { expression, parent, arguments: given } = call;
  const [start, end] = [call.getStart(), call.getEnd()];
  if (ts.isIdentifier(expression)) {
    const isEqual = expression.text === 'eq' && /^\w+\.organizationId$/.test(given[0]?.getText() ?? '');
    return isEqual ? { start, end, around: aroundCall } : undefined;
  }
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const method = expression.name.text;
  if (method === 'own') return { start, end, around: aroundCall };
  if (!/^(?:select|count|update|delete)$/.test(method)) return undefined;
  const isOfDrizzle = ts.isPropertyAccessExpression(parent) && /^(?:set|where)$/.test(parent.name.text);
  if (isOfDrizzle || !isTable(given[method === 'select' ? 1 : 0], file)) return undefined;
  return { start, end: expression.expression.getEnd(), around: aroundReceiver };
}

/** The conditions of a source, and the statements that it names. */
function conditionsIn(file: ts.SourceFile) {
  const conditions: Condition[] = [...file.text.matchAll(asSql)].map(({ 0: text, index: start }) => ({
    start,
    end: start + text.length,
    text,
    around: aroundSql,
  }));
  const statements: { readonly name: string; readonly isWrite: boolean; readonly call: ts.Node }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const condition = conditionOf(node, file);
      if (condition) conditions.push({ ...condition, text: node.getText() });
      const [name] = node.arguments;
      const declares = node.expression.getText();
      if (name && ts.isStringLiteral(name) && /^(?:named|update|remove)$/.test(declares))
        statements.push({ name: name.text, isWrite: declares !== 'named', call: node });
    }
    // A cursor is bound to the values of a list.
    if (ts.isArrayLiteralExpression(node))
      for (const value of node.elements)
        if (value.getText() === 'db.organizationId')
          conditions.push({
            start: value.getStart(),
            end: value.getEnd(),
            text: 'cursor',
            around: aroundValue,
          });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { conditions, statements };
}

/** The source with every condition made so that it can be left out, and the names of these. */
export function mutate(path: string, text: string): { text: string; names: ReadonlySet<string> } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const { conditions, statements } = conditionsIn(file);
  const names = new Set(statements.filter(({ isWrite }) => isWrite).map(({ name }) => name));
  const nameOf = ({ start, text }: Condition) => {
    const isIn = (call: ts.Node, at: number) => call.pos <= at && at < call.end;
    const statement = statements.find(({ call, isWrite }) => !isWrite && isIn(call, start));
    if (statement && conditions.filter((each) => isIn(statement.call, each.start)).length === 1)
      return statement.name;
    return `${path}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text.replaceAll(/\s+/g, ' ')}`;
  };
  const inserted: [at: number, text: string][] = [];
  for (const condition of conditions) {
    const name = nameOf(condition);
    names.add(name);
    const [before, after] = condition.around(isLeftOut(name));
    inserted.push([condition.start, before], [condition.end, after]);
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
