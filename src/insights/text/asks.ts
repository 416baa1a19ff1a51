const request =
  /\b(?:could|can|would|will) (?:you|somebody|someone|anybody|anyone) (?!imagine|believe)\w|\bplease (?:send|let|tell|make|confirm|advise|call|reply|answer|check|withdraw|get back|provide|share|review|sign|approve|fix)\b|\blet (?:me|us) (?:know|have) (?!if (?:you|there|any))|\b(?:tell|give) us (?:what|when|how|your)\b|\b(?:would|will) be (?:very |much |greatly |highly |really )?appreciated\b|\b(?:second|third|fourth) (?:time (?:of )?asking|reminder)\b|\b(?:i|we)(?:['’]d| would) (?:(?:love|like) to (?:know|hear|understand)|be (?:very |really )?(?:grateful|thankful|interested in))\b/i;

/** The words of an offer such as "please call me if you have any questions". */
const offer = [
  /\bif\b/i,
  /\b(?:any|anything|anyone|questions?|concerns?|else|assistance)\b/i,
  /\b(?:let|call|contact|e-?mail|advise)\b/i,
];

/** True if a text plausibly expects an answer: a question, or a request in English. */
export function asks(text: string): boolean {
  // Web addresses may end with a question mark.
  const own = text.replaceAll(/\bhttps?:\S+/g, ' ');
  return (
    /\?(?=[\s"”')\]]|$)/.test(own) ||
    own.split(/[.?!\n]/).some((part) => request.test(part) && !offer.every((word) => word.test(part)))
  );
}
