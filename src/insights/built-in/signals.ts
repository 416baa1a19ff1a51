import { groups, patterns } from './lexicon.ts';
import { type Match, type Pattern, Phrasebook } from './phrases.ts';
import { isEnglish, wordsOf } from './words.ts';

/** The win or friction that a sentence shows. */
export interface Signal {
  readonly kind: 'win' | 'friction';
  /** 1 slight … 3 strong */
  readonly strength: 1 | 2 | 3;
  /** An event is a fact (signed, delayed, outage); a feeling is praise or complaint. */
  readonly basis: 'event' | 'feeling';
  /** Concerns the relationship itself: a threat to leave, a competitor, a budget cut. */
  readonly isGrave: boolean;
}

interface Evidence {
  readonly kind: 'win' | 'friction';
  readonly basis: Pattern['basis'];
  readonly weight: number;
  readonly isGrave: boolean;
}

interface Clause {
  evidence: Evidence[];
  /** A concession: "although …", or the part before "but". */
  conceded: boolean;
  /** Reports that a problem has been solved. */
  resolved: boolean;
  /** True only of the past: "at first". */
  past: boolean;
  emphasised: boolean;
}

const set = (words: string) => new Set(words.split(' '));
const negators = set('not no never nobody none nothing neither nor without hardly barely scarcely zero');
/** The number of following words in its clause that a negation covers. */
const reach = 6;
const doubts = set(
  'if unless whether might may maybe perhaps possibly could would should hopefully hope hoping hopes wish wishes potential potentially avoid prevent ensure once until any imagine suppose supposing assuming please must shall need needs try aim want wants prevents avoids wonder let case',
);
const contrasts = set('but however yet nevertheless nonetheless');
/** Words that limit a statement to the past, like "at first" in "I was sceptical at first". */
const once = set('initially originally');
const seasons = set('year season harvest winter autumn spring summer term');
const concessions = set('although though while whereas despite albeit notwithstanding');
const connectives = set('and so because while that which who');
const subjects = set(
  'i we you he she they it this that the our my your their there nobody everyone everybody',
);
const askers = set(
  'is are was were do does did can could will would shall should may might has have had any anyone anybody am who what when where which how why whose',
);
const openers = set('so and but please');
/** Words for others than us, whose faults are no friction: "our previous vendor was a nightmare". */
const rivals = set('competitor competitors competition rival rivals');
const formers = set('previous former');
const suppliers = set(
  'supplier suppliers vendor vendors agency provider tool system software solution partner',
);
/** Words that introduce a statement without casting doubt on it: "just wanted to let you know", "I must say". */
const announcements = set('say admit confess tell share thank mention');
const emphasis = set(
  'very really so extremely absolutely completely totally again still always constantly incredibly super genuinely truly finally anymore twice never already',
);
/** Words that turn a question into a complaint: "why is it broken again?" */
const charges = set('why again still finally ever seriously nobody always never another');

/** The length of a sentence's beginning that is classified, in characters. */
const longestSentence = 600;
const enough = 2;
/** The weight of weak evidence: one such word is not enough, even with emphasis on another. */
const weak = 0.7;

/** Created on first use: most CLI commands never need it. */
let phrasebook: Phrasebook | undefined;

/** Classifies a sentence; null if it shows nothing, is ambiguous, or is not in English. */
export function signalOf(sentence: string): Signal | null {
  const tokens = wordsOf(sentence.slice(0, longestSentence));
  phrasebook ??= new Phrasebook(patterns, groups);
  const matches = phrasebook.matches(tokens);
  if (!matches.some(({ pattern }) => pattern.kind !== 'neutral') || !isEnglish(tokens)) return null;
  const signal = verdictOf(clausesOf(tokens, matches, sentence.trimEnd().endsWith('?')));
  return signal?.kind === 'friction' && !signal.isGrave && namesRival(tokens) ? null : signal;
}

function namesRival(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) =>
      rivals.has(token) ||
      (formers.has(token) && tokens.slice(at + 1, at + 3).some((next) => suppliers.has(next))),
  );
}

/** The evidence in each clause, after negations, doubts and questions have been taken into account. */
function clausesOf(tokens: readonly string[], matches: readonly Match[], asks: boolean): Clause[] {
  const clauses: Clause[] = [];
  const question = asks ? startOfQuestion(tokens) : tokens.length;
  const charged = tokens.some((token) => charges.has(token));
  let clause = newClause(clauses, concessions.has(tokens[0] ?? ''));
  let negatedUntil = -1;
  let doubtful = false;
  /** True if a connective has followed the last expression. */
  let connected = false;
  const open = (conceded: boolean) => {
    clause = newClause(clauses, conceded);
    negatedUntil = -1;
    doubtful = false;
  };

  let next = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    const match = matches[next];
    if (match?.start === at) {
      next += 1;
      at = match.end;
      const { pattern } = match;
      const words = tokens.slice(match.start, match.end);
      if (token === 'now' && match.end < tokens.length) concede(clauses);
      if (pattern.ends && !doubtful && match.start < question && endTrouble(clause, connected)) {
        connected = false;
        continue;
      }
      connected = false;
      if (pattern.kind === 'neutral')
        doubtful ||= words.at(-1) !== 'to' && words.some((word) => doubts.has(word));
      else if (
        match.start < question ||
        (pattern.kind === 'friction' && (charged || asksInAnger(match, question)))
      ) {
        clause.emphasised ||= words.slice(1).some((word) => emphasis.has(word));
        hear(clauses, pattern, match.start <= negatedUntil, doubtful);
      }
      // Only now: an expression that ends in a negation does not negate itself.
      if (negators.has(words.at(-1) ?? '')) negatedUntil = at + reach;
      continue;
    }
    const following = tokens[at + 1] ?? '';
    if (token === ',') {
      const enumerates = at < negatedUntil && !subjects.has(following);
      if (!contrasts.has(following) && !enumerates) open(concessions.has(following));
    } else if (contrasts.has(token)) {
      concede(clauses);
      open(false);
    } else if (concessions.has(token) && at > 0 && tokens[at - 1] !== ',') open(true);
    else if (token === 'now' && following !== '' && following !== ',') concede(clauses);
    else if (once.has(token) || (token === 'at' && following === 'first')) clause.past = true;
    else if (token === 'last' && seasons.has(following)) clause.past = true;
    else if (connectives.has(token)) {
      connected = true;
      if (subjects.has(following)) negatedUntil = -1;
    } else if (negators.has(token)) negatedUntil = at + reach;
    else if (doubts.has(token)) doubtful ||= !announces(tokens, at);
    else if (emphasis.has(token)) clause.emphasised = true;
    at += 1;
  }
  return clauses;
}

