import { asks } from '../text/asks.ts';
import { sentencesOf } from '../text/sentences.ts';
import { countWords, wordSet, wordsOf } from './words.ts';

/** Words that name a fault or a displeasure outright. */
export const faults = wordSet(
  'problem problems issue issues error errors bug bugs fail fails failed failing failure failures broke broken breaks crash crashes crashed crashing freezes freezing stuck unable trouble wrong missing delay delays delayed late slow slower slowly unavailable ignored disappointed disappointing disappointment frustrated frustrating frustration annoyed annoying unhappy unacceptable ridiculous nightmare worst terrible useless struggle struggling struggled incorrect incorrectly inaccurate unresolved overdue complaining costing',
);
/** The beginnings of words for expected events, whose negation complains: "it does not seem to work". */
const expected =
  'work help respond start connect fix load play open show answer arriv match meet explain receiv got get able right good react sort appear happy look hear been happen'.split(
    ' ',
  );
const lacking = wordSet('luck answer response success reply');
const abilities = wordSet('can could');
/** Verbs of what only the writers cannot do: a search in vain, a helpless remark. */
const ownLimits = wordSet(
  'find see tell say think imagine remember understand believe afford buy comment complain wait come attend test try figure trace locate',
);
/** The number of words after a negation in which they are looked for. */
const reach = 3;
/** Openings of sentences that suppose, explain or advise. */
const suppositions = wordSet('if assuming suppose since when unless whether');
/** Verbs by which people tell what they meet with, and nouns for it. */
const ongoing = wordSet('facing having getting seeing experiencing encountering running stuck unable');
const meeting = wordSet('have get see face');
const troubles = wordSet('same similar error errors problem problems issue issues trouble');
const past = wordSet('was were had');
const perceiving = wordSet('get see receive find');
/** Words of rules, guesses, advice and stories about others. */
const explaining = wordSet(
  'must suspect guess suggest suggestion suggestions recommend probably apparently obvious obviously thought thinking gather afraid doubts normal',
);
/** Examples, reasons and apologies. */
const explanation =
  /\b(?:in case|for example|e\.g|the reason|th(?:at['’]?s|is is) why|make sure to|makes sense|(?:typical|common|usual) (?:error|mistake))\b|^why don['’]?t (?:we|you)\b|^(?:i['’]?m )?sorry (?:for|that|about|nobody)\b|\b(?:i|we) apologi[sz]e\b|\bi can(?:not|['’]t) (?:speak|think|(?:even )?imagine|explain|see (?:how|why|much|any))\b|(?:\bcannot|\bunable to|\bable to|n['’]t|\bnot) (?:find (?:it|any|much|a lot|anything|info|information|documentation|how|where|out)|figure out)\b/i;
const writers = /\b(?:i|we|my|our|me|us)\b/i;
const readers = /\b(?:you|yours?)\b/i;
/** In words. Longer sentences describe more than they complain. */
const longestComplaint = 32;

/**
 * Rates how plainly a sentence complains, from -1 to 1: an outright word for a fault or for what does not work counts, an
 * opening that supposes, explains or advises counts against it. English only.
 */
export function plainnessOf(sentence: string): number {
  const words = wordsOf(sentence);
  return (
    Number(words.some((word, at) => faults.has(word) || isDenied(words, at))) -
    // Except "since then".
    Number(suppositions.has(words[0] ?? '') && words[1] !== 'then')
  );
}

const isAside = (sentence: string) => sentence.startsWith('(') && sentence.endsWith(')');

/** True for a sentence of a mail that explains or supposes, instead of complaining. English only. */
export const explains = (sentence: string): boolean =>
  explanation.test(sentence) ||
  isAside(sentence) ||
  wordsOf(sentence).some((word) => explaining.has(word)) ||
  countWords(sentence) > longestComplaint;

/** True if the writers tell what they have met with themselves, without a word to their readers, whom they may be helping. */
export const reportsOwnExperience = (sentence: string): boolean =>
  !readers.test(sentence) &&
  wordsOf(sentence).some(
    (word, at, words) =>
      (word === 'i' || word === 'we') && tellsTrouble(words.slice(at + 1, at + 1 + 2 * reach)),
  );

/** True for words behind "I" or "we" that tell of present trouble: "am having", "could not", "get the same error". */
function tellsTrouble(words: readonly string[]): boolean {
  const verbs = words.slice(0, reach);
  if (verbs.some((verb) => past.has(verb))) return false;
  const denied = verbs.indexOf('not');
  if (denied > 0) return abilities.has(verbs[denied - 1] ?? '') || perceiving.has(words[denied + 1] ?? '');
  return (
    verbs.some((verb) => ongoing.has(verb)) ||
    (verbs.some((verb) => meeting.has(verb)) && words.some((word) => troubles.has(word)))
  );
}

/** Words by which we apologize, or tell that we put something right. */
const admission =
  /\b(?:sorry|apolog(?:y|ies|i[sz]e)|credit (?:note|memo)|credit (?:of|for) (?:[£$€\d]|the (?:difference|amount))|credited|refunded|corrected|correction|(?:our|my|a) (?:mistake|fault|error|oversight)|oversight on our|should(?: not|n['’]t)? have (?:been|happened)|you(?:['’]re| are) (?:quite |absolutely )?right(?! to\b)|replacements? (?:is|are|will|comes?|has|have)|(?:been|now|is|have|has|i|we) (?:now )?(?:fixed|resolved) (?:it|this|that|the (?:bug|problem|issue|error|fault))|(?:been|now) (?:fixed|resolved|corrected)|wrong|re-?issued?|no excuse|excuse the|this was us|dropped the ball|messed up|full responsibility)\b/i;
/** Conditions, requests, refusals, courtesies, and what else is no admission. */
const unmeant =
  /\bif\b|^please (?!accept|excuse|forgive)|\bsorry,? (?:but|(?:i|we) (?:can(?:no|['’])t|do not|don['’]t|only))\b|\b(?:sorry|apologies) (?:for|about|to) (?:(?:the|my|this|you) )?(?:late|belated|slow|short notice|silence|long|delay in|delayed|bother|bothering|chase|chasing|hear)\b|\b(?:be|not|feel) sorry\b|\bto apologi[sz]e\b|\bnothing (?:is |was )?wrong\b|\bnot (?:our|my|a) mistake\b/i;

/** True if a text of ours admits a fault, so that what the client wrote before was a complaint. English only. */
export const admits = (text: string): boolean =>
  admission.test(text) &&
  sentencesOf(text).some(
    (sentence) => admission.test(sentence) && !unmeant.test(sentence) && !asks(sentence),
  );

/** True for a sentence with a word to its readers. */
export const addressesUs = (sentence: string): boolean => readers.test(sentence);

/** True for a sentence that speaks of its writers or of us. */
export const concernsUs = (sentence: string): boolean => writers.test(sentence) || addressesUs(sentence);

/** True at a negation of what is expected: "cannot", "does not work", "no answer", "no list could be found". */
function isDenied(words: readonly string[], at: number): boolean {
  const following = words.slice(at + 1, at + 1 + reach);
  if (words[at] === 'no')
    return lacking.has(following[0] ?? '') || (abilities.has(following[1] ?? '') && following[2] === 'be');
  const isExpected = following.some((word) => expected.some((start) => word.startsWith(start)));
  if (words[at] === 'nothing' || words[at] === 'nobody') return isExpected;
  if (words[at] !== 'not' && words[at] !== 'never') return false;
  if (following.some((word) => ownLimits.has(word))) return false;
  return isExpected || abilities.has(words[at - 1] ?? '');
}
