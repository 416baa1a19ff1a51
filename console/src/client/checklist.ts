import type { Card } from '../api.ts';
import { type Verdict, verdicts } from '../ui/verdict.tsx';

/**
 * Reads the Markdown of cards: a checklist with bold words, links to activities, and escaped signs, which is all that the
 * service writes. Anything else is shown as it is.
 */

export type Part = { text: string; isBold: boolean; activityId: string | undefined };
export type Item = { isGood: boolean; parts: Part[] };

const item = /^- \[([ x])\] (.*)$/;
const token =
  /\\([!-/:-@[-`{-~])|(&lt;)|(\*\*)|(\[)|\]\(\/v1\/clients\/[0-9a-f-]{36}\/activities\/([0-9a-f-]{36})\)/g;

export const readChecklist = (markdown: string): Item[] =>
  markdown.split('\n').flatMap((line) => {
    const [, box, text = ''] = item.exec(line) ?? [];
    return box === undefined ? [] : { isGood: box === 'x', parts: readInline(text) };
  });

/** Returns the verdict, with which the first card begins; undefined before it is computed. */
export function verdictIn([health]: readonly Card[]): Verdict | undefined {
  const begin = readChecklist(health?.result.content ?? '')[0]?.parts[0];
  return verdicts.find((verdict) => begin?.isBold && begin.text === verdict);
}

function readInline(markdown: string): Part[] {
  const parts: Part[] = [];
  let text = '';
  let isBold = false;
  let end = 0;

  function close(activityId?: string): void {
    if (text !== '') parts.push({ text, isBold, activityId });
    text = '';
  }

  for (const match of markdown.matchAll(token)) {
    const [whole, escaped, lessThan, bold, bracket, activityId] = match;
    text += markdown.slice(end, match.index);
    end = match.index + whole.length;
    if (escaped !== undefined) text += escaped;
    if (lessThan !== undefined) text += '<';
    if (bold !== undefined) {
      close();
      isBold = !isBold;
    }
    if (bracket !== undefined) close();
    if (activityId !== undefined) close(activityId);
  }
  text += markdown.slice(end);
  close();
  return parts;
}
