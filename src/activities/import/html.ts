import PostalMime from 'postal-mime';

/** Removes the elements whose content is never displayed, and that the parser leaves in. */
function withoutStyles(html: string): string {
  const [start = '', ...rest] = html.split(/<(?:style|title)\b/i);
  return start + rest.map((part) => part.replace(/^[\s\S]*?<\/(?:style|title)\s{0,9}>/i, '')).join('');
}

/** Converts an HTML document or fragment to lines of text; links keep only their text. */
export async function htmlToText(html: string): Promise<string> {
  // The parser's rule for links takes quadratic time on unclosed tags.
  const visible = withoutStyles(html).replace(/<a\b(?:[^<>]{0,4096}>)?/gi, '');
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
