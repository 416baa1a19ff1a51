/** Levels at the start of log lines. In capitals, since people write "Warning: …" too. */
const level = /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b[\s\]]*[:|[]/;
/** Timestamps at the start of log lines, prompts of shells, and lines of stack traces and patches. */
const machineStart =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?\d\d:\d\d:\d\d[.,\]]|at \S+\(|[$#%]\s\S|\+{3}\s|-{3}\s|@@|traceback\b|exception in\b|caused by:)/i;
/** Output of compilers and package managers. */
const report =
  /^(?:[EW]: |the pom for |warning: could not |error in \S+\()|: depends: |^\S+\.[a-z]{1,4}:\d+:/i;
/** The level of a log line, anywhere. */
const logMark = /\[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]/;
/** Lines that version control adds to a message. */
const trailer =
  /^(?:(?:signed-off|reviewed|acked|tested|reported|suggested|co-authored|co-developed)-by|fixes|link|closes): /i;
/** A line of a status report, such as that of a build. */
const dashes = /^--\s/;
const licence = /redistribut|proprietary software|licen[cs]e along with|warranty of|warranties of/i;
/** Paths, addresses, assignments, calls and tags: words of machines. */
const machineWords = [
  /^(?:https?:|[a-z]:\\|\.{0,2}\/.)/i,
  /^[^/]+\/[^/]+\//,
  /^[^\\]+\\[^\\]+\\/,
  /[{}<>]/,
  /.::./,
  /.=./,
  /^[^(]+\([^)]*\)|\w\.\w+\(/,
  /^[\w$]+\.[\w$]+\.[\w$]/,
  /^\w+_\w/,
  /^[=+*/|&<>-]+$/,
  /^-?\d+\.\d+[,;]?$/,
];

/** The length of a word's beginning that is looked at, in characters. */
const longestWord = 100;
/** The share of a sentence's words that may be words of machines. */
const mostMachineWords = 0.3;
const longestHeading = 6;
/** The length of a sentence's beginning that is looked at, in characters. */
const longestLooked = 600;

/** Returns true for a sentence of a person; false for headings, code, paths and lines of logs. */
export function isProse(sentence: string): boolean {
  const text = sentence
    .trimStart()
    .slice(0, longestLooked)
    .replace(/^["“'(]+/, '')
    .trimEnd();
  if (
    [level, machineStart, report, dashes, logMark, trailer, licence].some((expression) =>
      expression.test(text),
    )
  )
    return false;
  const words = text.split(/\s+/, 200);
  if (words.some(isPrompt) || errorName.test(words[0] ?? '')) return false;
  if (words.length <= longestHeading && /[:：]$/.test(text)) return false;
  return (
    words.filter((word) => isMachineWord(word.slice(0, longestWord))).length <=
    words.length * mostMachineWords
  );
}

/** The name of an error in front of its message: `RuntimeError:`. */
const errorName = /(?:error|exception):$/i;

/** The prompt of a shell: `root@host:~#`. */
const isPrompt = (word: string) => /[$#]$/.test(word) && word.includes('@') && word.includes(':');

const isMachineWord = (word: string) => {
  const bare = word.replace(/^["'“[(]+/, '');
  return machineWords.some((expression) => expression.test(bare));
};
