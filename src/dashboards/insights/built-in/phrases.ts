/** What the expressions of one family show. */
export interface Family {
  readonly kind: 'win' | 'friction' | 'neither';
  readonly basis: 'event' | 'feeling';
  /** 1 needs further evidence, 2 is enough alone, 3 is strong. */
  readonly weight: 1 | 2 | 3;
  /** Holds as it stands, whatever negation, doubt or condition is around it. */
  readonly fixed?: true;
  /** Says that what was wrong no longer is. */
  readonly resolves?: true;
  /** Holds as a plan or threat too: "we may have to cancel". */
  readonly planned?: true;
  /**
   * One expression to a line, of words separated by spaces. `a|b` is either, `fix~` any regular inflection, `word?` may
   * be absent, `…` up to four words, `#` a number, `,` the end of a clause, `@name` a group of words.
   */
  readonly phrases: string;
}

interface Part {
  /** Null for a gap. */
  readonly words: ReadonlySet<string> | null;
  readonly optional: boolean;
}

interface Phrase {
  readonly family: Family;
  readonly parts: readonly Part[];
  /** What must follow the first word, where that is certain: most phrases fall at this hurdle. */
  readonly second: ReadonlySet<string> | null;
}

export interface Match {
  readonly family: Family;
  readonly start: number;
  /** After the last word. */
  readonly end: number;
}

const longestGap = 4;
/** What no gap leaps over, because it would turn the meaning. */
const unskipped = new Set([',', 'not', 'no', 'never', 'nobody', 'none', 'nothing', 'but']);

const groups: Readonly<Record<string, string>> = {
  container:
    'tracker|trackers|register|registers|log|logs|list|lists|board|boards|report|reports|reporting|form|forms|process|processes|procedure|procedures|policy|policies|template|templates|matrix|management|manager|rate|rates|budget|budgets|code|codes|handling|handler|message|messages|statement|workshop|workshops|plan|plans|path|paths|clause|clauses|analysis|assessment|assessments|department|desk|category|categories|field|fields|page|pages|training|drill|metric|metrics|statistics|stats|count|counts|threshold|thresholds|meeting|meetings|model|models|fee|fees|line|target|targets|ratio|review|reviews|book|books|ledger|box|boxes|number|numbers|ticket|reserve|column|protocol|prevention|insurance|correction|recovery|contact|contacts|levels|level|severity|inbox|mailbox|terms|period|notice|dashboard|survey|surveys|questionnaire|scale|response|drills|simulation|scenario|scenarios|exercise|letters|officer|office|committee|team|classes|types|bingo|session|sheet|spreadsheet|document|documentation|chart|map|data|label|labels|button|screen|bar|detection|monitoring|tracking|section|mode|modes|coverage|taxonomy|triage|appetite|window|alarm|alarms|kpi|kpis|story|stories|tab|link|indicators|specialist|quota|strategy|framework|guide|guidelines|glossary|margin|margins|propagation',
  adv: 'even|really|always|just|yet|seem|seems|properly|actually|currently|quite|ever|exactly|all|simply|longer|been|being|reliably|correctly|still|fully|often|sometimes|be|have|had',
  fault:
    'problem|problems|issue|issues|error|errors|bug|bugs|fault|faults|defect|defects|complaint|complaints|incident|incidents|failure|failures|outage|outages|crash|crashes|glitch|glitches|hiccup|hiccups|warning|warnings|mistake|mistakes|delay|delays|finding|findings|ticket|tickets|call|calls|surprise|surprises|snag|snags|drama|query|queries|interruption|interruptions|accident|accidents|dropout|dropouts|rejection|rejections|downtime|missed|reminder|reminders|objection|objections|vote|votes|question|questions|correction|corrections|hitch|fuss',
  burden:
    'time|times|minutes|hours|errors|error|mistakes|complaints|calls|tickets|queue|queues|waiting|wait|waste|costs|cost|effort|returns|churn|overtime|defects|bugs|incidents|faults|paperwork|downtime|backlog|turnaround|latency|rejects|rework|refunds|workload|claims|delays|outages|crashes|failures|chargebacks|sickness|absences|accidents|duplicates|queries|escalations|spoilage|shrinkage|spend|noise|admin|bills|scrap|enquiries|inquiries|typing|rejections|mix|phone|cancellations|misses|breakdowns|disputes|load|retries|emails',
  success:
    'usage|adoption|logins|sales|revenue|orders|bookings|conversion|conversions|satisfaction|attendance|occupancy|throughput|output|signups|registrations|enrolment|enrollment|engagement|traffic|scores|score|ratings|rating|productivity|accuracy|uptime|margins|margin|nps|footfall|visitors|members|subscribers|donations|yield|yields|retention|downloads|reviews|participation|income|efficiency|turnout|capacity|completion|morale|reservations|applications|profit|profits|referrals|users|visits|loyalty',
  down: 'down|reduced|reduce|reduces|cut|cuts|cutting|dropped|fell|fallen|falling|decreased|declined|lower|fewer|less|halved|shrunk|shrank|slashed|shorter|shaved|trimmed|dropping|lowered|plummeted|tumbled|sank|sunk|decreasing|declining|dwindling|dwindled|plunged|slumped|eroding|collapsed',
  up: 'up|rose|risen|increased|increase|increases|grew|grown|growing|doubled|tripled|higher|climbed|jumped|soared|rising|climbing|more|record|boosted|boosting|gained|improved|better|best',
  time: 'minute|minutes|hour|hours|day|days|week|weeks|month|months|seconds|second|year|years|quarter|quarters',
};

