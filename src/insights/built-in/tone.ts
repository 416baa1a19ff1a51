import { polarity } from 'polarity';
import { wordsOf } from './words.ts';

const negators = new Set('not no never nobody none nothing neither nor without hardly barely'.split(' '));
/** The number of following words that a negation covers. */
const reach = 3;

/** Rated words that are neutral in business email: courtesy, and words with a business meaning. */
const unfelt = new Set(
  'please thank thanks dear hope hopes hoping regards best kind yes no ok okay help helps helping care like share shared pay fire cut cuts free alert demand demands interest interested matter matters join joined top want wants sorry welcome luck greetings congratulations issue issues critical risk risks vision agree agreed agreement natural resolve lawyer drop number limited god shit sir death dead stop block blocks support supported security secure clear clearly true important growth growing stock solution solutions solve reach reached advanced certain ability opportunity opportunities easy bonus'.split(
    ' ',
  ),
);

/**
 * Rates the tone of a text from -1 to 1, 0 neutral: the AFINN ratings of its words (Nielsen 2011), reversed after a
 * negation, and normalized like VADER's (Hutto & Gilbert 2014).
 */
export function toneOf(text: string): number {
  const plain: string[] = [];
  const negated: string[] = [];
  let negatedUntil = -1;
  for (const [at, word] of wordsOf(text).entries()) {
    if (word === ',') negatedUntil = -1;
    else if (negators.has(word)) negatedUntil = at + reach;
    else if (!unfelt.has(word)) (at <= negatedUntil ? negated : plain).push(word);
  }
  const sum = polarity(plain).polarity - polarity(negated).polarity / 2;
  return sum / Math.sqrt(sum * sum + 15);
}
