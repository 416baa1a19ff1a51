import { writeFileSync } from 'node:fs';
import { readActivities, UnreadableFile } from '../../src/activities/import/read.ts';
import { incomingActivity } from '../../src/cli/procedures/activities.ts';
import { reasonOf } from '../../src/core/reason.ts';
import { builtInEngine } from '../../src/insights/built-in/engine.ts';
import type { Cards, ClientHistory, PastActivity } from '../../src/insights/engine.ts';
import { insightsOf, readAnswer } from '../../src/insights/language-model/answer.ts';
import { questionOf } from '../../src/insights/language-model/prompt.ts';
import { linesOf, textsOf } from '../../test/insights/checklist.ts';
import { linksIn } from '../../test/insights/linkifiers.ts';
import { type Random, seeded } from '../bad-input/random.ts';
import { importFile } from './files.ts';
import { history, historyOf } from './histories.ts';

/** The share of histories of maximum size, and the share of cards that link finders check. */
const largeShare = 0.002;
const linksShare = 0.1;

const now = new Date('2026-11-20T12:00:00.000Z');
const never = new AbortController().signal;

/** The result of one input. */
export interface Outcome {
  /** A description of the input: `ics, 12 activities`. */
  readonly what: string;
  /** Of the processor, in reading it and in computing the cards. */
  readonly tookMs: number;
  readonly faults: readonly string[];
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Makes the input of a seed that has this number, and tries it. */
export async function tryInput(seed: number, number: number, path: string): Promise<Outcome> {
  const random = seeded(seed + Math.imul(number + 1, 0x9e3779b1));
  const faults: string[] = [];
  const given = random.chance(0.3)
    ? { what: 'history', read: () => history(random, random.chance(largeShare / 0.3)) }
    : imported(random, path, faults);
  const startedMs = cpuMs();
  let tookMs = 0;
  try {
    const made = await given.read();
    // What it takes to make a history up does not count.
    const fromMs = given.what === 'history' ? cpuMs() : startedMs;
    const insights = made.activities.length > 0 ? await builtInEngine.compute(made, never) : undefined;
    tookMs = cpuMs() - fromMs;
    if (insights) faults.push(...faultsOf(insights.cards, random));
    if (insights && random.chance(0.1)) faults.push(...answerFaults(made, random));
    return { what: `${given.what}, ${made.activities.length} activities`, tookMs, faults };
  } catch (error) {
    return {
      what: given.what,
      tookMs,
      faults: [...faults, `failed: ${error instanceof Error ? error.stack : error}`],
    };
  }
}

/** A file whose activities become a history. */
function imported(random: Random, path: string, faults: string[]) {
  const { format, bytes } = importFile(random);
  writeFileSync(path, bytes);
  const read = async () => {
    const activities: PastActivity[] = [];
    try {
      for await (const item of readActivities(path, format, now)) {
        if (!item.ok) {
          if (/\n/.test(item.reason)) faults.push(`tells in more than a line why: ${item.reason}`);
          continue;
        }
        const parsed = incomingActivity.safeParse(item.activity);
        if (!parsed.success)
          faults.push(`gives an activity that cannot be recorded: ${parsed.error.message}`);
        if (activities.length < 500)
          activities.push({
            ...item.activity,
            content: item.activity.content.slice(0, 10_240),
            // As in the database, where ids are UUIDs.
            id: `activity-${activities.length}`,
          });
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
    }
    return historyOf(activities);
  };
  return { what: `${format} of ${bytes.length} bytes`, read };
}

function faultsOf(cards: Cards, random: Random): string[] {
  const looksForLinks = random.chance(linksShare);
  return Object.values(cards).flatMap((card) => {
    try {
      const lines = linesOf(card);
      if (lines.length === 0 || lines.length > 12) return [`gives a card of ${lines.length} lines`];
      if (card.length > 20_000) return [`gives a card of ${card.length} characters`];
      const links = looksForLinks ? linksIn(card, textsOf(card)) : [];
      return links.map((link) => `gives a card with a link, ${link}: ${card}`);
    } catch (error) {
      return [`gives a card that ${reasonOf(error)}`];
    }
  });
}

/** Returns the faults of the cards made from a language model's answer that repeats the activities. */
function answerFaults(given: ClientHistory, random: Random): string[] {
  const { data, sent } = questionOf(given);
  if (data.length > 40_000) return [`gives a question of ${data.length} characters`];
  const piece = () => {
    const { content, subject } = random.of(given.activities);
    const from = random.below(content.length + 1);
    return random.chance(0.2) ? subject : content.slice(from, from + random.below(200));
  };
  const statement = () => ({ text: piece(), activities: ['a1'], good: random.chance(0.5) });
  const quotes = () =>
    Array.from({ length: 20 }, () => ({ quote: piece(), activity: `a${1 + random.below(3)}` }));
  const written = {
    health: { verdict: 'Healthy', reason: statement(), points: Array.from({ length: 9 }, statement) },
    wins: quotes(),
    frictions: quotes(),
  };
  const answer = readAnswer(`Here: ${JSON.stringify(written)}`);
  const insights = answer && insightsOf(answer, sent, given);
  return insights ? faultsOf(insights.cards, random).map((fault) => `with a language model ${fault}`) : [];
}
