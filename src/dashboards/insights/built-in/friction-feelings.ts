import type { Family } from './phrases.ts';

/** Complaint, disappointment and doubt. The notation is explained in `phrases.ts`. */
export const frictionFeelings: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 3,
    fixed: true,
    phrases: `
      not|hardly|scarcely|barely acceptable|impressed|amused|happy|pleased|satisfied|thrilled|delighted|convinced|comfortable|reassured|workable|usable|sustainable|tolerable|serious|professional|funny|overjoyed
      not @adv? good|great|fair|funny|serious|right|professional|helpful|encouraging|reassuring|fun|clever|fast|quick|enough
      not @adv? good|fast|reliable|stable|clear|accurate enough
      not @adv? what|how i|we|you|they|was|the|it is|are|was|were|had|have|would|said|should|team|contract? agreed|ordered|expected|promised|hoped|asked|discussed|expecting|paid|pay|paying|needed|signed|sold|wanted|shown|told|quoted|call|call|imagined|had|looks
      not @adv? what was|were? agreed|ordered|promised|sold|quoted|asked|discussed|shown
      nothing like what|the … agreed|ordered|promised|shown|sold|demo|brochure
      not as agreed|promised|described|advertised|expected|planned|smooth|smoothly|good|easy|simple|hoped|specified|discussed|fast|well|reliable
      not up|fit|living|live to|for|up scratch|par|standard|purpose|expectations|our|the|to
      hardly|barely|scarcely|far from? good|fast|reliable|accurate|stable|ready|usable|close|nearly|works|working|working|use|used|uses
      not the best|smoothest|finest|service|level|quality|standard|experience|impression|right
      not your|their|his|our finest|best|strong|strongest hour|work|moment|suit|point|day|week
      not … standard|level|quality|service we|i|you are|am|have? used|expect|expected|came|come|accustomed
      not @adv? going|gone|go|working|worked|landing|land|landed|running|run|starting|started|start|sitting|sit well|anywhere|smoothly|properly|right|better|great|good|planned|down|far
      could|would not care be? less|bothered
      could|should have been|gone|done|handled|communicated|told|warned|known better|clearer|sooner|earlier|smoother|us|nicer|quicker|faster|more|this|that|about
      could|can do|be|have better|quicker|faster|clearer
      leaves|left|leave|leaving something|lot|much … desired
      to be desired
      less than ideal|happy|thrilled|impressed|satisfied|perfect|pleased|helpful|impressive|satisfactory|great|delighted|convinced|smooth|enthusiastic|reassuring|professional|stellar|transparent|clear|half
      far from happy|ideal|perfect|satisfied|satisfactory|smooth|over|ready|good|great|clear|convinced|finished|done|stable|certain|reliable|impressed|acceptable|pleased|sure|complete|what|usable|easy|there
      anything but happy|smooth|easy|perfect|clear|good|satisfied|reliable|helpful|ideal|fast|stable|quick|simple|professional
      nothing but trouble|problems|issues|headaches|grief|delays|excuses|bugs|silence
      not only|just … late|slow|broken|expensive|wrong|fail|failed|fails|rude
      nothing|not|never|nobody … good enough
      nothing|little has|is|was|been? happened|changed|moved|arrived|done|happening|moving
      nothing|none|neither of … works|worked|happened|arrived|delivered|been|is
      nothing works|worked|arrived|happened|happens|changed|changes|improved
      not|nor a|one|single single? word|reply|answer|response|thing|peep|update|line|sign|solution
      no|zero|without any? word|reply|replies|answer|answers|response|responses|feedback|sign|reaction|explanation|apology|eta|progress|improvement|joy|follow|callback|acknowledgement|acknowledgment|movement|warning|notice|visibility|transparency|ownership|accountability|idea|clue|excuse|structure|direction|documentation|appetite|guarantee|faith|confidence|trust
      no solution|support|status|update|news|resolution|fix|information|access|contact|communication|one|body yet|from|since|on|so|for|whatsoever|in|to|told|at|answers|replies|picks|called
      no|little|zero sign|trace|sense|point|way|end|hope of|in|to|forward
      little to show
      nobody|none|no answers|answered|answer|replied|replies|reply|responded|responds|called|calls|picks|picked|came|comes|knows|knew|told|tells|uses|used|informed|explained|reacted|reacts|bothered|bothers|warned|turned|logs|logged|understands|understood|cares|mentioned|wanted|opened|opens|asked|trusts|likes|liked|takes|took|listens|listened|feels|decides|owns|wants|ordered|agreed|responsible
      nobody|none … answers|answered|replied|responded|picked|reacted|explained|responsible
      nobody|no … can|could|able|wants|seems|bothered to? use|explain|tell|answer|help|say|log|open|feel|care|understand|reproduce|find|read|reach
      not|never heard|hear anything? back|from|a|anything|since|yet|word
      heard nothing|nobody|little back|from|since|yet
      got|received|had|get|getting no|nothing|zero answer|reply|response|back|feedback|word|confirmation|explanation
      has|have|had|did|does|do|was|were|is|are not @adv? answered|replied|responded|arrived|received|delivered|resolved|fixed|shown|paid|happened|appeared|materialised|materialized|shipped|started|confirmed|updated|processed|credited|refunded|improved|changed|addressed|corrected|honoured|honored|kept|acknowledged|worked|provided|installed|solved|sorted|told|informed|consulted|warned|invited|given|heard|migrated|run|understood|listened|followed|looked|tested|included|loaded|reached|moved|touched
      still|again not @adv? answered|replied|responded|arrived|received|delivered|resolved|fixed|paid|happened|working|work|works|ready|available|possible|there|able|got|seen|had|heard|back|live|done|correct|right|signed|good|what|seeing|stable|know|understand|clear|convinced|connected|access|complete|have|see|get|load|print|open
      still|again no|nothing|waiting|unresolved|unanswered|broken|missing|down|wrong|failing|fails|crashes|crashing|outstanding|unpaid|stuck|chasing|struggling|unclear|late|slow|losing|lost|owe|owed|blocked|red|offline|unusable|unsolved|unfixed|unhappy|confused|refuse|refuses|having|shows|wrong|prints|manually|incorrect
      have|has|had|am|are|is yet to receive|hear|be|get|materialise|materialize|arrive|reply|respond|answer|deliver|happen|work|show|come|see a|any|the|one|results|progress|it
      yet to receive|hear|materialise|materialize|arrive|reply|respond|answer|deliver|happen|work
      can|could|do|does|did|will|would|is|are|am not|never|hardly|barely|longer @adv? recommend|justify|accept|rely|trust|tolerate|afford|defend|explain|condone|cope|recognise|recognize|stand|accepting|paying|buy
      can|could not|hardly|barely go|carry|continue|keep|live|work|wait|take on|like|going|doing|with|any|much|this
      can|could|is|are|am|was|were|been|be not|hardly|longer @adv? able|possible? to? log|sign|open|access|save|export|upload|download|print|load|find|connect|submit|edit|use|reach|see|login|get|sync|view|enter|create|install|search|process|invoice|complete|play|check|scan|register|generate|hear|read|reproduce|work|operate|trade|serve|ship|run|bill|discharge
      unable to
      do|does|did|will|would|is|are|was|were|has|have|had|could|can not|never @adv? to? work|works|working|worked|load|loading|open|opening|match|matching|sync|syncing|print|printing|start|respond|responding|reply|add|reflect|cover|deliver|show|showing|appear|save|saving|connect|connecting|sent|update|updating|function|functioning|fit|support|scale|perform|understand|care|listen|keep|solve|feel|arrive|help|make|hold|meet|met|agree|order|ordered|stop|charge|answer|answered|see|explain|say|play|convince|let|recognise|read|balance|correspond|exist|stick|count
      not @adv? make|makes|making|made sense|difference|any|much|progress|up
      no|little sense
      no longer acceptable|works|work|working|trust|use|believe|see|want|fit|answers|have|competitive|reliable|interested|possible|keep|get|recommend
      not worth the|it|our|my|what
      not … return|value on|for
      not see|seeing|getting|get|feel|felt|received|found the|any|much|enough|real|a? value|benefit|benefits|results|return|point|progress|improvement|use|difference|worth|advantage|sense|heard|supported|valued|listened|safe
      not|nor the first|only|second time|one|week|month|incident
      not for the first time
      not … confidence|confident|trust|faith in|that|of|about
      not impress|inspire|like|enjoy|appreciate|instil
      never worked|answered|replied|arrived|received|delivered|happened|called|materialised|materialized|ordered|agreed|approved|authorised|authorized|signed|fixed|again|explained|asked|returned|got|saw|heard|showed|really
      never had|seen|been|known|experienced … so|such|this bad|worse|poor|trouble|problems|slow|mess
      too|so|very|really|extremely|painfully|rather|quite|awfully|unbearably|incredibly|increasingly|ridiculously|pretty|unacceptably|super|terribly|just|becoming|getting|overly|absurdly|bit|little|far|is|are|was|feels|rather|way|much slow|slowly|complicated|expensive|complex|confusing|clunky|sluggish|laggy|unreliable|unstable|tedious|cumbersome|pricey|frustrating|frustrated|annoying|annoyed|tired|disappointing|disappointed|worried|concerned|messy|fragile|stressed|stressful|painful|rushed|unhappy|upset|angry|vague|rude|badly|poorly|uneasy|fiddly|sceptical|skeptical|tense|unclear|glitchy|rough|demanding|weak|poor|thin|bad
      too late|small|difficult|hard|long|heavy|high|bad|poor|rigid|technical|steep|limited|little|vague|manual|much|often|quiet|noisy|weak|short|dark|big|few|soft|sensitive|generic|basic|cold
      too many|much|little|few clicks|steps|bugs|errors|emails|meetings|changes|surprises|promises|manual|time|work|problems|issues|people|things|open|delays|support|money|false|notice|attention|communication|information|admin|noise|friction|mistakes|loose|times|hands
      one|# too many
      much to ask
      running|ran|run out of patience|excuses|time|road|options|goodwill|ideas
      patience is|has|was|are? running|wearing|run|thin|worn|at|limits|end|limited|over
      wearing|worn thin
      last|final straw|chance
      enough is enough
      had|have|having enough
      had it with
      fed|sick up|of
      at|end our|my|their|of wits|wit|my|our end|tether|rope|patience
      fallen|fell|fall|falling|slipping|slipped|slip|dropped|gone|lost through|between the|in? cracks|net|void|chairs|radar
      void|black|brick hole|wall
      back to|on|at using|the|our|old|good? paper|excel|spreadsheet|spreadsheets|pen|square|manual|whatsapp|old|faxing|phone|fax|phoning|email|emails|drawing|whiteboard
      gone|went|reverted|reverting|fell|fallen|switched back to
      at a standstill|loss|dead
      dead in|end the|water
      should|supposed|meant|ought|due|was|were have|to|supposed|meant|due be|been|arrived|happened|told|delivered|had|received|gone|come|warned|informed|noticed|tested|known|ready|live|done|here|fixed|started|paid|spotted|flagged|caught|seen|to|last|on|by|in|yesterday|weeks|days|before
      should never|not have
      expected|expecting … more|better|faster|earlier|sooner|different|differently
      had hoped|expected|asked|hoping|counted|thought for|more|better|different|told|promised|earlier|than|otherwise|on|we|you|this
      i|we thought we|you|this|the|it … had|agreed|were|was|agreement|would|clear
      i|we|they|us|me was|were|are|been promised|assured|led|sold|misled|oversold|lied
      you|they|he|she|who|sales|rep|team|colleague|manager|consultant promised|assured|swore|guaranteed
      you said|told tuesday|monday|wednesday|thursday|friday|it|us|that|#|we|me|this
      were you going|planning|ever to tell
      starting|beginning|start|begun|begin|began|starts to wonder|doubt|worry|lose|question|feel|look|show|regret|affect|cost|hurt|ask|grumble|complain|get|wear
      hard|difficult|harder|tough|impossible|struggle|struggling|challenge|tricky|rather not|time … justify|defend|explain|sell|believe|follow|understand|see|reach|read|trust|keep|rely|argue|recommend|swallow|digest|accept|hold|hold|justifying|defending|explaining
      hard sell
      if this|it|that|things|nothing|you|we|the … continues|happens|goes|not|again|keeps|carries|slips|changes|improve|improves|by … forced|need to? walk|look|leave|cancel|escalate|stop|terminate|reconsider|elsewhere|obliged
      unless … walk|look|leave|cancel|escalate|stop|terminate|withhold|out|elsewhere
      or|otherwise we|i|they are|am|will|have|walk|leave|cancel|out|look|stop|escalate to? walk|leave|cancel|out|stop|look|escalate|withhold|go|pulling|gone
      or they|we walk|leave
      why is|are|was|were|did|does|do|has|have|am|should|would|must … not|nobody|no|again|still|always|charged|paying|pay|broken|down|told|never|late|slow|every|keep|wrong|chase|chasing|waiting|keeps|billed|twice|missing|empty|ignored|failing|fail|to|different|gone|so
      why we|i|they are|am|do|still … paying|pay|still|bother|need|for
      how is|can|could|come it|this|that|a|we|you|the|nobody|our … possible|be|take|takes|still|not|that|happen
      how come
      how many times|more times|weeks|months|days|reminders|emails|tickets|calls|we
      how much longer|more
      how long … wait|must|until|more|longer
      what … point of|in
      what is going|happened|the on|to|with|hell
      what am|are|do|should|shall|did i|we supposed|to|tell|pay|paying|say
      where is|are the|it|my|our|this|that … ?
      is|are|will|does|did|has anyone|anybody|someone|somebody there|reading|home|alive|even|actually|looking|working|going|at|ever|listening|care|answer
      any idea why
      did|has|have|does|will|is anyone|anybody|you even|actually|ever
      when will|are|is|do|can this|it|you|we|that|the|somebody|someone … finally|ever|stop|actually
      when … finally|were you
      am i|we the only|supposed|expected|really|talking
      do you|we even|really|seriously|actually
      more questions than
      do|would not want|need another|more|your … apology|excuse|excuses|apologies|promises|promise|explanation|chatbot
      wrong horse
      understatement
      not … exactly what|how
      being honest|frank|blunt ,
      lying if
      would be lying
      beta tester|testers
      guinea pig|pigs
      simply|just|clearly|frankly|honestly|obviously|plainly not|wrong|untrue|false|unacceptable|too|unfair|bad|poor|awful @adv? true|possible|good|acceptable|workable|enough|right|fair|there
      straw that
      shooting|shot ourselves
      kept|keep|keeping|left|leave us|me|them|customers|patients|people|guests|visitors waiting|hanging|guessing|in|on
      every|each|another time|day|week|morning|monday|single … wrong|crash|crashes|fails|error|different|again|zero|scratch|restart|manually|late|same
      each|every time … start|from|explain
      another ,? another
      another|yet another|one delay|excuse|outage|reminder|bug|apology|crash|error|problem|week|month|weekend|postponement|slip|missed|broken|failed|complaint|blow|setback
      same error|problem|mistake|issue|bug|story|excuse|question|fault|questions|thing|things|mess again|as|every|over|to|,|for|twice|since|keeps
      you said|told|wrote|claimed|agreed|quoted|promised … but|yet|then|yesterday|last|friday|monday|week|still|not|never|nothing|by|tuesday|wednesday|thursday|june|july|march|end
      you said|told us|me
      answer|reply|response … not touch|address|answer|help|match|explain
      so much for
      without fixing|answering|solving|asking|telling|checking|reading|informing|consulting|resolving|permission|explanation|warning|notice|approval|consent
      speak|talk to|with someone|somebody|anyone|your above|senior|higher|else|manager|boss|superior
      higher up
      why on earth|are|is|do we|this|the … pay|paying|for|need|still|so
      on earth
      no good|real|proper|sensible|straight answer|explanation|reason
      not @adv? an? answer|proper|straight|single|serious|real response|reply|answer|explanation|one|result|benefit
      stop charging|billing|invoicing|sending|calling|emailing|changing|spamming
      would not do|buy|choose|sign|recommend|hire|make|purchase|use … again
      would not recommend|wish|trust|buy|bother|risk|use|call
      not seen|received|had|got|get|heard|see|delivered a|one|any single? deliverable|result|invoice|reply|line|report|update|answer|version|improvement|draft|thing|penny|fix|response|date|plan|proposal|soul|build
      have not seen a|any|one|the
      not recommend|trust|rely|bother
      here we are|go again|in|still|#
      all over again
      once more|again ,? the|we|it|my|our|no
      yet again
      for the umpteenth|#|third|fourth|fifth|second time
      off by #
      one thing after another
      from bad to worse
      out of the frying
      tip of the iceberg
      straws
      writing is on the wall
      alarm bells
      warning signs|sign|shot
      red flags|flag
      can of worms
      uphill battle|struggle
      losing battle|streak|ground
      on thin ice
      on its last legs
      last legs
      hit|hits|hitting a|the|rock wall|bottom|ceiling|roof|fan
      up in the air|arms
      left holding
      holding the bag|baby
      wild goose
      goose chase
      deaf ears
      talking to a wall|brick
      like talking|pulling to|teeth
      pulling teeth
      banging my|our head
      jump|jumping|jumped through hoops
      hoops
      red tape
      bite|bit|bites|bitten off|us|bullet
      burned|burnt by|our|fingers|once
      sold a|us|me pup|dream|lemon|something|different
      bought a lemon
      bang for
      pay|paid|paying through|for the nose|nothing|air
      through the roof
      eye|eyes watering
      arm and a leg
      rip|ripped off
      cash cow
      nickel
      milk|milked|milking us
      two steps back
      house of cards
      falling|fell|coming|fallen apart
      coming apart
      apart at the seams
      at breaking point
      breaking point
      tipping point
      on the edge|brink|verge|ropes
      hanging by
      thread
      sinking ship
      jumping ship
      jump ship
      bleeding money|customers|members|users
      hemorrhaging
      nail in the
      swept under
      turn|turned|turning a blind|deaf
      mind boggles|boggling
      mind boggling
      does not bode
      bode ill|well
      raise|raised|raises eyebrows|questions|alarm
      eyebrows
      at odds|loggerheads
      bone to pick
      crossed wires
      wires crossed
      wrong end of
      miscommunication|misunderstanding|misunderstood|misinformed|miscommunicated
      nobody at the wheel
      no one at
      left hand … right
      right hand … left
      all talk
      big talk
      paper over
      band aid
      sticking plaster
      quick fix
      bodge|bodged|botch|kludge
      duct tape
      afterthought
      second class
      low priority
      not a priority
      back burner
      kicked into
      long grass
      can down the
      kicking the can
      moving target
      sold short
      short changed|changing
      shortchanged
      under delivered|delivering|delivers
      over promised|promising
      hot air
      empty words|handed
      lip service
      run|runs|running around
      runaround
      run around
      jumping from
      wits
    `,
  },
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 3,
    phrases: `
      disappoint|disappoints|disappointed|disappointing|disappointment|disappointingly|frustrate
      frustrated|frustrates|frustrating|frustration|frustrations|annoy|annoyed|annoying|annoys|annoyance
      irritated|irritating|irritation|dissatisfied|dissatisfaction|unsatisfactory|unsatisfied|unhappy
      unimpressed|displeased|upset|angry|furious|livid|outraged|irate|fuming|cross|appalled|appalling
      disgusted|exasperated|exasperating|infuriating|infuriated|maddening|aggravating|dismayed|aghast
      miffed|gutted|resentful|bitter|agitated|aggrieved|shocked|shocking|disheartened|disheartening
      demoralised|demoralized|demoralising|dissapointed|disapointed|dissapointing
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
      with respect
      no offence
      icy|sour|curt
      wit end
    `,
  },
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 2,
    phrases: `
      confused|confusing|confuse|confuses|confusion|unclear|puzzled|puzzling|unintuitive|misleading|misled
      cryptic|opaque|incomprehensible|complicated|convoluted|cumbersome|tedious|awkward|fiddly|painful
      painfully|impractical|overcomplicated|overwhelming|unfriendly|inflexible|cluttered|labyrinth
      struggle~|suffer~|battling|wrestling|grapple|grappling
      burden|burdensome|burdened|strain|strained|stress|stressful|exhausting|tiring|demotivating
      demotivated|hassle|headache|pain|nuisance|ordeal
      doubt|doubts|doubted|doubting
      raised|serious|growing|real|big|biggest|main|deep|grave|major|share|express|expressed … concern|concerns|doubts|objections|reservations|eyebrows
      objection|objections|reservations|misgivings|qualms|hesitations|resistance|pushback
      push|pushing|pushed back on|against|hard
      grudgingly|lukewarm|frosty|tense|grumbling|grumpy|cranky|grumbled
      poor|poorly|bad|badly|weak|sad|sadly|inferior|cheap … service|support|quality|experience|communication|job|documented|handled|planned|prepared|performance|impression|organised|organized|managed|result|results|timing|signal|translated|explained|designed|built|feedback|review|reviews|start|taste|mood
      bad|negative|mixed|harsh|angry|terrible|poor feedback|review|reviews|press|experience|impression|comments|calls|call|letters|emails|surprise|taste|mood|news|blood
      annoyances|irritations|grievance|grievances|gripe|gripes|niggle|niggles
      clumsy|inefficient|ineffective|outdated|dated|primitive|insufficient|unhelpful|unfair|unjustified
      unreasonable|unrealistic|unsuitable|unnecessary|disorganised|disorganized|inconvenient|inconvenience
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
      friction|tension|tensions|conflict|disagreement|resentment|anger|unrest|discontent|fatigue
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
      waning|fading|dwindling|wearing|eroding
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
      treated like|as
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
    `,
  },
];
