import type { PastActivity } from '../engine.ts';
import { utterancesOf } from './own-words.ts';
import type { People, Person } from './people.ts';

/** What somebody said; `person` is undefined where nobody can be told, as in notes and summaries. */
export interface Said {
  readonly person: Person | undefined;
  readonly text: string;
}

/** What an activity's people say in it, in order. */
export function saidIn(activity: PastActivity, people: People): Said[] {
  return utterancesOf(activity).map(({ speaker, text }) => ({
    person: speaker === null ? undefined : people.speaking(speaker, activity.participants),
    text,
  }));
}
