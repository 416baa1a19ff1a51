import { isUtf8 } from 'node:buffer';

/** What windows-1252 has where Unicode has the controls U+0080 to U+009F (WHATWG Encoding Standard). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const byteOf = new Map<string, number>();
for (let byte = 0; byte < 256; byte += 1) byteOf.set(String.fromCharCode(byte), byte);
for (const [index, character] of Array.from(windows1252).entries()) byteOf.set(character, 0x80 + index);

const replacement = '\ufffd';

/**
 * Turns the control characters U+0080 to U+009F into the windows-1252 characters of the same bytes. Some versions of
 * Node read windows-1252 as pure latin1, and programs label windows-1252 as ISO-8859-1; nobody means the controls.
 */
function withoutC1Controls(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control);
}

/** A text as the database takes it: without NUL, lone surrogates and control characters that stand for windows-1252. */
export function clean(text: string): string {
  return withoutC1Controls(text.replaceAll('\0', '').toWellFormed());
}

/** Reads bytes as UTF-8 where they are valid UTF-8, else as windows-1252. */
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
 * Turns the lines of a text that were UTF-8 read as windows-1252 back into what they were (`GrÃ¼ÃŸe` into `Grüße`).
 * Lines whose bytes are no valid UTF-8 stay as they are.
 */
export function repairUtf8(text: string): string {
  return text
    .split('\n')
    .map((line) => (/[\u00c2-\u00f4]/.test(line) ? repairedLine(line) : line))
    .join('\n');
}

/**
 * Combines two readings of the same text: a line stays as read as UTF-8 unless that brought nothing but broken
 * characters, in which case it is taken as read as windows-1252.
 */
export function preferReadable(asUtf8: string, asWindows1252: string): string {
  const legacyLines = asWindows1252.split('\n');
  const lines = asUtf8.split('\n');
  if (lines.length !== legacyLines.length) return asUtf8;
  const isBroken = (line: string) => line.includes(replacement) && !/[^\p{ASCII}\ufffd]/u.test(line);
  return lines
    .map((line, index) => {
      const legacy = legacyLines[index] ?? line;
      // A replacement character that the sender's program wrote itself reads as these three.
      return isBroken(line) && !legacy.includes('ï¿½') ? legacy : line;
    })
    .join('\n');
}
