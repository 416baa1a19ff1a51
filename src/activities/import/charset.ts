import { isUtf8 } from 'node:buffer';

/** The windows-1252 characters of the bytes 0x80 to 0x9F (WHATWG Encoding Standard). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = new Map<string, number>();
for (let byte = 0; byte < 256; byte += 1) byteOf.set(String.fromCharCode(byte), byte);
for (const [index, character] of Array.from(windows1252).entries()) byteOf.set(character, 0x80 + index);

const replacement = '\ufffd';

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

/** Decodes bytes as UTF-8 if valid, otherwise as windows-1252. */
export function decodeLegacy(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : withoutC1Controls(bytes.toString('latin1'));
}

function repairedLine(line: string): string {
  const encoded = Buffer.alloc(line.length);
  for (let at = 0; at < line.length; at += 1) {
    const byte = byteOf.get(line.charAt(at));
    if (byte === undefined) return line;
    encoded[at] = byte;
  }
  return isUtf8(encoded) ? encoded.toString('utf8') : line;
}

/**
 * Repairs lines of UTF-8 that were decoded as windows-1252 (`GrÃ¼ÃŸe` becomes `Grüße`). Other lines stay unchanged.
 */
export function repairUtf8(text: string): string {
  return text
    .split('\n')
    .map((line) => (/[\u00c2-\u00f4]/.test(line) ? repairedLine(line) : line))
    .join('\n');
}

/**
 * Chooses between two decodings of a text, line by line: UTF-8, unless it gave only replacement characters beside
 * ASCII, then windows-1252.
 */
export function preferReadable(asUtf8: string, asWindows1252: string): string {
  const legacyLines = asWindows1252.split('\n');
  const lines = asUtf8.split('\n');
  if (lines.length !== legacyLines.length) return asUtf8;
  const isBroken = (line: string) => line.includes(replacement) && !/[^\p{ASCII}\ufffd]/u.test(line);
  return lines
    .map((line, index) => {
      const legacy = legacyLines[index] ?? line;
      // `ï¿½` is a replacement character that the sender's program wrote.
      return isBroken(line) && !legacy.includes('ï¿½') ? legacy : line;
    })
    .join('\n');
}
