import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression found in source code. */
export interface Expression {
  /** Relative to the folder. */
  readonly file: string;
  /** The literal as written, or the arguments of `RegExp` on one line, without `$` before braces. */
  readonly text: string;
  /** Undefined for an expression constructed with `RegExp`. */
  readonly literal: { readonly source: string; readonly flags: string } | undefined;
}

/** Finds every regular expression in the TypeScript files of a folder: literals and calls of `RegExp`. */
export function expressionsIn(folder: string): Expression[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return within(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), file);
    });
}

function within(node: ts.Node, file: string): Expression[] {
  const found: Expression[] = [];
  ts.forEachChild(node, function visit(child) {
    if (ts.isRegularExpressionLiteral(child))
      found.push({ file, text: child.text, literal: partsOf(child.text) });
    else if (isConstruction(child)) {
      const text = (child.arguments ?? []).map((argument) => argument.getText()).join(', ');
      found.push({ file, text: text.replaceAll(/\s+/g, ' ').replaceAll('${', '{'), literal: undefined });
    }
    ts.forEachChild(child, visit);
  });
  return found;
}

function isConstruction(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
}

function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}
