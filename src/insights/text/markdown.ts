/** Anything with a scheme, and what renderers make a link of without one. */
const links = /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s<>"“”]*|\/\/[\p{L}\p{N}][^\s<>"“”]*|www\.[^\s<>"“”]*/giu;
const trailing = new Set(".,;:!?)]}'’*_~…");

/** What may be a host with a port, a path, a query or a fragment: a run of characters without whitespace, quotes and brackets. */
const candidate = /[^\s<>"“”‘’(){}[\],;|]+/gu;
const host = /(?:[.。．｡]\p{L}[\p{L}\p{M}\p{N}-]*|^localhost|^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/iu;
const behindHost = /^(?::\d|[/?#\\].)/u;

/**
 * What programs that look for links know them by: a dot, also as IDNA has it, before a letter or in four numbers, the colon
 * behind a scheme or before a slash, two slashes, `localhost`, and `www` before a full stop of ours.
 */
const telling =
  /(?<=\S)[.。．｡](?=[\p{L}\p{M}])|(?<=\d)[.。．｡](?=\d+[.。．｡]\d)|(?<=[a-z][\d+.-]*):(?=\S)|:(?=[/\\])|\/(?=\/)|local(?=host)|www$/giu;
/** Is not seen, and belongs to no link. */
const zeroWidthSpace = '\u200b';

/** Format characters, of which joiners may stay where they join letters or emoji. */
const invisible =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}|\p{Join_Control}(?![\p{L}\p{M}\p{Extended_Pictographic}])|(?!\p{Join_Control})[\p{Cc}\p{Cf}]/gu;

/**
 * What means something in the middle of a paragraph. A `>` or `|` means nothing there, nor an underscore inside a word.
 * Autolinks of GFM cannot be escaped (they are found again in the text), hence `links` above.
 */
const meaningful = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?[0-9a-z]{1,32};)/giu;

/**
 * Untrusted text as one line of plain words: no line breaks, URLs or mail addresses, nothing invisible, and no domain
 * that a program makes a link of.
 * @param maxLength in UTF-16 units; what is longer is cut at a word and ends in `…`
 */
function toPlain(text: string, maxLength = 200): string {
  // Far more than is shown, far less than would take time.
  const line = text
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replaceAll('\ufeff', '')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .replaceAll(invisible, '')
    .replaceAll(links, withoutLink)
    .replaceAll(candidate, withoutAddress)
    .replaceAll('<(link)>', ' (link)')
    .replaceAll(/(?<=\S)[@＠﹫](?=\S)/g, ' at ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return cut(line, maxLength).replaceAll(telling, (part) => part + zeroWidthSpace);
}

/**
 * Untrusted text as inline markdown (CommonMark with GFM) that reads as the text and holds no markup. For the middle of
 * a paragraph: at the start of a line it could still begin a list or a heading.
 * @param maxLength in UTF-16 units, before escapes; what is longer is cut at a word and ends in `…`
 */
export function toInline(text: string, maxLength = 200): string {
  // The one that some renderers do not take escaped.
  return toPlain(text, maxLength).replaceAll(meaningful, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`));
}

/** One line of a checklist; `text` is inline markdown. */
export function checklistItem(checked: boolean, text: string): string {
  return `- [${checked ? 'x' : ' '}] ${text}`;
}

/** `evil.example/login`, `evil.example:8080` and `evil.example?x` as a URL is shown; others as they are. */
function withoutAddress(text: string): string {
  const end = text.search(/[:/?#\\]/);
  const isAddress = end > 0 && host.test(text.slice(0, end)) && behindHost.test(text.slice(end));
  return isAddress ? withoutLink(text) : text;
}

function withoutLink(link: string): string {
  let end = link.length;
  while (end > 0 && trailing.has(link.charAt(end - 1))) end -= 1;
  return `(link)${link.slice(end)}`;
}

function cut(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  const space = line.lastIndexOf(' ', maxLength);
  const end = space > maxLength / 2 ? space : maxLength;
  // Not inside a pair of surrogates, nor behind half of what belongs together.
  return `${line.slice(0, end).replace(/[\p{Cs}\p{Join_Control}\s.,;:–—-]{1,8}$/u, '')}…`;
}
