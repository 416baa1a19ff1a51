/** Text of one speaker in an activity. `speaker` is an address or a name as written, or null when unknown (notes, summaries). */
export interface Utterance {
  readonly speaker: string | null;
  readonly text: string;
}

const timestamp =
  /^\s*[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s{1,3})?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[\])]?\s{0,3}(?:[-–]\s{0,3})?/i;
const timeAfterName = /[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[\])]?$/i;
const name = /^@?[\p{L}][\p{L}\p{M}\d.'’_-]{0,30}(?: [\p{L}(][\p{L}\p{M}.'’)-]{0,30}){0,3}$/u;
const address = /^[^\s@]{1,60}@[^\s@]{1,60}$/;
const longestName = 60;

/** Labels at the start of lines in meeting minutes; not personal names. */
const labels = new Set(
  'agenda present attendees participants outcome outcomes summary notes note next todo action actions decision decisions open risk risks topic topics date time duration where when who what why how update status question questions answer goal goals background context result results minutes transcript subject re fwd fw ps fyi nb p.s todos follow-up followup important attention warning error info tldr tl;dr http https example quote plan scope budget timeline deadline place location absent apologies conclusion issue issues problem win wins blocker blockers reminder ask asks price total also and but so then first second third finally edit'.split(
    ' ',
  ),
);

/** Splits a chat or call by speaker; a summary becomes one utterance of an unknown speaker. */
export function turnsOf(lines: readonly string[], chat: boolean): Utterance[] {
  const turns = lines.map(turnOf);
  const spoken = turns.filter((turn) => turn !== undefined);
  const filled = lines.filter((line) => line.trim() !== '').length;
  const speakers = new Set(spoken.map(({ speaker }) => speaker));
  const repeated = speakers.size < spoken.length;
  if (spoken.length === 0 || (!chat && !(spoken.length >= 3 && repeated && spoken.length * 3 >= filled)))
    return [{ speaker: null, text: lines.join('\n').trim() }];

  const utterances: { speaker: string | null; lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    const turn = turns[index];
    const aside = /^\s*[([].*[)\]]\s*$/.test(line);
    if (turn !== undefined) utterances.push({ speaker: turn.speaker, lines: [turn.text] });
    else if (utterances.length === 0 || (aside && line.length < 1_000))
      utterances.push({ speaker: null, lines: [line] });
    else utterances.at(-1)?.lines.push(line);
  }
  return utterances.map(({ speaker, lines: said }) => ({ speaker, text: said.join('\n').trim() }));
}

/** Parses the speaker and the first words from a line `Name: text`, with an optional time before or after the name. */
function turnOf(line: string): { speaker: string; text: string } | undefined {
  const start = line.slice(0, 2 * longestName);
  const behindTime = start.replace(timestamp, '');
  // A time with nothing after it is not a prefix.
  const untimed = /^\S/.test(behindTime) ? behindTime : start;
  const rest = untimed + line.slice(2 * longestName);
  const header = rest.trim();
  if (header.length <= longestName && !header.includes(': ') && timeAfterName.test(header)) {
    const speaker = header.replace(timeAfterName, '').trimEnd();
    return isName(speaker) ? { speaker, text: '' } : undefined;
  }
  const colon = rest.search(/:(?:\s|$)/);
  if (colon <= 0 || colon > longestName) return undefined;
  const speaker = rest.slice(0, colon).replace(timeAfterName, '').trim();
  return isName(speaker) ? { speaker, text: rest.slice(colon + 1).trim() } : undefined;
}

const isName = (text: string): boolean =>
  address.test(text) || (name.test(text) && !labels.has(text.split(' ', 1)[0]?.toLowerCase() ?? ''));
