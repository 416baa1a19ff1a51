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

/** Punctuation within a passage, without which it is one sentence. */
const innerEnd = /[.!?…][\s"”')\]]*\S/;

/** Splits a text into sentences. Line breaks in wrapped email do not end a sentence; list items and paragraphs do. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let left = maxSegments;
  for (const passage of passagesOf(text)) {
    let sentence = '';
    const segments = innerEnd.test(passage) ? segmenter.segment(passage) : [{ index: 0, segment: passage }];
    for (const { index, segment } of segments) {
      if (left === 0) return sentences;
      left -= 1;
      const words = segment.trim();
      sentence = sentence === '' ? words : `${sentence} ${words}`;
      const isLast = index + segment.length === passage.length;
      if (!isLast && abbreviation.test(words.slice(-12))) continue;
      if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence))
        sentences.push(sentence.slice(0, longestSentence));
      sentence = '';
    }
  }
  return sentences;
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
