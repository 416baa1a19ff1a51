/** Longer lines are prose; no header or attribution is. */
const longestHeader = 300;

const attributionStart =
  /^\s*(?:on|am|le|el|il|op|em|den|dne|dnia|w dniu|in data|pe|vào|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)[a-z]*\.?,?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})\s/iu;
const wroteVerb =
  /(?:wrote|writes|schrieb|schreibt|écrit|ecrit|escribió|escribio|scritto|scrive|schreef|escreveu|skrev|napisał|napisała|pisze|kirjoitti|написал|написала|пишет|yazdı|napsal|napsala|írta|写道|작성)/iu;
const originalMark =
  /^[\s>*]*[-_=–—]{2,}\s*(?:original message|forwarded message|message transféré|message d'origine|message original|ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|weitergeleitete e-mail|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|mensagem original|mensagem encaminhada|oprindelig meddelelse|ursprungligt meddelande|reply message|forwarded by)/iu;
const forwardedMark =
  /^\s*(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message réexpédié|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht)\s*:?\s*$/iu;
const firstHeader =
  /^[\s*_]*(?:from|von|de|da|van|från|fra|od|lähettäjä|от|sent|date|gesendet|datum)[*_]{0,2}\s?:/iu;
const anyHeader =
  /^[\s*_]*(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|à|objet|enviado(?: el)?|para|asunto|fecha|da|inviato|a|oggetto|data|van|verzonden|aan|onderwerp|assunto|enviada em|från|skickat|till|ämne|fra|til|emne|sendt|od|do|temat|от|кому|тема)[*_]{0,2}\s?:/iu;
const ruler = /^\s*[_=*-]{20,}\s*$/;
const listFooter = /mailing list|unsubscribe|listinfo|list archives/i;

export function isQuote(line: string): boolean {
  return /^\s{0,3}(?:>|\|\s)/.test(line);
}

/** A line above a whole message: `-----Original Message-----`, `Begin forwarded message:`. */
export function isOriginalMark(line: string): boolean {
  return line.length <= longestHeader && (originalMark.test(line) || forwardedMark.test(line));
}

/** Three headers of a quoted mail in a row, as Outlook writes them, or a rule above them or above a list's footer. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!ruler.test((lines[at] ?? '').slice(0, longestHeader))) return startsHeaders(lines, at);
  return [1, 2, 3].some(
    (below) =>
      listFooter.test((lines[at + below] ?? '').slice(0, longestHeader)) || startsHeaders(lines, at + below),
  );
}

function startsHeaders(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > longestHeader || !firstHeader.test(line)) return false;
  const headers = lines
    .slice(at, at + 7)
    .filter((text) => text.length <= longestHeader && anyHeader.test(text));
  return headers.length >= 3;
}

/** Whether anything in a text can be an attribution. */
export function mayHaveAttribution(text: string): boolean {
  return wroteVerb.test(text);
}

/** How many lines from `at` say who wrote what is quoted below (`On …, … wrote:`, wrapped or not), or 0. */
export function isAttribution(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= 3; count += 1) {
    const line = (lines[at + count - 1] ?? '').trim();
    if (line === '' || isQuote(line)) return 0;
    joined = `${joined} ${line}`.trim();
    if (joined.length > longestHeader) return 0;
    if (/[:：]$/.test(joined)) {
      const dated = attributionStart.test(joined) || /[@<]|\d{4}/.test(joined);
      return dated && wroteVerb.test(joined) ? count : 0;
    }
    if (!attributionStart.test(joined) && !/[<@]/.test(joined)) return 0;
  }
  return 0;
}
