const request =
  /\b(?:could|can|would|will) (?:you|somebody|someone|anybody|anyone) (?!imagine|believe)\w|\bplease (?:send|(?:let|tell) (?:me|us)|make|confirm|advise|call|reply|answer|check|withdraw|get back|provide|share (?!(?:it|this|them) with\b)|review|sign|approve|fix)\b|(?<!\bfailed to )\blet (?:me|us) (?:know|have) (?!if (?:you|there|any))|\b(?:tell|give) us (?:what|when|how|your)\b|\b(?:would|will) be (?:very |much |greatly |highly |really )?appreciated\b|\b(?:second|third|fourth) (?:time (?:of )?asking|reminder)\b|\b(?:i|we)(?:['’]d| would) (?:(?:love|like) to (?:know|hear|understand)|be (?:very |really )?(?:grateful|thankful|interested in))\b/i;

/** The words of an offer such as "please call me if you have any questions". */
const offer = [
  /\bif\b/i,
  /\b(?:any|anything|anyone|questions?|concerns?|else|assistance)\b/i,
  /\b(?:let|call|contact|e-?mail|advise)\b/i,
];

/** True if a text plausibly expects an answer: a question, or a request in English. */
export function asks(text: string): boolean {
  // Web addresses and names that somebody is not sure of, such as (Petra?), may end with a question mark.
  const own = text.replaceAll(/\bhttps?:\S+|\([A-Z][a-z-]{2,20}\?\)/g, ' ');
  return (
    /\?(?=[\s"”')\]]|$)/.test(own) ||
    own.split(/[.?!\n]/).some((part) => request.test(part) && !offer.every((word) => word.test(part)))
  );
}

/** Reminders by clients, in English. */
const reminders = [
  /\b(?:(?:still|been) (?:waiting|missing)|waiting (?:for|on) (?:you|feedback|news|a reply|an answer)|await(?:ing)? your)\b/i,
  /(?:^|[.!,;:-] |\bhi |\bhello )any (?:news|updates?|progress|feedback|thoughts|ideas?)\b/i,
  /(?<!\bfor |\bwill |['’]ll )\bfollow(?:ing)? up on\b|(?<!\bfor (?:the|your) )\b(?:gentle|friendly|kind|quick|another) reminder\b/i,
  /\b(?:have not|haven['’]t|did not|didn['’]t) (?:yet )?(?:heard?|received? (?:any|an?) (?:reply|answer|response))\b|\bstill no (?:reply|answer|response|news)\b/i,
  /\b(?:(?:was|were) promised|(?<!\b(?:as|everything) )you promised|nobody (?:came|called|rang|replied|answered|got back))\b/i,
];

/** Their requests and indirect questions. */
const wishes = [
  /\b(?:please|pls|plz|kindly) (?!(?:find|note|see|accept|feel|ignore|disregard|forgive|excuse|bear|read|be (?:advised|aware|informed|assured)|do(?: not|n['’]t)|don['’]t|have a|give my|pass (?:on|my)|say|enjoy|thank|keep up|continue|carry on|no\b|(?:let|tell) (?!me|us)|share (?:it|this|them) with|take your time|stay|rest assured|(?:convey|extend) (?:my|our)|(?:also |kindly )(?:find|note|see)|reach out|get in touch|consider the environment)\b)\w/i,
  /\b(?:tell|send|give|show|call|e-?mail|forward|resend|copy) (?:me|us),? please\b/i,
  /(?:^|[.!,;:] |\b(?:and|then|so|just|also|or) )(?:tell|send|give|show|call|e-?mail|forward|resend) (?:me|us) (?!know|if)/i,
  /\b(?:(?:i|we|and)|(?:(?:i|we) (?:would|will|still|also|urgently|really|now|do)|(?:i|we)['’]d|(?:i|we)['’]ll)(?: also| still| urgently)?) (?:need|require) (?!(?:to|until|more time|no|not|any)\b)/i,
  /\b(?:i|we) (?:still |really |also )?need (?:you|somebody|someone) to\b/i,
  /\b(?:i|we)(?:['’]d| would) (?:really |very much |greatly |also |rather |much )?(?:appreciate|prefer|want|have (?!(?:no|been|said|done|called|sent|told|liked|loved|preferred)\b)|like (?!to (?:(?:personally |formally |also |really )?thank|confirm|inform|let|congratulate|apologi|say|share|express|introduce|invite|wish|add|point|mention|take this)))/i,
  /^appreciate your\b/i,
  /\b(?:i|we) (?:(?:must|have to|would|kindly|hereby|therefore)(?: kindly)? )?(?:ask|request|urge|beg) (?:you|that|for|to|an?|the)\b/i,
  /\blook(?:ing)? forward to (?:your (?:kind )?(?:answer|advice|reply|response|feedback|quote|offer|proposal|comments|confirmation|thoughts|news|call|e-?mail)|hearing|receiving|getting (?:your|an?|the)|a (?:reply|response|quote|proposal))\b/i,
  /\bchecking in\b|\bkeep (?:me|us) (?:posted|updated|informed)\b|\bi have (?:a|another|one more|some) questions? (?:about|regarding|on|concerning)\b/i,
  /\bi wonder (?:if|whether|how|why|what|when)\b|\b(?:i['’]?m|i am|we are|we['’]re|was|were|just) wondering\b/i,
  /\bwould (?:also )?be (?:really |very )?(?:great|good|nice|helpful|perfect|lovely|useful|wonderful|best) (?:if|to (?!(?:see|meet|welcome|catch up)\b))/i,
  /\bhope (?:that )?(?:you|your [a-z]+|somebody|someone) can\b/i,
];

const isOffer = (sentence: string) => offer.every((word) => word.test(sentence));

/** True if a client's sentence reminds of an answer. English only. */
export const reminds = (sentence: string): boolean =>
  reminders.some((reminder) => reminder.test(sentence)) && !isOffer(sentence);

/** True if a client's sentence calls for an answer or an action: a question in any language, or a request in English. */
export const expectsAnswer = (sentence: string): boolean =>
  asks(sentence) || reminds(sentence) || (wishes.some((wish) => wish.test(sentence)) && !isOffer(sentence));
