import type { Family } from '../phrases.ts';

/** Words of judgement, and turns of reproach about what was expected. The notation is explained in `phrases.ts`. */
export const frictionWords: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 2,
    phrases: `
      patronising|patronizing|tactless|disrespectful|discourteous|impolite|impertinent|slapdash|haphazard
      baffling|bewildering|perplexing|mystifying|mystified|stumped|overpay|overpaying
      misguided|senseless|nonsensical|illogical|counterintuitive|counterproductive|heartless|cavalier
      lackadaisical|lax|lazy|sloppily|carelessly|unreliably|unacceptably|inexplicably|inexplicable
      incoherent|muddle|muddled|shameful|shameless|pitiful|pitiable|dismal|dismally|deplorable|ghastly
      grim|bleak|dismaying|disconcerting|disturbing|disturbed|distressed|distressing|vexed|vexing|irked|irksome
      grating|galling|galled|cringe|cringeworthy|nightmarish|hellish|torture|torturous|excruciating|unpleasant
      untrustworthy|dishonest|deceptive|deceitful|devious|disingenuous|sneaky|extortionate|exorbitant
      astronomical|unjust|unaffordable|uncompetitive|unconvincing|uninspiring|uninspired|unintelligible
      untested|unmanageable|unwieldy|unnavigable|unserviceable|unmaintained|unsupportable|unenforceable
      unfulfilled|unkept|unmet|unpunctual|unsanitary|unhygienic|unusably|undercooked|overdone|overengineered
      overbearing|overzealous|overcrowded|overheated|overstretched|oversubscribed|exaggerated|excessive
      inconsistent|inconsistently|inconsistency|inconsistencies|incorrectly|improper|improperly
      inattentive|incapable|inept|ineptitude|indifferent|indifference|inferior|inhospitable|insensitive
      mishap|mishaps|blunder|blunders|cockup|foul|fumbled|muffed|bungled|bungling|bungle|flop|flopped
      miserably|hopelessly|disastrously|catastrophically|abysmally|shockingly|ridiculously|woefully
      painstaking|laborious|onerous|tiresome|wearisome|draining|grueling|gruelling|backbreaking
      eyesore|ugly|hideous|unsightly|garish|unflattering|deafening|unbearably|intolerably
      grudge|grudges|hostility|acrimony|animosity|bickering|squabble|squabbling|infighting|recrimination
      disgruntled|disaffected|discontented|displeasure|chagrin|consternation|dismay|exasperation|indignant
      distrustful|mistrustful|suspicious|jaded|deflated|discouraged|discouraging|despondent|crestfallen
      overdrawn|defaulted|delinquent|insolvency|shortchanged|fleeced|gouging|swindled|duped|scammed|conned
      scam|swindle|ripoff|racket|fraudulent|bait and switch
      bait and switch
      slow|sluggish|late|poor|sloppy as ever|always|usual
      cold|slap|bitter shower|comfort|disappointment
      a|the far|long cry from
      poor|bad|sorry|lame|feeble|weak|thin|flimsy excuse|excuses|attempt|showing|substitute|imitation|consolation|state|quality|taste|form
      in a? terrible|poor|bad|sorry|dreadful|awful|dire|dangerous|shocking|appalling state|condition|shape
      left|leaves|leave|leaving … none the wiser
      none|no|not|never|hardly the wiser
      more|even more confused|lost|puzzled|questions than before|ever|we|answers
      the more than
      lost cause|for
      in a|the pickle|bind|hole|mess|fix|jam|quandary|tight
      regret|regretting|regretted|rue|ruing having|ever|recommending|choosing|signing|trusting|going|not|that|agreeing
      thumbs down
      two|three stars at
      dust|dirt|mud|puddle|puddles|debris|mess|stains|stain|scratches|scratch|dents|cracks|holes everywhere|all|on|in|behind|across
      covered|full|smothered in|of dust|mud|dirt|oil|stains|scratches|rust|paint|mould
      left|leave without|a cleaning|mess|finishing|a|saying|tidying|trace|paying
      left a mess|trail|hole
    `,
  },
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 3,
    fixed: true,
    phrases: `
      would|might|could have been|appreciated|liked|loved|preferred|expected|welcomed @adv? nice|good|helpful|useful|courteous|decent|polite|fair|professional|proper|better|wise|kind|great|to|a|an|some|more|if|at if|to|had|warning|heads|note|call|notice|you|know|hear|be|have|least|bit|apology|explanation
      would|could|might have been told|warned|nice|good|helpful|useful|decent|better|polite|courteous|fair to|had|if|of|beforehand
      would have expected|thought|hoped|appreciated a|an|some|at|more|better|that|you|least|it|this
      running|run|runs|ran out of arguments|reasons|excuses|patience|steam|goodwill|options|words
      expected|wanted|hoped|ordered|promised|asked|paid|booked|budgeted|planned|signed … , … instead|but|got|we|it|and|only|now
      expected|wanted|ordered|asked|paid|booked , instead|but|we|got
      instead we|i|it|they|you|of have|got|are|am|now|spend|spent|hired|had|received|wait|find
      have|has|bears|bear|bore little|no|nothing|scant|hardly in|resemblance|to|any common|do|with|to|what
      no|little|scant resemblance|relation|bearing to|on
      little in common
      why i|we|they|anyone have|has|did|do|are|should|would|pay not|still|we|keep|bother @adv? left|cancelled|switched|go|stay|leave|paying|with|chose|bother|put|moved|fired|terminated
      not left you
      you|they|it|he|she|everything|things|all have|has|had|went|gone|go|is|are gone|been|become|very|awfully|rather|strangely|oddly|quite|so|suspiciously|eerily? quiet|silent|dark|cold since|on|for|after|lately|again
      gone|went|been very|rather|awfully|strangely|oddly|quite|suspiciously|remarkably|so|completely|totally quiet|silent|dark|cold
      not recognise|recognize the|this|our|what company|firm|product|service|team|us|you|platform|people|place
      hardly|barely recognise|recognize
      not @adv? how|what|why you|we|i|one treat|expect|expected|call|do|would|deal
      that|this|it is|are|was|makes|would now|already the? second|third|fourth|fifth|sixth|#|nth|umpteenth
      that|this is|was|makes the? second|third|fourth|fifth|sixth|# … in a|#|one|two|under|less|as|since|row|running|twelve
      now|already the second|third|fourth|fifth|sixth|nth|umpteenth time|correction|version|attempt|delay|date|contact|manager|engineer|reminder|person|change|incident|week|month|request|complaint|ticket|visit|repair|technician|apology|promise|outage|invoice|mail|email|call
      # different|separate people|persons|agents|colleagues|departments|contacts|engineers|answers|stories|versions|reps|prices|numbers|systems
      explained|explain|explaining|told|repeated|repeating|described|sent this|it|the|everything|that|all … # people|times|different|agents|colleagues|departments|persons|reps
      over|more than|a|at dozen|hundred|thousand|least times|emails|calls|mails|messages|attempts
      called|rang|phoned|emailed|written|wrote|tried|asked|told|chased|messaged|said … dozen|several|umpteen|countless|many|hundred|#|multiple times|attempts
      a dozen times
      day|week|month|year # without|of|and|with|in no|without|nothing|still|waiting|hot|water|power|heating|a|an|any|working|access|the
      on|into day|week|month # without|of|and|with|in
      # weeks|days|months|hours without a|an|any|the|our|hot|water|power|heating|working|access|internet|phone|word|news|reply|answer|response|proper|update|email
      went|going|go|gone|ended|started|landed|received|handled|reflects badly|poorly|terribly|horribly|sour|awfully
      migration|integration|rollout|launch|upgrade|installation|implementation|work|project|delivery|fix|report|it|this|that|everything|they|phase|module|system was|were meant|supposed|due|scheduled|planned to be? done|live|ready|finished|delivered|running|complete in|by|on|last|at|before|months|weeks
      is|was|were|are meant|supposed|due to be? done|live|ready|finished|delivered|running|complete|here|fixed|working|arrive|start in|by|on|last|at|before|months|weeks|and
      asked|requested|ordered|reported|raised|submitted|paid|promised|due … in|on|last|back|for|by january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|spring|summer|autumn|week|month , it|now|today|we|still|and is|now|am|are|still|nothing
      clearly|obviously|evidently has|have|had|did|was|were|is|are|do|does|nobody does|not|never|no
      has|have|had|did|was|were|is|are clearly|obviously|evidently|apparently not|no|never|broken|wrong
      only|just|barely|merely #|two|a|half of|out of? # … ever|activated|logged|used|use|active|came|attended|adopted|registered|joined|opened|touched|works|work|usable|responded
      pause|pausing|hold|freeze|freezing|stop|stopping|halt|halting|postpone|suspend|delay|shelve|defer|abandon the|our|all|any|this expansion|rollout|project|pilot|renewal|deployment|migration|launch|onboarding|upgrade|phase|programme|program
      delivered|came|arrived|shipped|installed|handed|supplied|arrive|come without
      budget|budgets|funding|grant|headcount|spend|allocation … has|have been cut|slashed|reduced|trimmed|frozen|halved|withdrawn by?
      no longer prioritise|prioritize|care|cares|value|values|listen|listens|invest|interested|matter|matters|important|seem|feel|feels|believe|justify|afford|recommend|accept|tolerate|count|rely|recognise|recognize|committed|affordable|viable|sustainable|reachable
      fixed|fix|fixes|solved|repaired one|a|the … and|but broke|breaks|broken|introduced|caused
      took|takes|taken|taking you|your|them|support|someone|somebody … # days|weeks|months to
      find|finds|found … too|baffling|confusing|difficult|cumbersome|awkward|complicated|clumsy|annoying|frustrating|useless|unhelpful|lacking|wanting
      asked|wants|want|told me|us to find out … leave|cancel|exit|alternatives|out
      what it would|will|takes take|cost to get|leave|exit|switch|cancel|move|terminate
      get|getting out of the|this|our|that contract|agreement|deal|lease early|before|now
      think|thinks|feel|feels|believe|believes they|we|i are|am overpaying|wasting|losing|stuck|trapped|neglected|ignored|overcharged
      lot|lots|plenty|bit of noise|complaints|pushback|anger|flak|grumbling|negativity|frustration|heat|resistance|confusion from|about|over|on|in
      supporter|sponsor|champion|advocate|ally , is|has moving|leaving|left|moved|retiring|off
      successor wants|prefers|likes|intends|plans|favours|questions|insists
      i|we|will|must|shall|or? take|taking|bring|bringing|raise this|it|that to|with the|our|your steering|committee|board|management|director|directors|executive|executives|minister|council
      either we|you|i|this … or i|we|you|it
      had|have|has to fall|revert|return|resort|go back? on|to the|our|paper|manual|old|previous|excel
      falling|fell|fallen|reverted back on|to the|our|paper|manual|old
      quote|price|offer|bid|proposal|fee … # ? percent|% above|over|higher|more|dearer|beyond
      rather|prefer|sooner not continue|work|proceed|renew|extend|have|deal|see|wait|pay
      not continue with the|this|your|our|these current|consultant|team|supplier|contract|service|approach|setup|arrangement
      nobody|none|no one? at|on|in|from your end|side|team|company|office|firm|department|place
      nobody|none|no one? seems|appears to know|care|understand|remember|want|own|be|have|feel
      to put it mildly|politely|kindly|diplomatically|bluntly|gently|nicely
      hoping|hoped|expecting|expected|counting for|on|more|better more|better|by|now|that|than|something|it
      not|never @adv? exactly|quite|really|remotely|anywhere the|what|near|close service|quality|we|i|result|support|experience|help|what
      not exactly the
      grief|flak|heat|earful|stick|flack from|for|over
      getting|got|get|taking|took|catching|caught|had|given an? grief|flak|heat|earful|stick|hammering|roasting|pasting|kicking|pressure
      wake up over|there
      could|can|would|will somebody|someone|anybody|anyone please? wake|finally|actually|just|kindly|at|for
      not go|going live|forward|ahead|on|public|out like|with|as|this|in
      left|feel|feels|feeling|felt … alone|abandoned|stranded|fobbed|cheated|shafted|stitched|conned|duped|robbed|mugged|betrayed with|by|in|up|off|here|,|on
      bit|little|rather|very|quite|somewhat|completely|totally|all left alone|alone|abandoned|neglected|stranded|forgotten|let|lost|betrayed|cheated|short|ignored|confused|disappointed|frustrated
      cannot|can not|struggle|not|hard|difficult|tough sure? we|i|to? can|could|to? justify|defend|rationalise|explain the|this|that|another|it|our|paying|spending|such
      justify this|the|another|that|it|paying|our|such spend|expense|cost|price|year|renewal|outlay|investment|budget|fee|to|internally|much|upstairs|any
      not sure|certain|convinced|clear @adv? we|i|it|that|this|why|what|how|whether|if … can|justify|worth|right|continue|paying|pay|point|value|get|buy|trust
      invoice|bill|order|report|screen|quote|system|statement|contract|dashboard|delivery|label|portal|page says|shows|said|showed|lists|states|listed|claims … , … we|i|it|the|reality|they|but|there|our have|had|ordered|agreed|counted|got|received|says|is|only|are|not
      showed|shows|says|said|bills|billed|charged|lists … # … , we|i have|had|ordered|only|agreed|counted|got|received|use|used
      hides|hid|hidden|removed|remove|removes|took|killed|dropped|buried|moved|renamed|changed|broke … one|only|very|key|most button|feature|thing|function|field|report|reason|option|we|used|important|needed
      disappeared|vanished|dropped|gone|removed|missing|slipped|struck|absent|wiped from|off the|our|your roadmap|plan|list|menu|contract|agenda|offer|screen|record|shelf|shelves|map|page
      would|will|could|basically|simply|to basically|simply|completely|just|probably|effectively? kill|ruin|destroy|wreck|wipe|sink|cripple|bankrupt|break|crush our|us|the|my|out margin|business|margins|budget|season|profit|shop|bank|project|adoption|school
      kill|kills|killing|destroy|destroys|crush|wipe|wipes|eat|eats|eating our|the|my|out|into|up margin|margins|business|profit|season|our|budget|savings
      sold|booked|assigned|allocated|paid|scheduled|shipped|posted|registered|entered|issued twice|double
      only|maybe|roughly|barely|about|just|perhaps every|one|# in|second|third|other|fourth|out
      every second|third|other|fourth|fifth barcode|call|order|scan|page|parcel|delivery|email|mail|picture|file|message|record|invoice|shipment|box|import|request|attempt|time|login|report|ticket|screen … fails|lost|missing|wrong|not|late|broken|has|had|is|crashes|drops|comes|arrives
      comparative|comparison|competing|competitive|alternative|rival quotes|quote|quotations|offers|bids|proposals|vendors|tenders
      in a language no|nobody
      in|into tatters|ruins|shreds|pieces|disarray|shambles|freefall|bits|meltdown
      tear|tears|tearing|pulling|pull my|our|their|his|her hair
      hair out
      what a day|way to|start|week|welcome with|in|to|for , not
      not even|once apologised|sorry|an|a|close
      beyond a joke|frustrating|ridiculous|repair|comprehension|words|annoying|unacceptable|late|patience|disappointing|me
      the writing is
      one|yet|just|still thing|more|one|another after|problem|excuse|reason|thing|issue|bug|delay|surprise|meeting another|after|why|to|,|on|with
    `,
  },
];
