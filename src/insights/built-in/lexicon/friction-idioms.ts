import type { Family } from '../phrases.ts';

/** Turns of complaint that hold as they stand, many of them negative in form. The notation is explained in `phrases.ts`. */
export const frictionIdioms: readonly Family[] = [
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
      do|does|did|will|would|is|are|was|were|has|have|had|could|can not|never @adv? to? work|works|working|worked|load|loading|open|opening|match|matching|sync|syncing|print|printing|start|respond|responding|reply|add|reflect|cover|deliver|show|showing|appear|save|saving|connect|connecting|sent|update|updating|function|functioning|fit|support|scale|perform|understand|care|listen|keep|solve|feel|arrive|help|make|hold|meet|met|agree|order|ordered|stop|charge|answer|answered|see|explain|say|play|convince|let|recognise|read|balance|correspond|stick|count
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
      hoped|hoping to have better|more
      not satisfactory|satisfying|acceptable|sufficient|adequate
      would like to complain
      have to complain
      must say|admit|tell|insist … disappointed|not|unhappy|expected|more|wrong|never
      after the second|third|fourth|fifth time|attempt|reminder|incident|outage|failure|try|delay|promise|mail|call
      has|have|had not been able|possible
      not been able
      hard|difficult|harder|tough|impossible|struggle|struggling|tricky|harder to justify|defend|explain|sell|believe|use|follow|understand|see|reach|read|trust|rely|argue|recommend|swallow|digest|accept
      rather not|have explain|defend|to
      time justifying|defending|explaining
      not|nor a|one|single single? reply|answer|response|peep|update|sign|solution
      not a|one single? word|line from|since|about|in|for
      not even a|an|one|the|so|been|get|got|bother|bothered|reply|replied|able|close|half|know|acknowledge
      another … , another
      nowhere to|near|on|in
      what happened to the|our|my|your
      if i|we do|have not have|get|hear|receive|see|heard|received|got|had
      put my|our name|hand|neck|head behind|for|on
      look what happened
      nobody|none here|there|else|involved|in|on … understands|knows|uses|wants|believes|trusts|can|feels|likes|owns|cares|answers
      nothing moves|gets|ever
      not believe in|the|these|that|this
      for this|that|the price|money|fee|amount i|we expect|expected
      too little|much … too
      at best
      not … at all
      does|do|did not know|understand our|the|their|what|how|his|her|my
      so far … only|slides|little|excuses|promises
      hear it from me
      gave|given us|me your|their word
      made up their|his|her|its mind|minds
      not come|came|got|gotten back to|with
      could be better
      is|are back again
      not … happy|satisfied|pleased|impressed|convinced
      nobody|no is|was|seems|feels happy|satisfied|convinced|impressed|pleased
      never works|worked|work|answers|answer|arrives|comes|calls|replies|fits|matches|loads
      bug|problem|error|issue|issues|errors|bugs|crash|crashes|symptoms … is|are|came|come|has back|returned|recurring|reappeared|again
      treat|treats|treated|treating us|me|them like|as
      with respect ,
      are you guys|even|really|seriously|people
      why do|does i|we|it|the|this|that have|keep|always|never
      do|does not get the|it|this|why|how
      not get the new|idea|point|logic
      neither does|do|did my|our|the
      hard requirement
      all along
      looped|looping in our|legal|general|counsel|my
      what we have actually|really been|got given|get|received
      different product|thing|story|animal altogether|entirely|from|than
      not|never set foot
      knew|knows neither|nothing|little
      never set foot
      had better service|support|experience
      better service|support|treatment from|at|elsewhere
      do the maths|math
      take another month|week|year
      were you planning
      we were told … then … now
      treated like a|an number|nuisance|stranger|criminal|idiot|child|beginner|guinea
      that is saying something
      another @time|monday|tuesday|wednesday|thursday|friday|weekend|morning … without|lost|wasted|of|with|no|printing|on|waiting|in
      have|had expected at|a|some|more least|warning|more|better
      at least a warning|call|reply|apology|note|heads|word|sign|phone
      not pay|paying this|the|any|for|your|that|until|another
      nothing more to say
      send me|us somebody|someone|anyone
      somebody|someone who listens|knows|understands|can|decides|cares
      oh brilliant|great|lovely|wonderful|fantastic|joy|good , another|again|down|not|the|now|yet|so|more
      lovely|great|brilliant|wonderful|fantastic|super|nice|perfect|splendid|marvellous|charming|sure , another|again|down|now|yet|take|more|once
      just in time for the … rush
      you had one job
      no longer picks|pick|answers|answer|responds|respond|returns|replies|comes|attends|logs|trusts|uses
    `,
  },
];
