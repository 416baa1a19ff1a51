import type { Family } from '../phrases.ts';

/** Disappointment, anger, doubt and confusion. The notation is explained in `phrases.ts`. */
export const frictionFeelings: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 3,
    phrases: `
      disappoint|disappoints|disappointed|disappointing|disappointment|disappointingly|frustrate
      frustrated|frustrates|frustrating|frustration|frustrations|annoy|annoyed|annoying|annoys|annoyance
      irritated|irritating|irritation|dissatisfied|dissatisfaction|unsatisfactory|unsatisfied|unhappy
      unimpressed|displeased|upset|angry|furious|livid|outraged|irate|fuming|appalled|appalling|disgusted
      exasperated|exasperating|infuriating|infuriated|maddening|aggravating|dismayed|aghast|miffed|gutted
      resentful|bitter|agitated|aggrieved|shocked|shocking|disheartened|disheartening|demoralised
      demoralized|demoralising|dissapointed|disapointed|dissapointing
      terrible|terribly|horrible|horrendous|awful|dreadful|dreadfully|abysmal|atrocious|pathetic|dire
      shambles|shambolic|disaster|disastrous|catastrophe|catastrophic|fiasco|debacle|nightmare|chaos
      chaotic|mess|messy|joke|laughable|ridiculous|absurd|unbelievable|outrageous|inexcusable|disgrace
      disgraceful|embarrassing|embarrassed|embarrassment|humiliating|unacceptable|intolerable|inadequate
      substandard|subpar|shoddy|sloppy|useless|worthless|hopeless|pointless|farce|lousy|rubbish|garbage
      crap|crappy|sucks|suck|sucked|ludicrous|insulting|amateurish|amateur|careless|negligent|incompetent
      woeful|lamentable|scandal|unworkable|untenable|unbearable|unsustainable|miserable|rude|dismissive
      arrogant|condescending|insult
      waste|wasted|wasting of|time|money|hours|effort|a|our|another|the|my|two|whole|days|#
      waste of time|money|effort
      lost|losing|lose|loses|shaken|eroded|eroding|undermines|undermined|damaged|damages|dented|destroyed|broken … trust|confidence|faith|credibility|reputation|goodwill
      trust|confidence|faith|credibility|reputation|goodwill|relationship|patience|morale|mood|atmosphere … gone|lost|shaken|damaged|suffered|suffering|broken|eroded|low|suffers|dented|sour|tense|soured|zero|thin|down|cold|bad|evaporated|exhausted
      worried|worry|worries|worrying|concerned|concerning|alarmed|alarming|uneasy|nervous|anxious|troubled
      troubling|unsettled|unsettling|uncomfortable|sceptical|skeptical|scepticism|skepticism|doubtful|wary
      apprehensive|disillusioned|disenchanted|distrust|mistrust|unconvinced|perplexed|baffled|bewildered
      underwhelmed|underwhelming|overpromised|overpromise|underdelivered|mediocre|letdown|unimpressive
      lacklustre|lackluster
      fall|falls|fell|falling|fallen short|flat|apart
      hate|hates|hated|detest|loathe|dread|dreading|resent
      regret|regrets|regretting buying|signing|choosing|switching|ever|having|the|our|it|moving
      sick|tired|fed|weary of|up
      losing|lost patience|the|heart|interest|hope|faith
      hair out
      tearing|pulling … hair
      driving|drives|drove|drive … mad|crazy|nuts|insane|wall|up|bonkers
      pain|thorn|thorns in
      pain point|points
      rip off
      daylight robbery
      beggars belief
      beyond me|a|belief|frustrating|patience
      fire|firefighting fighting
      slap in
      kick|smack in the teeth|face
      joke ,|of
      can not believe
      let us|me|them|him|her|everyone|customers|people down
      shame|pity
      unfortunately … not|no|lost|fails|failed|broken|missing|wrong|late|again|cannot|still|delayed|down|worse|slow
      sorry but|that|to … not|no|wrong|unacceptable|direct|blunt|say|harsh|bad
      so|very|quite|brutally|really direct|blunt|frank|honest ,
      to be direct|blunt|frank|brutally|perfectly
      sorry|sad|regret to say|inform|report|complain
      no offence
      icy|sour|curt
      wit end
      pissed|peeved|narked|miffed|gutted|seething|resigned|demoralised|despair|despairing|desperate
      exasperation|anger|outrage
      ticked|brassed|cheesed|hacked|teed|browned off
      monosyllabic|stony|hostile|unfriendly|stonewalling|evasive|dodgy|shady|cagey
    `,
  },
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 2,
    phrases: `
      confused|confusing|confuse|confuses|confusion|unclear|puzzled|puzzling|unintuitive|misleading|misled
      cryptic|incomprehensible|complicated|convoluted|cumbersome|tedious|awkward|fiddly|painful|painfully
      impractical|overcomplicated|overwhelming|unfriendly|inflexible|cluttered|labyrinth
      struggle~|suffer~|battling|wrestling|grapple|grappling
      burden|burdensome|burdened|strain|strained|stress|stressful|exhausting|tiring|demotivating
      demotivated|hassle|headache|pain|nuisance|ordeal
      doubt|doubts|doubted|doubting
      raised|serious|growing|real|big|biggest|main|deep|grave|major|share|express|expressed … concern|concerns|doubts|objections|reservations|eyebrows
      objection|objections|reservations|misgivings|qualms|resistance|pushback
      push|pushing|pushed back on|against|hard
      grudgingly|lukewarm|frosty|tense|grumbling|grumpy|cranky|grumbled
      poor|poorly|bad|badly|weak|sad|sadly|inferior|cheap … service|support|quality|experience|communication|job|documented|handled|planned|prepared|performance|impression|organised|organized|managed|result|results|timing|signal|translated|explained|designed|built|feedback|review|reviews|start|taste|mood
      bad|negative|mixed|harsh|angry|terrible|poor feedback|review|reviews|press|experience|impression|comments|calls|call|letters|emails|surprise|taste|mood|news|blood
      annoyances|irritations|grievance|grievances|gripe|gripes|niggle|niggles
      clumsy|inefficient|ineffective|outdated|dated|insufficient|unhelpful|unfair|unjustified|unreasonable
      unrealistic|unsuitable|unnecessary|disorganised|disorganized|inconvenient|inconvenience
      uncooperative|unprepared|unwilling|impatient|sceptic|tiresome|unnerving
      pressure from|on|is
      hear|heard … complaints|grumbling|moaning
      questions|questioning|questioned|wonder|wonders|wondering … value|point|worth|money|still|why|paying|pay|need|benefit|cost|seriously|fees
      why we|are|do … pay|paying|still|bother
      up to here
      sigh|ugh|argh|grr|meh|wtf|smh|facepalm|yikes|eek|ouch
      looks|look|looked|looking bad|silly|stupid|unprofessional|foolish|terrible|awful|sloppy|worrying
      out in the cold
      ball dropped
      dropped|drop|dropping the ball
      moving|moved|shifting the goalposts
      bad enough
      wrong direction|track|end|foot|impression
      bitter|sour taste|note|pill
      steep|upward learning curve
      steep learning
      friction|tension|tensions|disagreement|resentment|anger|unrest|discontent|fatigue
      not|hardly|barely|scarcely|neither @adv? pleased|satisfied|impressed|convinced|thrilled|great|smooth|easy|clear|helpful|useful|usable|reliable|acceptable|fair|comfortable|confident|delighted|amused|ideal|perfect|enthusiastic|responsive|sustainable|viable|intuitive|transparent|friendly|accurate|practical|encouraging|competitive|professional|keen|working|love|like|fun
      reluctant|reluctantly|grudgingly|begrudgingly|lukewarm|tepid|frosty|curt|grumpy|cranky|bristled
      tense|frosty|cool|cold|icy|sour|curt|tough|difficult|awkward|uncomfortable|heated|unpleasant tone|atmosphere|call|reception|response|meeting|conversation|conversations|mood|and
      tone|mood|atmosphere|reception|meeting|call was|is|has|were very|rather|quite|a|been|bit? icy|cold|cool|tense|frosty|sour|tough|unfriendly|low|bad|awkward|heated|curt|changed|cooled
      feel|feels|felt|feeling like|as|that|we|a|so|very|really|bit|little|rather|quite|pretty|more|less|being|are|i? being? ignored|abandoned|cheated|neglected|lost|alone|rushed|forgotten|misled|let|unheard|pressured|wrong|forced|bad|left|stupid|bounced|punished|unsupported|deceived|tricked|excluded|second|afterthought|unfinished|beta|guinea|pushed|squeezed|passed|fobbed|overcharged|unsafe|taken
      getting|gets|got|becoming|beyond old|tiresome|silly|ridiculous|beyond|worse|harder|difficult|impossible|tedious|heated|personal|ugly|embarrassing|joke|expensive
      wish you|the|somebody|someone|it|they|your|somebody had|were|was|would
      left|leave|leaving|leaves us|me|them hanging|alone|stranded|with|without|in|waiting|dark|guessing|holding
      passed|pass|passing|bounced|sent|handed … around|round|pillar|between
      in the dark|lurch
      sounded|seemed|looked|seems|looks|sounds … fed|tired|annoyed|cold|cool|distant|worried|unhappy|frustrated|stressed|rushed|irritated|angry|tense|disappointed|unconvinced
      concern|concerns about|over|raised|grow|growing|regarding|from
      not|too much|big|a fan of
      not exactly|really|particularly|terribly|entirely|remotely|quite|even|overly … happy|ideal|good|great|working|helpful|easy|smooth|thrilled|convinced|fun|there|impressed|clear|reliable|pleased|satisfied|useful|fair|comfortable|call|what|support|quick|fast|friendly
      defend|defending|justify|justifying|explain|explaining … you|this|it|internally|to
      skeptics|sceptics remain|unconvinced
      not … convinced|persuaded|reassured|comforted
      sound|sounded|sounding convinced|happy|thrilled not|less
      not sound|seem|look|appear|feel convinced|happy|thrilled|keen|pleased|right|enthusiastic|impressed|interested|good|great|well|fair|safe|professional|like
      interest is|has|was waning|cooled|faded|gone|dropped|low
      enthusiasm … waning|cooled|faded|gone|low|evaporated|limited
      waning|fading|dwindling|eroding
      backfired|backfire|flopped|flop|fiasco|dud|damp squib
      damp squib
      fell flat
      second thoughts
      cold feet
      in two minds
      on the fence
      mixed feelings
      buyer's|buyer remorse
      remorse
      rue
      bad taste
      left|leaves a|us|me bad|sour|bitter|wondering|speechless|cold
      speechless
      wondering|wonder|wonders whether|if|why … right|worth|still|mistake|need|paying|choice|buy|bought|decision|you|anybody|anyone
      was this|it|that a mistake
      a|big|huge|was|our mistake
      overkill|bloated|gimmick|gimmicky|unpolished|rushed|shaky|wobbly|hopelessly|stale|cheap
      too good a customer
      taken for granted
      takes|take|taking us for granted|fools
      not listened|listening|heard|understood|taken|treated|respected|valued
      talk|talks|talking past|down each|to
      unanswered questions
      unanswered|unaddressed|unheard
      lack|lacks|lacking|lacked of|the|in|any|basic
      missing the|our point|mark|boat
      wide of the
      besides the point
      disconnect|misalignment|mismatch between
      😡|🤬|😤|👎|😠|😩|💔|🤦|🙄|😒|🙃
      not a fan
      not inspire confidence
      not our cup
      cup of tea
      hard pressed
      the fence about
      at a loss
      lost for words
      lost track|count|sight
      thin|light on details|substance|detail|content
      more|less than we|i bargained
      bargained for
    `,
  },
];
