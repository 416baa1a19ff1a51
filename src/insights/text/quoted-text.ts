/** Longer lines are prose, not headers or attributions. */
const longestHeader = 300;

const attributionStart =
  /^(?:on|am|le|el|il|op|em|den|dne|dnia|w dniu|in data|pe|vào|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)[a-z]*\.?,?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})\s/;
const wroteVerb =
  /(?:wrote|writes|schrieb|schreibt|écrit|ecrit|escribió|escribio|scritto|scrive|schreef|escreveu|skrev|napisał|napisała|pisze|kirjoitti|написал|написала|пишет|yazdı|napsal|napsala|írta|写道|작성)/;
const originalMarks = [
  'original message',
  'forwarded message',
  'message transféré',
  "message d'origine",
  'message original',
  'ursprüngliche nachricht',
  'originalnachricht',
  'weitergeleitete nachricht',
  'weitergeleitete e-mail',
  'mensaje original',
  'mensaje reenviado',
  'messaggio originale',
  'messaggio inoltrato',
  'oorspronkelijk bericht',
  'doorgestuurd bericht',
  'mensagem original',
  'mensagem encaminhada',
  'oprindelig meddelelse',
  'ursprungligt meddelande',
  'reply message',
  'forwarded by',
];
const forwardedMark =
  /^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message réexpédié|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht)\s?:?$/;
const firstHeaders = new Set(
  'from|von|de|da|van|från|fra|od|lähettäjä|от|发件人|寄件者|差出人|sent|date|gesendet|datum'.split('|'),
);
const anyHeaders = new Set(
  'from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé|à|objet|enviado|enviado el|para|asunto|fecha|da|inviato|a|oggetto|data|van|verzonden|aan|onderwerp|assunto|enviada em|från|skickat|till|ämne|fra|til|emne|sendt|od|do|temat|от|кому|тема|发件人|发送时间|收件人|抄送|主题|寄件者|收件者|主旨|差出人|送信日時|宛先|件名'.split(
    '|',
  ),
);
const ruler = /^[_=*-]{20,}$/;
const listFooter = /mailing list|unsubscribe|listinfo|list archives/;

/** The beginning of a line as the patterns expect it: trimmed and in lower case. */
const looked = (line = '') => line.slice(0, longestHeader).trim().toLowerCase();

/** The line of GroupWise above the original: `>>> "Ray, Pat" <pat@globex.example> 05/10/26 11:53AM >>>`. */
const groupWiseMark = /^>>> [^<>]{0,100}<[^<>]{1,100}> [\d/]{4,10} \d{1,2}:\d{2} ?[ap]m >>>$/i;

export function isQuote(line: string): boolean {
  return /^\s{0,3}(?:>|\w{1,12}> |\|\s)/.test(line) && !groupWiseMark.test(line);
}

/** True for a line that introduces a whole message: `-----Original Message-----`, `Begin forwarded message:`. */
export function isOriginalMark(line: string): boolean {
  if (line.length > longestHeader) return false;
  const text = looked(line);
  const [rule] = /^[\s>*]*[-_=–—]{2,}\s*/.exec(text) ?? [];
  const isOriginal = rule !== undefined && originalMarks.some((mark) => text.startsWith(mark, rule.length));
  return isOriginal || forwardedMark.test(text) || groupWiseMark.test(text);
}

/** True where a quoted email begins with three headers, as Outlook writes them, or a ruler precedes them or a mailing-list footer. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!ruler.test(looked(lines[at]))) return startsHeaders(lines, at);
  return [1, 2, 3].some(
    (below) => listFooter.test(looked(lines[at + below])) || startsHeaders(lines, at + below),
  );
}

/** The text before the first colon of a line, without markers of bold text. */
function headerOf(line: string): string {
  const text = looked(line);
  return text
    .slice(0, Math.max(0, text.search(/[:：]/)))
    .replaceAll(/[*_]/g, '')
    .trim();
}

function startsHeaders(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > longestHeader || !firstHeaders.has(headerOf(line))) return false;
  const headers = lines
    .slice(at, at + 7)
    .filter((text) => text.length <= longestHeader && anyHeaders.has(headerOf(text)));
  return headers.length >= 3;
}

/** Counts the lines from `at` that attribute the quote below (`On …, … wrote:`, wrapped or not); 0 if there are none. */
export function isAttribution(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= 3; count += 1) {
    const line = (lines[at + count - 1] ?? '').trim();
    if (line === '' || isQuote(line)) return 0;
    joined = `${joined} ${line}`.trim();
    if (joined.length > longestHeader) return 0;
    const text = looked(joined);
    if (/[:：]$/.test(text)) {
      const dated = attributionStart.test(text) || /[@<]|\d{4}/.test(text);
      return dated && wroteVerb.test(text) ? count : 0;
    }
    if (!attributionStart.test(text) && !/[<@]/.test(text)) return 0;
  }
  return 0;
}
