const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const listItem = /^\s*(?:[-*•–+]|\d{1,2}[.)]|[a-z]\)|\[[ x]?\])\s+/;
/** A line of wrapped mail is at least this long; a shorter one was ended on purpose. */
const shortestWrapped = 45;
const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|nr|vs|approx|incl|resp|e\.g|i\.e|ca|cf|etc|inc|ltd|dept|fig|vol|jr|sr|gen|hr|fr)\.$/i;

/** Sentences; line breaks of wrapped mail do not end one, list items and paragraphs do. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const passage of passagesOf(text)) {
    if (!/[.!?…][\s"”')\]]*\S/.test(passage)) sentences.push(passage);
    else sentences.push(...segmentsOf(passage));
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence));
}

function segmentsOf(passage: string): string[] {
  const segments: string[] = [];
  for (const { segment } of segmenter.segment(passage)) {
    const last = segments.at(-1);
    if (last !== undefined && abbreviation.test(last.slice(-12)))
      segments[segments.length - 1] = `${last} ${segment.trim()}`;
    else segments.push(segment.trim());
  }
  return segments;
}

/** Runs of lines that belong together, each on one line. */
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
