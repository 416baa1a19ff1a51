import { asks } from '../text/asks.ts';
import { sentencesOf } from '../text/sentences.ts';
import { countWords } from './words.ts';

/** Reports that a problem is gone, in English. */
const solutions = [
  // Exclamations.
  /^(?:solved|fixed|resolved|success|bingo|yay|hooray|woo(?:hoo)?)\b(?=[!.,]|$)/i,
  /\bmission accomplished\b/i,
  // It works.
  /\b(?:works?|worked|working|runs?|running)(?: (?:just|perfectly|absolutely|very well))? (?:now|fine|again|great|perfectly|flawless(?:ly)?|properly|well|like a charm|successfully|as (?:it should|expected))\b/i,
  /\b(?:works?|loads?|runs?|opens?|prints?|syncs?|starts?) (?:normally|correctly|as before)\b/i,
  /\bback to normal\b|\b(?:in sync|correct|online|available|stable|complete) (?:again|now)\b/i,
  /\b(?:goes|went|proceeds|completes|completed|finished) (?:smooth(?:ly)?|fine|through|successfully|flawlessly)\b/i,
  /\b(?:now (?:(?:it )?works|working)|it(?:['’]?s| is) working|up and running|succeeded)\b/i,
  /\bit(?:['’]?s| is) (?:showing|loading|connecting|syncing|sending|printing|opening) (?:fine |again )?now\b/i,
  /\b(?<!that )(?:it|that|this|everything|which) work(?:s|ed)(?! (?:by|with|when|if|like|for|from|in|on|under|without)\b)\b/i,
  /\b(?:answer|suggestion|solution|workaround|advice|trick|fix|patch|hint)s? work(?:s|ed)\b/i,
  /\b(?:tested (?:and )?work(?:s|ing)|work(?:s|ed) (?:here |there )?for me|(?:started|starts) (?:to work|working))\b/i,
  /\b(?:it|this|that|all|everything)(?:['’]?s| is) (?:ok|okay|fine|good) now\b|\b(?:is|are) (?:ok|okay|fine|correct) now\b/i,
  /\b(?:now (?:it|this|that|all|everything)(?:['’]?s| is) (?:ok|okay|fine|good)|all is (?:well|good|fine)(?: again)?)\b/i,
  // We did it.
  /\bsuccessfully (?:built|managed|implemented|installed|flashed|configured|connected|updated|ran)\b/i,
  /\bmanaged to (?:get|make|have|fix|solve|resolve|run|install|build|configure)\b/i,
  /\b(?:made (?:it|this|that) work|(?:now|finally|actually) able to|now (?:i|we)(?: am|['’]m| are|['’]re) able to(?=[.!]|$)|(?:i|we) (?:was|were|am|are) (?:finally |now |eventually )?able to (?:solve|fix|resolve) (?:it|this|that|the|my|our)|i can now(?! (?:confirm|see|say|only)\b)|(?:got|gets) me (?:going|past))\b/i,
  /\b(?:got (?:it|this|that|everything)|finally got [^,;.]{1,40}) (?:working|running|talking|(?:to )?work)\b/i,
  // The problem is gone.
  /\b(?:with no|without(?: any)?) (?:errors?|problems?|issues?)\b/i,
  /\b(?:no longer|not getting) (?:get|gets|see|sees|have|has|any|crash|crashes|happen|happens|occur|occurs|fail|fails)\b/i,
  /\b(?:problem|issue|error|warning|message|bug|alert|delay)s? (?:is|are|was|has|have)? ?(?:now )?(?:gone|disappeared|went away|cleared|vanished)\b/i,
  /\bno (?:more )?(?:errors?|problems?|issues?|complaints?) (?:any ?more|any longer|since)\b|\bfixed (?:itself|on (?:our|my) (?:end|side))\b/i,
  /\b(?:is|are|was|been|have|got|now) (?:been )?(?:solved|resolved|fixed|sorted(?! (?:by|according|in|from|alphabetically)\b))\b/i,
  /(?:^|[.!,;] )(?:problem|issue|matter|case|topic) (?:solved|resolved|fixed|sorted|settled|closed)\b|\b(?:problem|issue|matter|topic) (?:is|was) (?:settled|done)\b/i,
  /^all (?:good|fine|set) now\b|^no more (?:errors|problems|issues)\b|\b(?:it|this|that)['’]s (?:sorted|fixed|solved|resolved)\b/i,
  /\b(?:sorted(?: it)? out|(?:all|kind of) sorted)\b/i,
  // Something has solved it.
  /\bseem(?:s|ed)? to (?:be (?:fixed|solved|resolved|working)|work|do it|have (?:fixed|solved|resolved))\b/i,
  /\b(?:(?:do|does|did|doing) the trick|that (?:did|fixed|solved|resolved) it)\b/i,
  /\bhelp(?:s|ed) (?:me |us )?(?:to )?(?:solve|resolve|fix) (?:it|this|that|the|my|our)\b/i,
  /\b(?:did|has|have) (?:fix|solve|resolve|cure)(?:e?d)?\b/i,
  /\b(?:(?:solve[sd]|fixe[sd]|resolve[sd]) (?:it|this|that|(?:the|my|our) (?:problem|issue|error|bug))|(?:solve[sd]|resolve[sd]) (?:the|my|our))\b/i,
  // The cause or the solution is found.
  /\b(?:this|that) was (?:the|my) (?:issue|problem|cause|culprit)(?=[.!,;]|$)/i,
  /\b(?:the|my) (?:solution|resolution|fix)(?: \(for me\)| for me)? (?:is|was) to\b/i,
  /\b(?:here is (?:a|the|my) solution|right solution|traced (?:it|the (?:problem|issue)) to)\b/i,
  /\b(?:(?:figured|worked|figure) (?:it|this|that) out|figured it all|(?:figured|found) out (?:the|what|how|why))\b/i,
  /\b(?:(?:found|caught) the (?:problem|issue|bug|cause)|(?:problem|issue|bug|cause) (?:is|was) found)\b/i,
  /\b(?:discovered (?:it|this|that) (?:my|our)sel(?:f|ves)|(?:(?:have|just)|(?<=['’])ve) found it)\b/i,
];
/** The words that make such a report a condition, or its opposite, wherever they stand. */
const conditional =
  /\b(?:if|none|neither|nothing|nobody|not(?! getting any)|never|no longer (?:works?|working|runs?|running)|until|unless|except|only|when|once (?!i |we )|before|previous|earlier|older|sometimes|yet|used to|how|for you|(?<!(?:solv|fix)ed )on (?:my|the|an?|another|other)|(?:was|were|had been) (?:working|running))\b|n['’]t\b/i;
/** The words that make it a wish or a doubt, in the same clause before it. */
const doubtful =
  /^(?:while|because)\b|\b(?:although|though|far from|wants?|wanted|expect|hop(?:e|es|ing)|glad|needs?|needed|would|could|(?<!as it )should|might|may|will|can|cannot|believe|guess|suppose|wonder|please)\b/i;
/** The word that takes it back behind it, and not before: "but now it works". */
const takenBack = /\b(?:but|however)\b/i;
/** The number of characters behind a report in which it can be doubted. */
const doubtReach = 32;
const thanks = /\b(?:thanks|thank your?|thankyou|thx|cheers|much appreciated)\b/i;
/** Thanks for a reply that did not yet help, or in advance. */
const courtesy =
  /\b(?:repl(?:y|ies|ying)|respon(?:se|ses|ding)|answers?|answering|getting back|in advance|your time|email|message|feedback|sharing|attention|here['’]s|look(?:ing)? (?:into|at)|so far|reaching out|hope|hoping|all the same|anyway|anyhow|any help|offers?|update|clarif(?:ying|ication|ications)|posting|the (?:call|chat|meeting))\b/i;
/** Announcements to try what was advised. */
const tries =
  /\b(?:will|shall|going to|gonna|(?:i|we)['’]ll) (?:then |also |certainly |definitely )?(?:try|test|check|look|install|apply|collect|update|upgrade|restart|have a look|take a look|give (?:it|this|that) a)\b/i;
/** Words by which writers take back what they wrote; not "Never mind the delay". */
const withdrawals = [
  /^never ?mind(?:[.,;:!]|$)/i,
  /\bno (?:further )?(?:action|reply|answer|response) (?:is )?(?:needed|required|necessary)\b|\bno need to (?:dig|look|investigate|reply|answer|follow|chase|check)\b/i,
  /(?:^|\b(?:it|this|that|which|request|ticket|help|answer)(?:['’]s| is) )no longer (?:relevant|needed|necessary|required|an (?:issue|topic)|a (?:problem|concern))\b|\b(?:do not|don['’]t) worry about (?:it|this|that)\b/i,
  /\b(?:forget (?:it|about it|my (?:last|previous)|that)|i withdraw my|we have (?:found|taken|got) another (?:solution|way))\b/i,
  /\b(?:answering my own question|false (?:alarm|issue|report))\b/i,
  /\b(?:please|kindly) (?:ignore|disregard)\b|^(?:ignore|disregard) my\b/i,
  /\b(?:please|feel free to|(?:you|we) (?:can|may)|(?:i|we)(?: will|['’]ll)) close (?:this|the) (?:ticket|issue|case|bug|inquiry|enquiry|thread|report)\b/i,
  // Apologies.
  /\bsorry for (?:(?:this|the|my) (?:question|noise|confusion)|wasting your time)\b/i,
  /\bapolog(?:y|ies|i[sz]e) for (?:stealing|wasting|taking|the (?:noise|confusion))\b/i,
  // The writer's own mistake.
  /\b(?:my (?:own )?(?:mistake|fault|bad)|i was wrong|(?:silly|stupid|dumb) mistake)\b/i,
  /\b(?:mistake|error|fault) on (?:my|our) (?:end|side|part)\b/i,
  /\b(?:problem|error|fault) (?:is|was),? (?:of course,? )?mine\b/i,
  /\b(?:i|we) (?:had|made) an? (?:typo|mistake|(?:wrong|incorrect) assumption)\b/i,
  /\b(?:i|we)(?: (?:mistakenly|(?:had )?incorrectly)|(?: had)? forgot(?:ten)? (?:that|i|we))\b/i,
  // The cause is plain now.
  /\bthat explains(?: it)?(?: :\))?[.!]?$|^(?:ok(?:ay)?,? |ah,? )?now (?:i|we) understand(?:, [a-z]+)?[.!]?$/i,
  /\b(?:it|problem|issue|cause) ended up being\b/i,
];
/** Words before a withdrawal that deny it: "that is not my fault". */
const negation = /\b(?:not|never|if|whether|before|says?|said|told)\b|n['’]t\b/i;
const longestThanks = 120;
const longestCourtesy = 60;

const help = /\b(?:help|support|assist|fix|effort|work)/i;

const inAdvance = /\bin advance\b|\bany(?:one|body) who\b/i;

/**
 * True for a bare courtesy: "Perfect.", "Thanks for your quick answer.", "Thanks to anyone who can help."
 * @param isStrong true for a strong win, which thanks only end: "We have signed, thank you."
 */
export const isCourtesy = (sentence: string, isStrong: boolean): boolean =>
  !tellsSolved(sentence) &&
  ((hasThanks(sentence) && inAdvance.test(sentence)) ||
    (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 3 ||
    (!isStrong && sentence.length <= longestCourtesy && isThanks(sentence) && !speaksOfHelp(sentence)));

/** True for a sentence with a word of thanks. */
export const hasThanks = (sentence: string): boolean => thanks.test(sentence);

/** Words by which writers claim the solution for themselves. */
const alone =
  /(?:^|\b(?:i|we)(?:['’]ve)? (?:(?:have|finally|myself) ){0,2})(?:solved|fixed|resolved|figured|worked it out|sorted|got (?:it|this|that|everything) (?:working|running|to work)|found (?:the|out|it)|traced)\b|\b(?:finally got|got it (?:to work|working))\b|\bworkaround\b|\bsolution (?:that )?i\b/i;

/** True if the writers solved it by themselves: that settles a concern, but is no win of ours. */
export const solvedAlone = (sentence: string): boolean => alone.test(sentence.trim()) && !hasThanks(sentence);

/** True for a sentence with a word of help, which makes more of thanks than a courtesy. */
export const speaksOfHelp = (sentence: string): boolean => help.test(sentence);

/** True for thanks for more than an answer. */
export const thanksForHelp = (sentence: string): boolean => hasThanks(sentence) && !courtesy.test(sentence);

const isThanks = (sentence: string) => sentence.length <= longestThanks && hasThanks(sentence);
const works = /\bwork(?:s|ed|ing)\b/i;

const opensWithThanks =
  /^(?:(?:(?:hi|hello|hey|dear)\b[^,.!?]{0,30}|nice|great|perfect|ok|okay)[,.!] )?(?:many ){0,2}(?:thanks|thank your?|thx|cheers)\b/i;

/** True for an opening that thanks for an answer. */
export const acknowledges = (sentence: string): boolean =>
  opensWithThanks.test(sentence) && !inAdvance.test(sentence);

/** True for thanks, and for what works, which are a win only once the concern of the thread is solved. */
export const needsSolution = (sentence: string): boolean =>
  opensWithThanks.test(sentence.trim()) || works.test(sentence);

const opinion =
  /\b(?:i|we) (?:think|assume|suppose|believe|guess|imagine)\b|\bin general\b|\bwonder\b|\bidea\b|^(?:before|remember|join us)\b/i;
/** Words behind which a writer who has time comes to the point, and descriptions. */
const reserve = /\b(?:will be|but|however|although|though|if|simple|simplest|unfortunately|guess)\b|:$/i;
/** Introductions to what comes next, attempts, and praise that is taken back. */
const leadsOn = /:$|\b(?:try|tried|trying) to\b|\bbut\b(?! (?:also|even|now))/i;
/** In words. */
const longestPointed = 20;

/** True for a sentence that comes to the point of a win: thanks, a solution, or few words that are no mere opinion. */
export function isPointed(sentence: string, isMail: boolean): boolean {
  if (leadsOn.test(sentence) || (isMail && reserve.test(sentence))) return false;
  if (hasThanks(sentence) || tellsSolved(sentence)) return true;
  return countWords(sentence) <= longestPointed && !opinion.test(sentence);
}

/** True if a sentence speaks of a solution at all, even of one that is missing. */
const namesSolution = (sentence: string): boolean => solutions.some((solution) => solution.test(sentence));

/** True if a sentence reports that a problem is gone. */
export const tellsSolved = (sentence: string): boolean =>
  solutions.some((solution) => {
    const report = solution.exec(sentence);
    if (report === null) return false;
    const end = report.index + report[0].length;
    const upTo = sentence.slice(0, end);
    const behind = sentence.slice(end);
    const clause = upTo.slice(upTo.lastIndexOf(',', report.index) + 1);
    return (
      !conditional.test(upTo + behind.slice(0, doubtReach)) &&
      !doubtful.test(clause) &&
      !takenBack.test(behind)
    );
  });

const confirmation =
  /\b(?:glad|happy|pleased|great|good|nice) (?:to (?:hear|read|see|know) )?(?:that )?(?:you(?:['’]ve| have)? (?:got|solved|resolved|fixed|found) (?:it|that|this|the (?:problem|issue|cause|solution|bug))|(?:it|that|this|things|everything)(?:['’]s| is| are| has| have)? (?:all |now |been )?(?:work(?:s|ed|ing)|sorted|solved|resolved|fixed))\b/i;
/** Words that make a confirmation a wish, a doubt or its opposite. */
const wishOrDoubt = /\b(?:would|will|not|if|once|before|but|until|hope|please)\b|n['’]t\b/i;

/** True if a text of ours is glad that the client's concern is settled, and neither asks nor wishes it. */
export const confirmsSolution = (text: string): boolean =>
  confirmation.test(text) &&
  !asks(text) &&
  sentencesOf(text).some((sentence) => confirmation.test(sentence) && !wishOrDoubt.test(sentence));

/** True if a sentence announces to try what was advised: thanks in the same message do not yet tell that it helped. */
export const announcesTrial = (sentence: string): boolean => tries.test(sentence);

/** True if a sentence takes back what its writer asked or complained of: "Never mind." */
export function withdraws(sentence: string): boolean {
  const text = sentence.trim();
  return (
    !asks(text) &&
    withdrawals.some((withdrawal) => {
      const found = withdrawal.exec(text);
      return found !== null && !negation.test(text.slice(0, found.index));
    })
  );
}

/** True if a sentence of the client says that its concern is settled. `isAnswered`: after somebody else's answer. */
export function settles(sentence: string, isAnswered: boolean): boolean {
  if (asks(sentence)) return false;
  if (namesSolution(sentence)) return tellsSolved(sentence);
  if (!isAnswered || reserve.test(sentence)) return false;
  return isThanks(sentence) && !courtesy.test(sentence);
}
