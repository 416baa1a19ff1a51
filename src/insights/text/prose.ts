/** Levels at the start of log lines. In capitals, since people write "Warning: …" too. */
const level = /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\s\]]*[-:|[]/;
/** Timestamps at the start of log lines, prompts of shells, exceptions, and lines of stack traces, patches and builds. */
const machineStart =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[\s{0,9}\d+\.\d+\]|\[?\d\d:\d\d:\d\d[.,\]]|at \S+\(|[$#%]\s\S|\+{3}\s|-{2,3}\s|@@|traceback\b|(?:error: )?\w{2,40}(?:error|exception): |exception in\b|caused by:)/i;
/** The level or the time of a log line, anywhere. */
const logMark =
  /\[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]|\d{4}[-/]\d\d[-/]\d\d(?:T| - | )\d\d:\d\d:\d\d|: \d+; ?\w+: \d/;
/** Code, and what is marked as code from beginning to end. */
const code = /^(?:async )?function \w+\(|^`[^`]+`?[.:]?$|^```| \/\/ /;
/** Lines that version control adds to a message. */
const trailer =
  /^(?:(?:signed-off|reviewed|acked|tested|reported|suggested|co-authored|co-developed)-by|change-id|fixes|link|closes): /i;
/** Paths, addresses, assignments, calls and tags: words of machines. */
const machineWords = [
  /^(?:https?:|[a-z]:\\|\.{0,2}\/.)/i,
  /[{}<>]/,
  /.=./,
  /^[^(]+\([^)]*\)|\w\.\w+\(/,
  /^\w+_\w/,
  /%[0-9a-f]{2}\S*%[0-9a-f]{2}/i,
];

/** Rows of tables. */
const row = /\|[^|]{0,200}\|[^|]{0,200}\|/;
/** Two of them are a line of a log. */
const assignment = /\w=\S/;

/** The share of a sentence's words that may be words of machines. */
const mostMachineWords = 0.3;
const longestHeading = 6;

/** Returns true for a sentence of a person; false for headings, code, paths, rows of tables and lines of logs. */
export function isProse(sentence: string): boolean {
  const text = sentence
    .trimStart()
    .replace(/^["“'(]+/, '')
    // Programs that turn HTML into text write "\[ERROR\]".
    .replaceAll(/\\(?=[[\]])/g, '')
    .trimEnd();
  if ([level, machineStart, logMark, code, trailer, row].some((expression) => expression.test(text)))
    return false;
  const words = text.split(/\s+/, 200);
  if (words.filter((word) => assignment.test(word)).length > 1) return false;
  if (endsQuotation(sentence.trim())) return false;
  if (words.length <= longestHeading && /[:：]$/.test(text)) return false;
  return words.filter(isMachineWord).length <= words.length * mostMachineWords;
}

/** True for the end of what somebody else is quoted with. */
const endsQuotation = (text: string) => /["”]$/.test(text) && (text.match(/["“”]/g) ?? []).length % 2 === 1;

const isMachineWord = (word: string) => {
  const bare = word.replace(/^["'“[(]+/, '');
  return machineWords.some((expression) => expression.test(bare));
};
