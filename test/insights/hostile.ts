import type { ClientHistory } from '../../src/insights/engine.ts';
import { activity, daysBefore, every, history, mara } from './histories.ts';

const bidi = '\u202e';

/** Text that the importers may let through, and its expected rendering; unchanged without a second string. */
export const hostile: [written: string, read?: string][] = [
  ['plain words'],
  ['[text](http://evil.example)', '[text]((link))'],
  ['[text](javascript:alert(1))'],
  ['[text]: /definition'],
  ['[[nested [brackets]]](x)'],
  ['![image](x.png)'],
  ['![image](https://evil.example/pixel.png)', '![image]((link))'],
  ['[![image in link](a)](b)'],
  ['<http://evil.example>', '(link)'],
  ['our page<https://evil.example>, really', 'our page (link), really'],
  ['<who@evil.example>', '<who at evil.example>'],
  ['see http://evil.example/a?b=c&d=e.', 'see (link).'],
  ['see HTTPS://EVIL.EXAMPLE now', 'see (link) now'],
  ['ftp://evil.example/x and gopher://x', '(link) and (link)'],
  ['see www.evil.example, please', 'see (link), please'],
  ['_www.evil.example_', '_(link)_'],
  ['ht\u200btp://evil.example', '(link)'],
  ['who@evil.example', 'who at evil.example'],
  ['mailto:who@evil.example', 'mailto:who at evil.example'],
  ['who\u200b@evil.example', 'who at evil.example'],
  ['a@@b', 'a at at b'],
  ['@mention and a lone @'],
  ['<script>alert(1)</script>'],
  ['<img src=x onerror=alert(1)>'],
  ['<!-- comment -->'],
  ['<![CDATA[x]]>'],
  ['a < b > c'],
  ['&lt;b&gt; &amp; &copy;'],
  ['R&D, AT&T; you & me'],
  ['`code`'],
  ['```'],
  ['*emphasis* and **strong**'],
  ['_emphasis_ and __strong__'],
  ['snake_case_name and in*tra*word'],
  ['~struck~ and ~~struck~~'],
  ['| a | b |'],
  ['a | b\n--- | ---', 'a | b --- | ---'],
  ['# heading'],
  ['setext\n===', 'setext ==='],
  ['---'],
  ['> quote'],
  ['- [ ] task'],
  ['x\n\n# heading', 'x # heading'],
  ['1. item'],
  ['[x] checked'],
  ['[^1] and ^[inline]'],
  ['[^1]: footnote'],
  ['    indented code', 'indented code'],
  ['backslash before \\* \\_ \\[ \\`'],
  ['at the end \\'],
  ['hard\\\nbreak', 'hard\\ break'],
  ['a\r\nb\rc\u2028d\u2029e\u0085f\u000bg', 'a b c d e f g'],
  [`safe${bidi}gpj.exe`, 'safegpj.exe'],
  ['zero\u200bwidth\ufeff and \u2060join', 'zerowidth and join'],
  ['nul\0 and \u001b[31mred', 'nul and [31mred'],
  ['lone \ud83d surrogate \udca9', 'lone \ufffd surrogate \ufffd'],
  ['family 👩\u200d👧, thumb 👍🏽, flag 🇩🇪, heart ❤️'],
  ['نامه\u200cای'],
  ['\u200djoiner first, last\u200d', 'joiner first, last'],
  ['“curly” ‘quotes’ "straight" \'quotes\''],
  ['$math$ ==mark== ++ins++ :smile: {{template}}'],
  ['tabs\tand   spaces', 'tabs and spaces'],
  ['\u00a0', ''],
  ['', ''],
];

/** A history with this in every text. */
export function historyFullOf(text: string): ClientHistory {
  const participants = [`${text}@globex.example`, text, mara, `x@${text}.globex.example`, `x@${text}`];
  const content = `The contract with ${text} is signed. The release of ${text} is delayed again. ${text}`;
  const hostile = { subject: text, content, participants };
  return history(
    [
      activity(hostile),
      activity({ ...hostile, content: 'Any news?', daysAgo: 2 }),
      activity({ ...hostile, type: 'note', daysAgo: 3 }),
      activity({ ...hostile, type: 'chat', content: `${text}: ${content}`, daysAgo: 1 }),
      ...every(10, 200, 70, { subject: text, participants: [`${text}@globex.example`, mara] }),
    ],
    {
      client: { id: 'client', name: text },
      users: [{ email: mara, firstName: text, lastName: text }],
      upcoming: { type: 'meeting', subject: text, occurredAt: daysBefore(-3) },
    },
  );
}
