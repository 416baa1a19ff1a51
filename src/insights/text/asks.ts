const request =
  /\b(?:could|can|would|will) (?:you|somebody|someone|anybody|anyone) (?!imagine|believe)\w|\bplease (?:send|let|tell|make|confirm|advise|call|reply|answer|check|withdraw|get back|provide|share|review|sign|approve|fix)\b|\blet (?:me|us) (?:know|have) (?!if (?:you|there|any))|\b(?:tell|give) us (?:what|when|how|your)\b/i;

/** Web addresses, which may end with a question mark, and offers such as "please call me if you have any questions". */
const noRequest =
  /\bhttps?:\S+|\b(?:let (?:me|us) know|call|contact|e-?mail|advise)\b[^.?!\n]{0,60}?\bif\b[^.?!\n]{0,60}?\b(?:any|anything|anyone|questions?|concerns?|else|assistance)\b|\bif\b[^.?!\n]{0,60}?\b(?:any|anything|anyone|questions?|concerns?|else|assistance)\b[^.?!\n]{0,100}?\b(?:let|call|contact|e-?mail|advise)\b/gi;

/** True if a text plausibly expects an answer: a question, or a request in English. */
export function asks(text: string): boolean {
  const own = text.replaceAll(noRequest, ' ');
  return /\?(?=[\s"”')\]]|$)/.test(own) || request.test(own);
}
