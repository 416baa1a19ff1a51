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

const stepBegin = 'Next step: ';

/** The card of health in its parts: the verdict with its reason, the next steps, and what else there is to say. */
export type Health = { verdict: Verdict; reason: Part[]; steps: Part[][]; others: Item[] };

/** Reads the first card; undefined before it is computed. */
export function healthIn([health]: readonly Card[]): Health | undefined {
  const [first, ...items] = readChecklist(health?.result.content ?? '');
  const [begin, ...reason] = first?.parts ?? [];
  const verdict = verdicts.find((verdict) => begin?.isBold && begin.text === verdict);
  if (verdict === undefined) return undefined;
  const isStep = ({ parts: [begin] }: Item) => begin?.text.startsWith(stepBegin);
  return {
    verdict,
    reason: without(': ', reason),
    steps: items.filter(isStep).map(({ parts }) => without(stepBegin, parts)),
    others: items.filter((item) => !isStep(item)),
  };
}

/** Takes the beginning off a sentence. */
function without(beginning: string, [first, ...rest]: Part[]): Part[] {
  if (!first?.text.startsWith(beginning)) return first ? [first, ...rest] : [];
  const text = first.text.slice(beginning.length);
  return [{ ...first, text: text.charAt(0).toLocaleUpperCase('en') + text.slice(1) }, ...rest];
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
