/** Levels at the start of log lines. In capitals, since people write "Warning: …" too. */
const level = /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\s\]]*[:|[]/;
/** Timestamps at the start of log lines, prompts of shells, and lines of stack traces and patches. */
const machineStart =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d[.,\]]|at \S+\(|[$#%]\s\S|\+{3}\s|-{3}\s|@@|traceback\b|exception in\b|caused by:)/i;
/** Paths, addresses, assignments, calls and tags: words of machines. */
const machineWords = [
  /^(?:https?:|[a-z]:\\|\.{0,2}\/.)/i,
  /^[^/]+\/[^/]+\//,
  /^[^\\]+\\[^\\]+\\/,
  /[{}<>]/,
  /.::./,
  /.=./,
  /^[^(]+\([^)]*\)/,
  /^[\w$]+\.[\w$]+\.[\w$]/,
  /^\w+_\w/,
];

/** The length of a word's beginning that is looked at, in characters. */
const longestWord = 100;
/** The share of a sentence's words that may be words of machines. */
const mostMachineWords = 0.3;
const longestHeading = 6;

/** Returns true for a sentence of a person; false for headings, code, paths and lines of logs. */
export function isProse(sentence: string): boolean {
  const text = sentence.trim();
  if (level.test(text) || machineStart.test(text)) return false;
  const words = text.split(/\s+/, 200);
  if (words.length <= longestHeading && /[:：]$/.test(text)) return false;
  return (
    words.filter((word) => isMachineWord(word.slice(0, longestWord))).length <=
    words.length * mostMachineWords
  );
}

const isMachineWord = (word: string) => machineWords.some((expression) => expression.test(word));
