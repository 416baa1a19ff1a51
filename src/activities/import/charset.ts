import { isUtf8 } from 'node:buffer';

/** The windows-1252 characters of the bytes 0x80 to 0x9F (WHATWG Encoding Standard). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = new Map<string, number>();
for (let byte = 0; byte < 256; byte += 1) byteOf.set(String.fromCharCode(byte), byte);
for (const [index, character] of Array.from(windows1252).entries()) byteOf.set(character, 0x80 + index);

/**
 * Replaces the control characters U+0080 to U+009F with the windows-1252 characters of the same bytes. Some versions of
 * Node decode windows-1252 as latin1, and programs label windows-1252 as ISO-8859-1.
 */
function withoutC1Controls(text: string): string {
  let replaced = '';
  // In parts: `replace` keeps something for each match, and many millions of them end the process for lack of memory.
  for (let at = 0; at < text.length; at += partLength)
    replaced += text
      .slice(at, at + partLength)
      .replace(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control);
  return replaced;
}

const partLength = 64 * 1_024;

/** Makes a text storable: removes NUL, replaces lone surrogates, and converts C1 controls to windows-1252 characters. */
export function clean(text: string): string {
  return withoutC1Controls(text.replaceAll('\0', '').toWellFormed());
}

/** Returns the bytes of a line that was decoded as latin1 or windows-1252; undefined if it was not. */
function bytesOf(line: string): Buffer | undefined {
  const bytes = Buffer.alloc(line.length);
  for (let at = 0; at < line.length; at += 1) {
    const byte = byteOf.get(line.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

function decodedLine(line: string): string {
  const bytes = bytesOf(line);
  if (!bytes) return line;
  const asUtf8 = bytes.toString('utf8');
  return isUtf8(bytes) || /[^\p{ASCII}\ufffd]/u.test(asUtf8) ? asUtf8 : withoutC1Controls(line);
}

/**
 * Decodes each line of a text again that was decoded as latin1 or windows-1252: as UTF-8, unless that gives only replacement
 * characters beside ASCII. So `GrÃ¼ÃŸe` becomes `Grüße`, and `Grüße` stays.
 */
export function decodeLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (/[^\p{ASCII}]/u.test(line) ? decodedLine(line) : line))
    .join('\n');
}