/** True for a question that is a complaint by itself: "Were you planning to tell us?" */
function asksInAnger({ pattern, start }: Match, question: number): boolean {
  return start === question && pattern.fixed;
}

function newClause(clauses: Clause[], conceded: boolean): Clause {
  const clause = { evidence: [], conceded, resolved: false, past: false, emphasised: false };
  clauses.push(clause);
  return clause;
}

function concede(clauses: readonly Clause[]): void {
  for (const clause of clauses) clause.conceded = true;
}

/** Adds what an expression shows to the last clause. */
function hear(clauses: readonly Clause[], pattern: Pattern, negated: boolean, doubtful: boolean): void {
  const clause = clauses.at(-1);
  const { kind, basis, weight } = pattern;
  if (clause === undefined || kind === 'neutral') return;
  const certain = pattern.fixed || (pattern.planned && !negated);
  if (doubtful && !certain) return;
  if (negated && !certain) {
    const turned = negationOf(pattern);
    if (turned !== undefined) clause.evidence.push(turned);
    return;
  }
  clause.evidence.push({ kind, basis, weight: weight === 1 ? weak : weight, isGrave: pattern.planned });
  if (pattern.resolves) {
    clause.resolved = true;
    for (const earlier of clauses) earlier.evidence = earlier.evidence.filter((one) => one.kind === 'win');
  }
}

/** Turns the frictions of a clause into a win; false if there are none, or something else ends. */
function endTrouble(clause: Clause, connected: boolean): boolean {
  if (connected || !clause.evidence.some(({ kind }) => kind === 'friction')) return false;
  clause.evidence = clause.evidence.filter(({ kind }) => kind === 'win');
  clause.evidence.push({ kind: 'win', basis: 'event', weight: enough, isGrave: false });
  return true;
}

/** "Not happy" complains; "no errors" is faint praise. */
function negationOf({ kind, basis, weight }: Pattern): Evidence | undefined {
  if (kind === 'friction') return weight > 1 ? { kind: 'win', basis, weight: 1, isGrave: false } : undefined;
  const left = basis === 'feeling' ? 2 : weight - 1;
  return left > 0 ? { kind: 'friction', basis, weight: left, isGrave: false } : undefined;
}

function announces(tokens: readonly string[], at: number): boolean {
  const token = tokens[at];
  if (token === 'let') return tokens[at + 1] === 'you' && tokens[at + 2] === 'know';
  const speaks = tokens.slice(at + 1, at + 4).some((word) => announcements.has(word));
  return speaks && (token === 'must' || token === 'want' || token === 'would');
}

/** The index where the question begins: "It fails every night, could you look?" begins with a statement. */
function startOfQuestion(tokens: readonly string[]): number {
  const start = tokens.findIndex(
    (token, at) =>
      (at === 0 || tokens[at - 1] === ',' || (tokens[at - 2] === ',' && openers.has(tokens[at - 1] ?? ''))) &&
      askers.has(token),
  );
  return Math.max(0, start);
}

function verdictOf(clauses: readonly Clause[]): Signal | null {
  const decisive = clauses.some(
    ({ conceded, past, evidence }) => !conceded && !past && evidence.some(({ weight }) => weight >= enough),
  );
  const scores = { win: { event: 0, feeling: 0 }, friction: { event: 0, feeling: 0 } };
  let last: Signal['kind'] | undefined;
  for (const { conceded, emphasised, past, resolved, evidence } of clauses) {
    if (past && clauses.length > 1) continue;
    const share = conceded && decisive ? 1 / 3 : 1;
    for (const [index, { kind, basis, weight }] of evidence.entries()) {
      if (resolved && kind === 'friction') continue;
      const stressed = emphasised && index === 0 && weight < enough && !(kind === 'win' && basis === 'event');
      scores[kind][basis] += share * (stressed ? weight + 1.3 : weight);
      if (weight >= enough) last = kind;
    }
  }
  const total = (kind: Signal['kind']) => scores[kind].event + scores[kind].feeling;
  const margin = Math.abs(total('win') - total('friction'));
  const heavier = total('win') > total('friction') ? 'win' : 'friction';
  // The last part is the point of the sentence: "we looked at two others and decided to stay".
  const kind = margin < 1 ? last : heavier;
  if (kind === undefined || total(kind) < enough) return null;
  const { event, feeling } = scores[kind];
  return {
    kind,
    strength: margin >= 3 ? 3 : margin >= 2 ? 2 : 1,
    basis: event >= feeling ? 'event' : 'feeling',
    isGrave: clauses.some(({ evidence }) => evidence.some((one) => one.kind === kind && one.isGrave)),
  };
}
