const request =
  /\b(?:could|can|would|will) (?:you|somebody|someone|anybody|anyone) (?!imagine|believe)\w|\bplease (?:send|let|tell|make|confirm|advise|call|reply|answer|check|withdraw|get back|provide|share|review|sign|approve|fix)\b|\blet (?:me|us) (?:know|have) (?!if (?:you|there|any))|\b(?:tell|give) us (?:what|when|how|your)\b/i;

/** True if a text plausibly expects an answer: a question, or a request in English. */
export const asks = (text: string): boolean => /\?(?=[\s"”')\]]|$)/.test(text) || request.test(text);
