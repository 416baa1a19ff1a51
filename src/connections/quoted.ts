/** The maximum length of a quotation of a server. */
const maxQuoted = 200;

/** Quotes what a server said, on one line, without control characters and without any of the secrets. */
export function quoted(text: string, secrets: readonly string[] = []): string {
  let hidden = text;
  for (const form of secrets.flatMap(formsOf)) if (form !== '') hidden = hidden.replaceAll(form, '…');
  const line = toLine(hidden);
  return line.length <= maxQuoted ? line : `${line.slice(0, maxQuoted).toWellFormed()}…`;
}

const toLine = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

/**
 * The forms in which a server may repeat a secret: as it is, on one line, as a string of IMAP, in a URL, in capitals or
 * small letters, or within base64.
 */
const formsOf = (secret: string): string[] => [
  secret,
  toLine(secret),
  secret.replaceAll(/["\\]/g, '\\$&'),
  inUrl(secret),
  inUrl(secret).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  secret.toUpperCase(),
  secret.toLowerCase(),
  ...[0, 1, 2].map((bytesBefore) => inBase64(secret, bytesBefore)),
];

const inUrl = (text: string) => encodeURIComponent(text.toWellFormed());

/** The shortest text in base64 that is certainly no ordinary word. */
const minEncoded = 6;

/** The characters of base64 that depend on the secret alone, if so many bytes come before it; '' if they are too few. */
function inBase64(secret: string, bytesBefore: number): string {
  const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(secret)]);
  const encoded = bytes
    .toString('base64')
    .slice(Math.ceil((bytesBefore * 8) / 6), Math.floor((bytes.length * 8) / 6));
  return encoded.length < minEncoded ? '' : encoded;
}
