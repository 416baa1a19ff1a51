import { groups, patterns } from './lexicon.ts';
import { featuresOf, oddsOf } from './odds.ts';
import { type Match, type Pattern, Phrasebook } from './phrases.ts';
import { isEnglish, wordSet, wordsOf } from './words.ts';

/** The win or friction that a sentence shows. */
export interface Signal {
  readonly kind: 'win' | 'friction';
  /** 1 slight … 3 strong */
  readonly strength: 1 | 2 | 3;
  /** An event is a fact (signed, delayed, outage); a feeling is praise or complaint; of a wording, neither is certain. */
  readonly basis: 'event' | 'feeling' | 'wording';
  /** Concerns the relationship itself: a threat to leave, a competitor, a budget cut. */
  readonly isGrave: boolean;
}

const negators = wordSet('not no never nobody none nothing neither nor without hardly barely scarcely zero');
/** The number of following words in its clause that a negation covers. */
const reach = 6;
const doubts = wordSet(
  'if unless whether unlikely doubtful might may maybe perhaps possibly could would should hopefully hope hoping hopes wish wishes potential potentially avoid prevent ensure once until any imagine suppose supposing assuming please must shall need needs try aim want wants prevents avoids wonder let case',
);
const contrasts = wordSet(
  'but however yet nevertheless nonetheless although though while whereas despite albeit notwithstanding',
);
const askers = wordSet(
  'is are was were do does did can could will would shall should may might has have had any anyone anybody am who what when where which how why whose',
);
const openers = wordSet('so and but also please ,');
/** Words for others than us, whose faults are no friction: "our previous vendor was a nightmare". */
const rivals = wordSet('competitor competitors competition rival rivals');
const formers = wordSet('previous former');
const suppliers = wordSet(
  'supplier suppliers vendor vendors agency provider tool system software solution partner',
);
/** Words that turn a question into a complaint: "why is it broken again?" */
const charges = wordSet('why again still finally ever seriously nobody always never another');

/** Words by which writers speak of themselves: their question may be a threat, as in "How do we cancel our contract?" */
const speakers = wordSet('i we');

/**
 * Threats are matched separately, so that "has frozen", a fault, does not hide the threat "has frozen all spending". Neutral
 * expressions are in both.
 */
const phrasebooks = [
  ({ planned }: Pattern) => !planned,
  ({ planned, kind }: Pattern) => planned || kind === 'neutral',
].map((isIn) => new Phrasebook(patterns.filter(isIn), groups));

/**
 * Classifies a sentence; null if it shows nothing, or is not in English.
 * @param isNarrative true for a sentence from a long report of a call or meeting, or from a long note
 */
export function signalOf(sentence: string, isNarrative = false): Signal | null {
  const tokens = wordsOf(sentence);
  const isQuestion = sentence.trimEnd().endsWith('?');
  const expressed = expressedIn(tokens, isQuestion);
  const features = featuresOf(tokens, expressed, isQuestion, isNarrative);
  const signal = byAllWords(expressed, features);
  if (signal === null || !isEnglish(tokens)) return null;
  if (signal.kind === 'friction' && !signal.isGrave && namesRival(tokens)) return null;
  return signal;
}

/** The signal of the lexicon's expressions alone; null if none of them holds. */
export function expressedIn(tokens: readonly string[], isQuestion: boolean): Signal | null {
  const found = phrasebooks.map((book) => book.matches(tokens));
  if (!found.flat().some(({ pattern }) => pattern.kind !== 'neutral')) return null;
  const held = found.flatMap((matches) => heldIn(tokens, matches, isQuestion));
  return verdictOf(held.sort((a, b) => a.start - b.start).map(({ pattern }) => pattern));
}

/** The least logarithm of the odds of what an expression of the lexicon says, and of what only the other words say. */
const leastOdds = {
  friction: { expressed: 0.5, other: 1 },
  win: { expressed: 0, other: 0.5 },
};

/** Keeps or drops what the lexicon claims, unless it is a threat, and finds what it does not know. */
function byAllWords(expressed: Signal | null, features: ReadonlySet<string>): Signal | null {
  if (expressed?.isGrave) return expressed;
  const margin = (kind: keyof typeof leastOdds) =>
    oddsOf(kind, features) - leastOdds[kind][expressed?.kind === kind ? 'expressed' : 'other'];
  const friction = margin('friction');
  const win = margin('win');
  if (Math.max(friction, win) < 0) return null;
  const kind = friction >= win ? 'friction' : 'win';
  return expressed?.kind === kind ? expressed : { kind, strength: 1, basis: 'wording', isGrave: false };
}

function namesRival(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) =>
      rivals.has(token) ||
      (formers.has(token) && tokens.slice(at + 1, at + 3).some((next) => suppliers.has(next))),
  );
}

/** The expressions that hold, after negations, doubts and questions have been taken into account. */
function heldIn(tokens: readonly string[], matches: readonly Match[], isQuestion: boolean): Match[] {
  const question = isQuestion ? startOfQuestion(tokens) : tokens.length;
  const isCharged = tokens.some((token) => charges.has(token));
  const isOwn = tokens.some((token) => speakers.has(token));
  const held: Match[] = [];
  let negatedUntil = -1;
  let isDoubted = false;
  let next = 0;
  for (let at = 0; at < tokens.length; ) {
    const match = matches[next];
    if (match?.start === at) {
      next += 1;
      at = match.end;
      const { pattern, start } = match;
      const words = tokens.slice(start, at);
      const isNegated = start <= negatedUntil && !pattern.fixed;
      if (pattern.kind === 'neutral')
        isDoubted ||= words.at(-1) !== 'to' && words.some((word) => doubts.has(word));
      // An angry question complains by itself: "Were you planning to tell us?"
      else if (
        start < question ||
        (pattern.kind === 'friction' &&
          (isCharged || (isOwn && pattern.planned) || (start === question && pattern.fixed)))
      ) {
        if (!isNegated && (!isDoubted || pattern.fixed || pattern.planned)) held.push(match);
      }
      continue;
    }
    const token = tokens[at] ?? '';
    if (contrasts.has(token) || token === ',') {
      negatedUntil = -1;
      isDoubted = false;
    } else if (negators.has(token)) negatedUntil = at + reach;
    else if (doubts.has(token)) isDoubted = true;
    at += 1;
  }
  return held;
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

function verdictOf(held: readonly Pattern[]): Signal | null {
  const weightOf = (kind: Signal['kind'], basis?: Signal['basis']) =>
    held
      .filter((each) => each.kind === kind && (basis === undefined || each.basis === basis))
      .reduce((sum, { weight }) => sum + weight, 0);
  const margin = Math.abs(weightOf('win') - weightOf('friction'));
  const heavier = weightOf('win') > weightOf('friction') ? 'win' : 'friction';
  // The last part is the point of the sentence: "we looked at two others and decided to stay".
  const kind = margin < 1 ? held.at(-1)?.kind : heavier;
  if (kind === undefined || kind === 'neutral') return null;
  return {
    kind,
    strength: margin >= 3 ? 3 : margin >= 2 ? 2 : 1,
    basis: weightOf(kind, 'event') >= weightOf(kind, 'feeling') ? 'event' : 'feeling',
    isGrave: held.some((each) => each.kind === kind && each.planned),
  };
}
