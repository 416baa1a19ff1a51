import type { Family } from '../phrases.ts';

/** Phrases that sound charged but are not: courtesy, logistics, fixed compounds, turns of phrase. The notation is explained in `phrases.ts`. */
export const neutral: readonly Family[] = [
  {
    kind: 'neither',
    basis: 'feeling',
    weight: 1,
    phrases: `
      thank|thanks|thx|cheers you? so|very|a? much|lot|million? in advance
      thank|thanks you? so|very? much? for you|your|the|all? kind|quick|prompt|detailed|fast|swift? reply|email|mail|message|note|call|time|understanding|patience|interest|invitation|confirmation|update|reminder|info|information|feedback|getting|coming|sending|letting|reaching|joining|attending|meeting|taking|sharing|answer|heads|clarification|clarifying|invite|response|notes|agenda|minutes|link|visit|lunch|coffee|confirming
      thank|thanks|grateful you? for quick|prompt|fast|swift reply|response|answer
      happy|glad|pleased|delighted|more|only|very to help|assist|answer|discuss|jump|talk|chat|hop|explain|meet|share|arrange|send|provide|walk|show|take|schedule|join|support|set|do|hear|try|come|look|wait|confirm|clarify|go|make|have|call|host|review|organise|organize|introduce|forward|start|invite|attend|announce|inform|offer|work|pick|find|give|move|discuss
      more than happy|glad|pleased|welcome to
      would|will|shall really|much|very|greatly|also? appreciate|love|like to|it|if|a|your|some|the|any|you
      would love|like to|it|if|a|some
      happy|glad|pleased|delighted to
      sorry|apologies|apologise|apologize|excuse|forgive|pardon for|about|my|me|the|this|our … late|delay|delayed|slow|inconvenience|confusion|trouble|noise|typo|mess|silence|rush|short|interruption|missing|wrong|disturbance|hassle|bother|intrusion|mix|wait|cross|crossposting|duplicate|duplicates|spam|mistake|rant|length
      sorry|apologies to|for bother|bothering|disturb|trouble|interrupt|chase|chasing|hear|missing|being|taking|running|not
      sorry|apologies i|we missed|am|are|could|can
      running|run|be|am|is a? few|#|five|bit|minutes|couple … minutes|late
      running|am|be|is late ,|for|today|this|sorry
      hope|hopes|hoping|trust all|you|this|the|everyone|your|that|things is|are|had|have|finds|find|was|were|enjoyed|weekend|family|holiday|holidays|break|summer|going … well|great|good|fine|nice|lovely|safe|wonderful|relaxing|better|restful
      hope … helps|help
      hope|trust … well
      no worries|problem|problems|problemo|prob|rush|hurry|need|pressure|stress|matter|doubt|wonder|objection|objections|questions|changes|thanks|urgency|trouble|drama ,|at|from|for|to|if|about|either|with|here|on|that|whatsoever|needed|necessary|,
      not urgent|blocking|critical|serious|important|time
      no problem|worries|rush|hurry|probs|need|doubt|matter|wonder
      not a problem|issue|deal|biggie
      let me|us know if|when|should|whether … issue|issues|problem|problems|trouble|questions|concern|concerns|wrong|missing|difficulties|delay
      if you|there|anyone|anything|someone have|are|has|is|see|run|encounter|find|need|notice … question|questions|problem|problems|issue|issues|trouble|concern|concerns|difficulties|wrong|missing|errors|unclear
      should you|there … question|questions|problem|problems|issue|issues|concerns|trouble|difficulties
      any|further questions|concerns|issues|problems|doubts|feedback|blockers|objections|risks|errors|bugs|news|luck|complaints
      do not hesitate|worry
      please feel free
      never mind
      look|looks|looking|looked forward to
      look forward|looking
      have|has|having|had|enjoy|wish|wishing you? a|the|your … great|good|nice|lovely|wonderful|safe|pleasant|relaxing|fantastic … day|weekend|week|evening|holiday|holidays|trip|flight|time|afternoon|christmas|break|summer|vacation|easter|one|journey|rest|night
      great|good|nice|lovely|pleasure|wonderful|fantastic|enjoyed to|it? was? meet|meeting|see|seeing|talk|talking|speak|speaking|chat|chatting|catch|catching|connect|connecting|have
      pleasure|nice|great|good|lovely|fun meeting|seeing|talking|speaking|chatting|catching|chat|call|connecting|lunch
      nice|great|good|lovely to e? meet|see|hear|speak
      good|great morning|afternoon|evening|day|night|luck|question|point|friday|monday|weekend|idea|to know|thinking|catch|bye|practice|old|while|hands|time|health|reason|enough|if|time
      great|good question|point|idea|to
      good to know|go|have
      all the best
      best regards|wishes|of luck|case|before|practice|practices|guess|man|time|way|effort|to|if|for|price|known|seen|viewed|reached|by|done|answered|wishes|address
      kind|kindest|warm|warmest|best|with|many regards|wishes|thanks|greetings
      happy birthday|new|easter|christmas|holidays|friday|monday|path|hour|anniversary|thanksgiving|with|for
      congratulations|congrats|welcome
      my pleasure
      welcome to|back|pack|desk|aboard|drink|email|mail|screen|page|message
      you are welcome
      great|good|perfect|super|excellent|fine|lovely|wonderful|cool|brilliant|fantastic|awesome|nice|ok|okay|alright|sure|thanks|yes ,|then thanks|thank|see|talk|let|i|we|speak|will|then|can|could|so|looking|catch|you|please|monday|tuesday|wednesday|thursday|friday|noted|just|if|and|till|until|ok|how|what|when
      sounds|sound|seems|looks good|great|perfect|fine|like|reasonable|interesting|lovely|excellent|ok|fair|right
      would|will|does|do|might|could|can|may … work|suit|be|best|better
      which|what|whichever|whatever|whenever … works|suits|best|better|fits|convenient
      monday|tuesday|wednesday|thursday|friday|morning|afternoon|tomorrow|week|noon|ten|date|time|slot|am|pm|o'clock|that|either|any|day … works|suits|fine|perfect|good|great|better|best for|with|on|too|here|also|as|,
      works|fits|suits best|better|well|fine|great|perfectly|too
      can not|'t wait
      not yet decided|clear|known|sure
      why not
      nothing special|new|urgent|else|to add|report|worry|else|further|burning|more
      later|late in|this|next|today|tonight
      at the latest
      sooner or later
      down|up to the|you|them|him|her|us|date|speed|here|there|a|me
      up to
      break|breaks|breakout|coffee|lunch
      breakdown|breakdowns of|by
      follow|followed|following up
      issue|issues|risk|risks|problem|problems|bug|bugs|complaint|complaints|cancellation|escalation|escalations|crash|delay|delays|dispute|defect|outage|churn|win|success|growth|disaster|threat|failure|fault|error|errors|loss|incident|incidents|termination|exit|backlog|usage|adoption|renewal|quality|waste|return|returns|refund|damage|emergency|lost|downtime|satisfaction|stress|conflict|penalty|performance|improvement|recovery|missing|missed|critical|burndown|red|blocked|blocker|warning|worst|best|pain|rejection|reject|failed|deadline|cancelled tracker|trackers|register|registers|log|logs|list|lists|board|boards|report|reports|reporting|form|forms|process|processes|procedure|procedures|policy|policies|template|templates|matrix|management|manager|rate|rates|budget|budgets|code|codes|handling|handler|message|messages|statement|workshop|workshops|plan|plans|path|paths|clause|clauses|analysis|assessment|assessments|department|desk|category|categories|field|fields|page|pages|training|drill|metric|metrics|statistics|stats|count|counts|threshold|thresholds|meeting|meetings|model|models|fee|fees|line|target|targets|ratio|review|reviews|book|books|ledger|box|boxes|number|numbers|ticket|reserve|column|protocol|prevention|insurance|correction|recovery|contact|contacts|levels|level|severity|inbox|mailbox|terms|period|notice|dashboard|survey|surveys|questionnaire|scale|response|drills|simulation|scenario|scenarios|exercise|letters|officer|office|committee|team|classes|types|bingo|session|sheet|spreadsheet|document|documentation|chart|map|data|label|labels|button|screen|bar|detection|monitoring|tracking|section|mode|modes|coverage|taxonomy|triage|appetite|window|alarm|alarms|kpi|kpis|story|stories|tab|link|indicators|specialist|quota|strategy|framework|guide|guidelines|glossary|margin|margins|propagation
      success manager|managers|criteria|story|team|metrics|plan|factors|factor|rate
      win|wins win|loss|lose|rate|back
      lost property|luggage|and|in|wax|art|letter|art
      best|worst case
      critical path|mass|infrastructure|care|illness|reading|thinking|theory|edition|apparatus|control
      conflict of interest
      disaster|data|cost|account|password recovery
      loss adjuster|leader|prevention|ratio|adjusters|leaders|assessor|of
      problem solving|statement|space|based|set|child|management|domain|definition
      issue date|of|#|one|two|three|four|five|an|a|the|invoice|invoices|tickets|cards|badges|new|is|our|your
      special|next|first|latest|last|current|june|july|spring|autumn|this|back|summer|winter|march|april|journal|magazine|winter issue|issues of|with|on|is|comes
      back issue|issues
      known|open|possible|potential|any|common issues|issue|errors|problems|bugs
      key|main|open|agenda|work|study|discussion|technical|this|following|these|such|legal|related|second|other|remaining|topical|editorial|core|relevant issue|issues
      failed|failing|fail|unit|crash|stress|load|smoke|penetration|acceptance|breaking|regression|drop test|tests|testing|point|safe|over
      crash course|courses|test|dummy|barrier|pad|mat
      error|margin of bars|margin|bar|error
      trial and error
      bug fix|bash|bounty|squashing|hotel|report|hunt
      pain killer|management|relief|clinic
      broken glass|line|white|link|links|arm|leg|windows|heart|chairs
      damage|accident|loss insurance|waiver|claim|report
      slow cooker|motion|food|cooked|season|roast|down|burning
      expensive|cheap taste
      debt collection|advisory|ratio
      missing|missed call|calls|persons|values|data
      stop by|over|watch|off|sign|press|stop
      cold storage|chain|call|calls|calling|start|front|brew|store|room|water|weather|email|rolled|press
      dead line|sea|weight
      silent auction|film|night|disco
      quiet week|day|time|period|hours|season|room|zone|mode|corner|weekend|august|office
      hidden|dark mode|column|columns|field|fields|chocolate
      free|hard copy|copies|drive|disk|hat|hats|skills|launch|shoulder|cover|stop|boiled|currency
      hard|soft deadline
      red|green|amber|orange brick|wine|line|team|cross|tape|ink|pepper|book
      poor box|law
      wrong way
      pressure washer|gauge|vessel|sensor|valve|test|cooker|relief|sensors
      fire drill|alarm|door|doors|safety|exit|inspection|department|brigade|extinguisher|extinguishers|station|escape|service|place
      breach of|detection contract|system? insurance
      blood|tyre|water|air|peer|oil pressure
      terms and conditions
      love letter|letters|story|island|our|my|her|his|to
      i|we|kids|she|he|they love|loves|like|likes|enjoy|enjoys|adore my|our|her|his|their|a|dogs|cats|cooking|tea|coffee|hiking|lisbon|football|music|summer|autumn|winter|spring|cheese|chocolate|berlin|paris|london|to
      favourite|favorite colour|color|restaurant|season|place|band|song|team|café|cafe|football|food|café|dish
      perfect binding|pitch|number|tense|weather|storm
      great britain|grandfather|grandmother|dane|hall|war|lakes|aunt|uncle|western|northern|many|deal|number|weight
      excellent weather|lunch
      nice|lovely|great|beautiful|gorgeous|awful|terrible|horrible|miserable|bad|fantastic|perfect|amazing|wonderful|brilliant|rubbish|dreadful|stunning … weather|sunshine|holiday|holidays|lunch|dinner|vacation|photos|garden|wedding|beach|beer|restaurant|pizza|view|views|snow|rain|cold|flu|concert|match|game|film|movie|book|christmas|traffic|sunset|wine
      weather|rain|traffic|snow|storm|wind … is|was|has|had|been|looks … awful|terrible|lovely|bad|horrible|great|fantastic|miserable|perfect|wonderful|dreadful|gorgeous|amazing|brilliant|nice
      my|our|the|his|her|their flight|train|plane|bus|ferry|taxi|tram|connection|luggage|eurostar … delayed|cancelled|canceled|late|lost|missed|stuck|broke|down|delay
      flight|flights|train|trains … delayed|cancelled|canceled|missed
      stuck|sitting in|on traffic|a|the|meetings|meeting|train|motorway
      miss|missed|missing the|my|your|our call|train|bus|flight|chance|meeting|you|connection|plane
      miss|missed you|your|him|her
      died|passed away
      my|a|the|his|her dog|cat|son|daughter|kids|wife|husband|mother|father|baby|bike|car … ill|sick|lost|broke|broken|love|loves|happy|better
      sick|ill|poorly today|at|with|and|,|this|,|leave|note|days|child
      parental|maternity|paternity|annual|sick|compassionate|holiday|on leave
      on|annual leave
      leave a|it|the|you|me|room|early|comments|feedback|message|that|this|at|for|no
      leaving at|for|early|now|tomorrow|on|party|soon|home|the office
      last day of|to|for|before|in
      stock|market|share|shares|oil|gas|energy|housing|raw|steel|cocoa|wheat|butter|flour|paper|fuel|interest price|prices|market|markets|rates
      industry|sector|market|economy|inflation … under|struggling|growing|down|slow|tough|slowing
      sign up|in|off|out|here
      sign|signed off by|on
      improvement|improvements to|suggestion|suggestions|idea|ideas|proposal|proposals
      not|to go|be|going live
      go|goes|going live on|in|planned|is|date|plan|checklist|scheduled|will|next|at|with|by
      success of|in|criteria
      win|won|lost … match|game|cup|league|lottery|raffle|election|quiz|race|football
      record a|the|your|keeping|keeper|number|label|player|of|type|id|for
      medical|vinyl|track|land|public|health|patient|world record|records
      growth mindset|target|targets|rate|forecast|hormone|chart
      save the|as|button|a|it|your|date|draft|to|and|file|changes
      saved as|in|to|under|on|it|the|at
      solid|hard|strong oak|state|wood|fuel|surface|line|colour|ground
      smart phone|phones|card|city|meter|meters|tv|casual|home|watch|contract|contracts|quotes
      fair trade|enough|weather|use|in|copy|share|value|of|at|hall|stand|booth|grounds
      clean clean|up|room|energy|air|desk|slate
      safe travels|journey|trip|place|flight|deposit|side
      quick question|call|one|chat|note|update|reminder|win|check|look|sync|heads|word|reply|favour|ask|guide|summary|start|intro|recap|poll|thing|access|turnaround|link|catch
      fun fact|run|fair
      warm up|welcome
      easy peasy|going|jet|on
      simple question|enough|majority|present|interest
      nice day|guy|biscuits|people|and
      happily married|ever
      more than #
      better safe|half|off|than|if|late|to|world|on
      strong coffee|password|passwords|accent|opinion|wind|winds|point|buy|authentication|acid|hint
      concern~ ,|the|to|whom|this
      as far as … concerned
      it|this|that|which|parties|those|people|department concerns|concern|concerned
      waiting list|room|area|rooms|lists
      forgot|forgotten to|my|the|password
      complaints|complaint are|handled|go|should|about
      risk averse|based|appetite|mitigation|free|factor|weighted|of|is|was|taking|taker
      at|own risk
      alternative|alternatives date|dates|time|slot|medicine|route|energy|text|is|are|are|would
      temporary|cancel the|meeting|call|today|tomorrow|appointment|slot|invite|session|lunch|our|room|my
      cancel|cancelled|canceled|postpone|postponed|move|moved|push|pushed|skip|shift|reschedule|rescheduled … meeting|call|lunch|appointment|weekly|session|sync|slot|invite|catch|coffee|dinner|standup|stand|workshop|demo|review|christmas|drinks
      event was cancelled
      free cancellation
      cancel at any|anytime
      pause|paused|stop|end|close|stopped … here|recording|for|timer|video|music|the recording
      the|this contract|agreement|subscription|licence|policy ends|expires|runs|end on|in|at|out
      replace|replaced|replacing the|it|with|by|them|old|battery|all … with|by|battery|cartridge|toner|tyres|boiler|window|door
      drop|dropping off|in|by|down|you|me|a|us|box|into|shadow|date|zone
      drop|dropped me|us|you|off|by|a line|note|email|mail|message
      delivery window|date|time|times|address|note|notes|van|slot|is|team|will
      push notification|notifications|to|button|the|up|ups
      fail over|safe|fast|gracefully
      fall|falls on|in|under|back|into|within|semester|term|season|asleep|colours|outside|break
      quality control|assurance|manager|of
      hate to|crime
      regrets only
      afraid i|we am|can|will|have|must|do
      not afraid|shy
      hard to say|tell
      hard|hardly work|working|ever|any
      short break|notice|list|term|story|call|and|video|summary|version|one|survey|answer
      expect|expected … delivery|arrival|time|date
      supposed to|,
      back|it is to school|up|end|office|in|from|at|on|by|the|to|ups|story
      black friday|coffee|white|tie|box|forest|and
      launch date|event|party|plan|pad|checklist|team|is|window|in|will|on
      adopted|adopt child|children|by|daughter|son|dog|as
      celebrate|celebrating|celebration christmas|birthday|anniversary|his|her|my|our|jubilee|party|at
      party|parties|cake|beers third|is|to|of|for|at|on
      enjoy|enjoyed your|the|my|our|a
      favourite|favorite|best restaurant|route|way
      clearance|clear sale
      fine print|tuning|art|arts|tune|dining|line
      stable door|doors|diffusion|release|branch|version|boy
      benefit|benefits package|from|of|in|office|claim|claims|concert|gig
      helps if|to|you|with
      progress bar|report|reports|note|notes|on|chart|update
      growth|grow in|up|tomatoes|your
      grow|growing|grew up|season|tomatoes|pains|vegetables
      agreed ,|:
      warm|stable|healthy drink|drinks|clothes|jackets|lunch|snacks|food
      cool bag|box|down|room
      longer term|version|than|distance|hours|route
      good|great|many|cheap beer|restaurant|friend|friends|food|coffee
      once again
      still ,
      finally ,
      nervous system
      worried well
      angry birds
      crisis communication|management|plan|team
      emergency exit|contact|contacts|number|services|room|department|lighting|drill|light
      noise cancelling|canceling|level|protection
      no show|smoking|parking|reply|entry|one
      reply all|to|by|button
      do not reply|bend|disturb|forward|feed
      nothing personal|to declare
      hand over|in|book|luggage|out|made|washing
      step by|by step
      down the|here|payment|under road|line|hall|,
      no|not|not an|a|any? problem|issue|trouble|biggie|worries at|for|if|either|with|here|,|though|from
      would|will|shall|could|might be so|very|really? happy|glad|pleased|delighted|grateful|great|good|nice|lovely|perfect|helpful|useful|fantastic|wonderful|appreciated|brilliant|interesting|excellent|ideal|amazing|awesome|super|cool|better|best|easier|worth to|if|for|,
      fault|error|failure|failures|loss|incident|incidents|issue|issues|risk|risks|problem|problems|bug|bugs|complaint|complaints|cancellation|cancellations|escalation|escalations|crash|delay|delays|dispute|disputes|defect|defects|outage|churn|win|success|growth|usage|adoption|disaster|threat|conflict|failover|renewal|termination|exit|change|concern|downtime|lost|emergency|damage|fraud|penalty|debt|stress|pain|performance|satisfaction|quality|improvement|latency|refund|quote|waste|returns|feedback|recovery|attack|return|crisis|fire|overdue|competitor|competition|objection|attendance|signature|backlog|deadline|launch|claims|claim rate|error|risk|failure|mode|rate|and|loss|issue|response? @container
      status failed|broken|overdue|blocked
      works council|councils|manager|package
      working group|groups|title|copy|draft|party|student|session|lunch|paper|capital|day|days|hours|week|assumption|hypothesis|name|breakfast
      works|work|suits|fits|suit|fit best|better|well|fine|great|perfectly|too for|with|on
      does not work for me|us|that
      not sure|clear|certain|decided|yet … whether|if|when|who|which|where|what|how|about|yet
      not yet decided|known
      i|we|you|he|she|they can|could|will|am|are not make|attend|join|come|wait|available|participate|stay|remember|travel|talk
      i|we do not mind|think|know|expect|remember|have|need|drink|believe … opinion|strong|preference|any|idea|it|so|yet
      up for|in|to|there here|discussion|grabs|the
      break|breaks|breaking|broken|broke into|down|even|for|ground
      signed up|in|out|into
      must|need|needs|should|to|will|can|awaiting|before|until|pending be signed|approved|confirmed|completed|accepted|agreed|reached|finished|fixed|solved|resolved|paid|launched|delivered|renewed|improved|sorted|corrected
      late shift|summer|autumn|spring|afternoon|evening|night|fee|fees|bird|morning|january|february|march|april|may|june|july|august|september|october|november|december|lunch|registrations|registration|entries|edition
      deadline for|is|on
      wait|waiting|wait for|until … delivery|new|table|tables|christmas|list|room
      signed attendance|in|up
      recommend|recommended daily|dose|retail|reading|settings|that|to|using
      clear your|cache|history
      bad hair|luck|breath|debt
      ready to|for|by
      every second|other week|month|day|year|tuesday|thursday|monday|friday|wednesday
      second|third|fourth|first|fifth|top floor|street|edition|half|quarter|class|year|semester|reading|grade|hand|person|language|opinion|page|row
      would|will|can|might cover|include
      problem|risk|issue|error|failure statement|mode|budget|register|tracker … @container|is|in
      bug hotels|hotel
      weather … dreadful|awful|terrible|lovely|bad|horrible|great|fantastic|miserable|perfect|wonderful|brilliant|nice|amazing|rough
      lawyer|lawyers|legal would|will|can|reads|read|is|reviews|review|needs|need|has|have … agreement|contract|see|terms|draft|nda|copy
      behind the|our|us|hall|you|me|it
      tuesday|wednesday|thursday|friday|monday|tomorrow works|suits|is
      love|like|likes this|our|the|my city|town|song|dog|place|weather|restaurant|country|coffee|cake|season|view|book|film
      crash cart
      for the record
      makes no difference to me|us
      excuse my|the english|typo|typos|brevity
      delay variation|line|budget
      excuse|sorry my|me
      thanks|thank much|you
      typo|typos in my|last
      i meant
      just as good|well
      neither for nor against
      good word of
      spoke|talked|talking with|to two|#|several
      school board|report
      no problem|problems|issue|issues|questions|objection|objections|complaint with|in|to
      no longer? problem|issue with the|that|it
      fail to see
      kindly|please ignore|disregard
      waiting time|times|list
      thank|thanks you? for making|taking|finding the|time
      ahead of the|our|your|next|monday|tuesday|wednesday|thursday|friday meeting|call|session|workshop|visit|kickoff|tomorrow
      not a complaint|criticism|big|reproach
      square|in brackets
      up and about
      delay timer|timers|parameter|field
      expect|expected a|to? delivery|parcel
      students|kids|team|pupils|everyone are|is on holiday|a|holidays|leave|vacation
      barrier … renewed
      coffee machine|maker
      signed off on|as|for
      defined|described|explained in
      the|this term
      loved|love|like|liked the|your photos|pictures|pics|trip|holiday|song|film|movie|book|article|talk
      delivered on|in|to|by a|the|pallet|pallets|monday|tuesday|wednesday|thursday|friday
      objections from my|our
      no objections|objection|changes|comments|remarks from my|our side
      trains|train|bus|buses|railway are|is|on on? strike|late|delayed|cancelled
      on strike
      broke|broken|broke|fractured her|his|my|an|the arm|leg|wrist|ankle|hip|foot|toe|finger
      sick leave
      whether … makes|make more|sense
      more sense
      other vendor|supplier in|will|is
      cold snap
      sabbatical
      on a sabbatical
      not a problem|issue at all
      could be worse
      sorted by|in|alphabetically|array|list|into|order
      with respect to
      fixed price|prices|cost|costs|term|date|rate|fee|amount|line|assets
      small improvements
      can|could not say|tell yet|now|today|exactly|for|when|whether|if
      dispute resolution
      pain point mapping|workshop|exercise
      by mistake ,?
      deleted the calendar|invite|entry|file … by mistake
      was|am out on|of|until|till
      out on pto|leave|holiday|vacation
      out of office
      i|we|they adore|adores|love|loves my|the|our … park|pool|slide|beach|school|garden|holiday|dog|cat|trip|zoo|snow
      kids|children|son|daughter|wife|husband|dog adore|adores|love|loves|like|likes the|her|his|their|our
      complaints of the|lower|chest|back
      patients with complaints
      shortage these days
      whole|entire sector|industry|market is|are|was
      errors , faults|failures|bugs and
      errors|faults|failures|defects in section|annex|chapter|clause|table
      can not open|see|read|access zip|the? zip|attachment|attachments|pdf|link|files? here|on|from|from
      new contact for
      wrong chat|thread|channel|person|window|group|tab
      no news from|yet|here
      complaints desk
      to the second|third|first|fourth floor
      thanks|thank … in advance
      ever so much
      the plumber|electrician|landlord|builder|dentist|neighbour
      in the event
      problem with … is that
      lost his|her|their|my father|mother|dad|mum|wife|husband|brother|sister|dog|cat|grandmother|grandfather|parents
      laptop|phone died
      paper bags|cups|straws
      dropped the|this|it item|topic|point
      from the agenda
      deal|dealing|cope|handle with? angry|difficult customers
    `,
  },
];
