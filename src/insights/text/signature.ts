const footer =
  /unsubscribe|abbestellen|se désinscrire|darse de baja|uitschrijven|you (?:received|are receiving) this (?:e-?mail|message)|this (?:e-?mail|message) was sent (?:to|by)|manage (?:your )?(?:preferences|subscription)|view (?:this (?:e-?mail )?)?in (?:your |a )?browser|mailing list$|\/listinfo\/|consider the environment|think before (?:you )?print/;
const notice =
  /confidential|privileged|intended (?:solely|only|for|recipient)|addressee|legal notice|disclaimer|disclose|disclosure|unauthori[sz]ed|virus|notify the sender|received (?:this|it) (?:e-?mail |message |transmission )?in error|delete (?:it|this)|registered (?:office|in|number)|company (?:number|no\b)|vertraulich|bestimmungsgemäß|irrtümlich|handelsregister|amtsgericht|geschäftsführer|confidentiel|destinataire|confidencial|destinatario|riservat|vertrouwelijk|geadresseerde|avg|datenschutz/g;
const closing =
  /^(?!(?:many )?(?:thanks|thank you)[,.!]? (?:that|this|it|i|we|you)\b)(?:(?:with |all )?(?:my |the )?(?:very )?(?:best|kind|kindest|warm|warmest|many thanks|thanks|thank you|thx|cheers|regards|sincerely|yours|cordially|respectfully|take care|greetings|love|talk soon|speak soon|br|rgds|kr|mit (?:freundlichen|besten|herzlichen)|viele|beste|liebe|freundliche|herzliche|schöne|gruß|lg|vg|mfg|cordialement|bien (?:à|cordialement)|bonne (?:journée|soirée)|amicalement|salutations|meilleures|(?:un |muchos )?salud[oi]s?|atentamente|abrazo|cordiali|distinti|grazie|met vriendelijke|vriendelijke|groet|groeten|hilsen|med venlig|med vänlig|vänliga|mvh|pozdrawiam|atenciosamente|abraço))(?:[^\p{L}.!?:][^.!?:]{0,59})?[,.!]?$/u;
const nameLine = /^\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+\p{Lu}[\p{L}\p{M}.'’-]*){0,3}\s?[,.]?$/u;

/** The maximum length of a signature line, in characters. */
const longestLine = 80;

/** The maximum number of lines of a signature. */
const longestSignature = 12;

/** The length of a line's beginning that is searched for footers and notices, in characters. */
const longestLooked = 200;

/** The beginning of a line as the patterns expect it: trimmed and in lower case. */
const looked = (line: string, maxLength = longestLooked) => line.slice(0, maxLength).trim().toLowerCase();

/** Joins lines into a text without the closing, the signature and everything below. */
export function withoutSignature(lines: readonly string[]): string {
  const text = lines.map((line) => line.trimEnd()).join('\n');
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));
  const end = paragraphs.findIndex((paragraph) => isFooter(paragraph));
  return unsigned(end < 0 ? paragraphs : paragraphs.slice(0, end))
    .map((paragraph) => paragraph.join('\n'))
    .join('\n\n')
    .trim();
}

function isFooter(paragraph: readonly string[]): boolean {
  const text = looked(paragraph.join(' '), 2_000);
  return footer.test(text) || new Set(text.match(notice)).size >= 3;
}

/** Cuts at the closing ("Best regards,") when only a signature follows. */
function unsigned(paragraphs: readonly string[][]): readonly string[][] {
  for (const [index, paragraph] of paragraphs.entries()) {
    const line = paragraph.findIndex((text) => text.length < longestLine && closing.test(looked(text)));
    if (line < 0) continue;
    const below = [
      ...paragraph.slice(line + 1),
      ...paragraphs.slice(index + 1, index + longestSignature).flat(),
    ];
    if (isSignature(below)) {
      // A message that only thanks says so.
      const end = index === 0 ? Math.max(line, 1) : line;
      return [...paragraphs.slice(0, index), paragraph.slice(0, end)].filter(({ length }) => length > 0);
    }
  }
  return paragraphs;
}

/** True for a few lines that are not sentences. */
const isSignature = (lines: readonly string[]) =>
  lines.length <= longestSignature &&
  lines.every(
    (line) => line.length < longestLine && (!/[.!?]$/.test(line.trim()) || nameLine.test(line.trim())),
  );
