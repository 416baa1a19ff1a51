const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const listItem = /^\s*(?:[-*•–+]|\d{1,2}[.)]|[a-z]\)|\[[ x]?\])\s+/;
/** The minimum length of a wrapped line; a shorter one was ended on purpose. */
const shortestWrapped = 45;
const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|nr|vs|approx|incl|resp|e\.g|i\.e|ca|cf|etc|inc|ltd|dept|fig|vol|jr|sr|gen|hr|fr)\.$/i;

/** The maximum length of a sentence, in UTF-16 units; the rest is not read. */
const longestSentence = 600;

/** The number of segments of a text that are read: one for each sentence and abbreviation. Few texts have 200. */
const maxSegments = 300;

/** Splits a text into sentences. Line breaks in wrapped email do not end a sentence; list items and paragraphs do. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let parts: string[] = [];
  let left = maxSegments;
  for (const { words, ends } of segmentsOf(text)) {
    if (left === 0) break;
    left -= 1;
    parts.push(words);
    if (!ends) continue;
    const sentence = parts.join(' ').slice(0, longestSentence);
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence)) sentences.push(sentence);
    parts = [];
  }
  return sentences;
}

/** Yields the segments of a text; one that ends in an abbreviation does not end its sentence. */
function* segmentsOf(text: string): Generator<{ words: string; ends: boolean }> {
  for (const passage of passagesOf(text)) {
    if (!/[.!?…][\s"”')\]]*\S/.test(passage)) {
      yield { words: passage, ends: true };
      continue;
    }
    for (const { index, segment } of segmenter.segment(passage)) {
      const words = segment.trim();
      const isLast = index + segment.length === passage.length;
      yield { words, ends: isLast || !abbreviation.test(words.slice(-12)) };
    }
  }
}

/** Joins lines that belong together into one line each. */
function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) passages.push(lines.join(' '));
    lines = [];
  };
  let previous = '';
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const item = listItem.exec(line);
    const words = (item === null ? line : line.slice(item[0].length)).trim();
    const wrapped = previous.length >= shortestWrapped || /^\p{Ll}/u.test(words);
    if (words === '' || item !== null || !wrapped || previous.endsWith(':')) close();
    if (words !== '') lines.push(words);
    previous = words;
  }
  close();
  return passages;
}
