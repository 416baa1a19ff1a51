import PostalMime from 'postal-mime';

/** Elements whose content is never displayed: opening and closing tags. */
const blocks = [
  [/<style\b/gi, /<\/style\s{0,9}>/gi],
  [/<title\b/gi, /<\/title\s{0,9}>/gi],
] as const;

function withoutBlocks(html: string, [opening, closing]: (typeof blocks)[number]): string {
  opening.lastIndex = 0;
  let kept = '';
  let from = 0;
  for (let open = opening.exec(html); open; open = opening.exec(html)) {
    closing.lastIndex = open.index;
    if (!closing.exec(html)) break;
    kept += html.slice(from, open.index);
    from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return kept + html.slice(from);
}

/** Converts an HTML document or fragment to lines of text; links keep only their text. */
export async function htmlToText(html: string): Promise<string> {
  // The parser's rule for links takes quadratic time on unclosed tags.
  const visible = blocks.reduce(withoutBlocks, html).replace(/<a\b(?:[^<>]{0,4096}>)?/gi, '');
  // postal-mime converts HTML only beside a plain-text part, so add an empty one.
  const email = await PostalMime.parse(
    [
      'Content-Type: multipart/mixed; boundary=part\n\n--part\nContent-Type: text/plain\n\n',
      '--part\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n',
      `${Buffer.from(visible).toString('base64')}\n--part--\n`,
    ].join('\n'),
  );
  const lines = (email.text ?? '').replaceAll('\u00a0', ' ').split('\n');
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
