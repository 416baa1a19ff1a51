import { z } from 'zod';
import { StoredPick, type StoredPicks } from '../schemas.ts';
import type { Question } from './prompt.ts';

/** Further entries of a list are ignored; a server could send thousands. */
const maxEntries = 20;

const picks = z.array(StoredPick.omit({ activityId: true }).extend({ activity: z.string() }));

/** The schema of the model's answer. It has no bounds, since some servers reject them in a schema; `picksOf` enforces them. */
export const answerForm = z.object({ wins: picks, frictions: picks });

/**
 * Reads the picks in an answer, which may be wrapped in other text, for example in a code fence. Those of activities that
 * were not sent, and those with characters that no message has, are dropped. Whether the others hold is for the built-in engine to check.
 * @returns undefined when there is no answer in the text
 */
export function picksOf(text: string, { sent, ids }: Question): StoredPicks | undefined {
  const answer = parsed(text);
  if (answer === undefined) return undefined;
  const toPicks = (entries: z.output<typeof picks>) =>
    entries.slice(0, maxEntries).flatMap(({ activity, ...pick }) => {
      const activityId = ids.get(activity);
      return activityId === undefined || !isPlain(pick) ? [] : { ...pick, activityId };
    });
  return { sent, wins: toPicks(answer.wins), frictions: toPicks(answer.frictions) };
}

/** False for text that the database refuses or nobody wrote: with a control character or half of a surrogate pair. */
const isPlain = ({ quote, about }: { quote: string; about: string }) =>
  [quote, about].every((text) => text.isWellFormed() && !/(?!\s)\p{Cc}/u.test(text));

function parsed(text: string): z.output<typeof answerForm> | undefined {
  try {
    return answerForm.safeParse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).data;
  } catch {
    return undefined;
  }
}
