/** URLs with a scheme, and text without one that renderers turn into links. */
const links = /[a-z][a-z0-9+.-]{1,30}:\/\/[^\s<>"“”]*|\/\/[\p{L}\p{N}][^\s<>"“”]*|www\.[^\s<>"“”]*/giu;
const trailing = new Set(".,;:!?)]}'’*_~…");

/** A possible host with a port, path, query or fragment: a run of characters without whitespace, quotes or brackets. */
const candidate = /[^\s<>"“”‘’(){}[\],;|]+/gu;
const host = /(?:[.。．｡]\p{L}[\p{L}\p{M}\p{N}-]*|^localhost|^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/iu;
const behindHost = /^(?::\d|[/?#\\].)/u;

/**
 * The marks by which linkifiers detect links: a dot (or an IDNA variant of it) before a letter or within an IPv4 address,
 * a colon after a scheme or before a slash, two slashes, `localhost`, and a final `www`, which a full stop may follow.
 */
const telling =
  /(?<=\S)[.。．｡](?=[\p{L}\p{M}])|(?<=\d)[.。．｡](?=\d+[.。．｡]\d)|(?<=[a-z][\d+.-]*):(?=\S)|:(?=[/\\])|\/(?=\/)|local(?=host)|www$/giu;
/** Invisible, and breaks a link. */
const zeroWidthSpace = '\u200b';

/** Control and format characters, except joiners between letters or emoji. */
const invisible =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}|\p{Join_Control}(?![\p{L}\p{M}\p{Extended_Pictographic}])|(?!\p{Join_Control})[\p{Cc}\p{Cf}]/gu;

/**
 * Characters with a markdown meaning inside a paragraph. `>`, `|` and underscores inside words have none there.
 * GFM autolinks cannot be escaped, since they are detected in the rendered text; hence `links` above. Within the text of a
 * link, some renderers ignore the escape of `[`, so that `!` needs one of its own.
 */
const meaningful = /[\\`*[\]<~]|!(?=\[)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?[0-9a-z]{1,32};)/giu;

/**
 * Turns untrusted text into one line of plain words: no line breaks, URLs, email addresses or invisible characters, and
 * no domain that a program would turn into a link.
 * @param maxLength in UTF-16 units; longer text is cut at a word and ends in `…`
 */
export function toPlain(text: string, maxLength = 200): string {
  // Much more than is shown, and short enough to process quickly.
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

/** Escapes plain words as inline markdown. */
export const escaped = (plain: string): string =>
  // Some renderers do not support an escaped `<`.
  plain.replaceAll(meaningful, (sign) => (sign === '<' ? '&lt;' : `\\${sign}`));

/** Formats one line of a checklist; `text` is inline markdown. */
export function checklistItem(checked: boolean, text: string): string {
  return `- [${checked ? 'x' : ' '}] ${text}`;
}

/** Replaces `evil.example/login`, `evil.example:8080` and `evil.example?x` like URLs; returns other text unchanged. */
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
  // Removes half a surrogate pair, a trailing joiner, and punctuation at the cut.
  return `${line.slice(0, end).replace(/[\p{Cs}\p{Join_Control}\s.,;:–—-]{1,8}$/u, '')}…`;
}
