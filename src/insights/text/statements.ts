import type { PastActivity } from '../engine.ts';
import { utterancesOf } from './own-words.ts';
import type { People, Person } from './people.ts';

/** Text and its speaker; `person` is undefined when the speaker is unknown, as in notes and summaries. */
export interface Statement {
  readonly person: Person | undefined;
  readonly text: string;
}

/** Splits an activity's text by speaker, in order. */
export function statementsIn(activity: PastActivity, people: People): Statement[] {
  return utterancesOf(activity).map(({ speaker, text }) => ({
    person: speaker === null ? undefined : people.speaking(speaker, activity.participants),
    text,
  }));
}