/** The regular forms of a noun or verb: `stop` gives stop, stops, stopped, stopping. */
function inflections(word: string): string[] {
  if (/[^aeiou]y$/.test(word))
    return [word, `${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ied`, `${word}ing`];
  const third = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  if (word.endsWith('e')) return [word, third, `${word}d`, `${word.slice(0, -1)}ing`];
  const stem = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word) ? word + word.slice(-1) : word;
  return [word, third, `${stem}ed`, `${stem}ing`];
}

function partOf(notation: string): Part {
  if (notation === '…') return { words: null, optional: true };
  const optional = notation.endsWith('?');
  const words = (optional ? notation.slice(0, -1) : notation)
    .split('|')
    .flatMap((word) => (word.startsWith('@') ? (groups[word.slice(1)] ?? '').split('|') : [word]))
    .flatMap((word) => (word.endsWith('~') ? inflections(word.slice(0, -1)) : [word]));
  return { words: new Set(words), optional };
}

/** The end of the longest way to match `parts` from `at`, or -1. */
function endOfMatch(parts: readonly Part[], tokens: readonly string[], at: number, part = 0): number {
  const expected = parts[part];
  if (expected === undefined) return at;
  if (expected.words === null) {
    let last = at;
    while (last < at + longestGap && last < tokens.length && !unskipped.has(tokens[last] ?? '')) last += 1;
    for (let next = last; next >= at; next -= 1) {
      const end = endOfMatch(parts, tokens, next, part + 1);
      if (end >= 0) return end;
    }
    return -1;
  }
  const token = tokens[at];
  const end =
    token !== undefined && expected.words.has(token) ? endOfMatch(parts, tokens, at + 1, part + 1) : -1;
  return end >= 0 || !expected.optional ? end : endOfMatch(parts, tokens, at, part + 1);
}

/** Finds the expressions of some families in a row of lower-case words, the longest first. */
export class Phrasebook {
  readonly #byFirstWord = new Map<string, Phrase[]>();

  constructor(families: readonly Family[]) {
    for (const family of families) {
      for (const line of family.phrases.split('\n')) {
        const parts = line.trim().split(/\s+/).filter(Boolean).map(partOf);
        const [first, next] = parts;
        const second = first?.optional || next?.optional ? null : (next?.words ?? null);
        for (const part of parts) {
          for (const word of part.words ?? []) this.#add(word, { family, parts, second });
          if (!part.optional) break;
        }
      }
    }
  }

  #add(word: string, phrase: Phrase): void {
    const phrases = this.#byFirstWord.get(word);
    if (phrases === undefined) this.#byFirstWord.set(word, [phrase]);
    else phrases.push(phrase);
  }

  /** Matches from left to right; where several begin at a word the longest wins, and no word belongs to two. */
  matches(tokens: readonly string[]): Match[] {
    const found: Match[] = [];
    for (let start = 0; start < tokens.length; ) {
      let best: Match | undefined;
      for (const { family, parts, second } of this.#byFirstWord.get(tokens[start] ?? '') ?? []) {
        if (second !== null && !second.has(tokens[start + 1] ?? '')) continue;
        const end = endOfMatch(parts, tokens, start);
        if (
          end > start &&
          (best === undefined || end > best.end || (end === best.end && outranks(family, best.family)))
        )
          best = { family, start, end };
      }
      if (best !== undefined) found.push(best);
      start = best?.end ?? start + 1;
    }
    return found;
  }
}

/** Of equally long matches a neutral one counts first, then the heavier. */
function outranks(a: Family, b: Family): boolean {
  return (a.kind === 'neither' ? 4 : a.weight) > (b.kind === 'neither' ? 4 : b.weight);
}
