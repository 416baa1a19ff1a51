import PostalMime from 'postal-mime';

/** What is never shown, from its opening tag to the closing one. */
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

/** The text of an HTML document or of a part of one, in lines; links keep their text only. */
export async function htmlToText(html: string): Promise<string> {
  // The parser's own rule for links takes quadratic time on tags that never end.
  const visible = blocks.reduce(withoutBlocks, html).replace(/<a\b(?:[^<>]{0,4096}>)?/gi, '');
  // postal-mime converts HTML only where there is a plain part too, so it gets an empty one.
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
