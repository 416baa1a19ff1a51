import { dayMs } from '../../activities/time-zone.ts';
import type { PastActivity } from '../engine.ts';
import { bareSubject, isReply } from './subject.ts';

/** The fields by which activities belong together. */
export type Headers = Pick<PastActivity, 'type' | 'subject' | 'participants' | 'ownThread' | 'thread'>;

type Dated = { readonly activity: Headers; readonly atMs: number };

/** A message that names no conversation continues one with the same subject for this time. */
const continuedMs = 30 * dayMs;

/** Groups activities by conversation, each oldest first; a call, a meeting or a note stands alone. */
export function conversationsOf<E extends Dated>(oldestFirst: readonly E[]): E[][] {
  const groups: E[][] = [];
  const byKey = new Map<string, E[]>();
  const bySubject = new Map<string, E[]>();
  for (const entry of oldestFirst) {
    const { ownThread, thread, type, subject, participants } = entry.activity;
    if (type !== 'email' && type !== 'chat') {
      groups.push([entry]);
      continue;
    }
    const bare = bareSubject(subject, participants);
    const bySameSubject = `${type} ${bare.toLowerCase()}`;
    const sameSubject = bySubject.get(bySameSubject);
    const isRepeated =
      isSpecific(bare) && sameSubject?.some(({ activity }) => isBySameSender(activity, entry.activity));
    // A chat that names its conversation is in no other; a mail may answer one that we do not hold.
    const continues = type === 'chat' ? thread == null : isAnswer(entry.activity) || isRepeated;
    const named = [thread, ownThread].map((key) => byKey.get(key ?? '')).find((group) => group !== undefined);
    const group = named ?? (continues ? continuedBy(sameSubject, entry) : undefined) ?? [];
    if (group.length === 0) groups.push(group);
    group.push(entry);
    for (const key of [ownThread, thread]) if (key != null && !byKey.has(key)) byKey.set(key, group);
    bySubject.set(bySameSubject, group);
  }
  return groups;
}

/** True for an activity that answers or forwards another one. */
export const isAnswer = ({ thread, subject, participants }: Headers): boolean =>
  thread != null || isReply(subject, participants);

/** False for a subject such as "Question", under which the same sender writes about different things. */
const isSpecific = (subject: string) => subject.split(/\s+/, fewestWords).length === fewestWords;

/** The fewest words of a subject that names one thing. */
const fewestWords = 4;

/** True for two mails of the same sender. */
const isBySameSender = ({ participants: [one] }: Headers, { participants: [other] }: Headers) =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

/** The group, if the entry can belong to it: not much later, and with a person of it. */
function continuedBy<E extends Dated>(group: E[] | undefined, { atMs, activity }: E): E[] | undefined {
  const newest = group?.at(-1);
  if (newest === undefined || atMs - newest.atMs > continuedMs) return undefined;
  const people = new Set(newest.activity.participants);
  return activity.participants.some((participant) => people.has(participant)) ? group : undefined;
}
