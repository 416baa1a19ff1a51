import type { Family } from '../phrases.ts';

/** Phrases for improvements and avoided trouble: absences, comparisons, habits. The notation is explained in `phrases.ts`. */
export const winContrasts: readonly Family[] = [
  {
    kind: 'win',
    basis: 'event',
    weight: 3,
    fixed: true,
    phrases: `
      not one|a|any single? support|service|help|angry|late|night|emergency|customer|urgent|critical|major|unplanned|serious|error|system @fault
      not|never had|seen|recorded|logged|experienced|encountered a|one|any single? outage|crash|error|complaint|incident|failure|glitch|hiccup|dropout|problem|issue|bug|delay|mistake|stockout|breakdown|rejection
      not had to open|raise|log|file|write|call|ring|chase a|one|any|anyone|support|your|you|the single? ticket|tickets|complaint|anyone|helpdesk|hotline|since|once
      not had to open|raise|log|file a|one|any single ticket
      not missed|failed|skipped|dropped|lost|been a|one|an single? beat|day|delivery|deadline|order|shift|run|backup|shipment|late|sync
      has|have|had never once? failed|crashed|jammed|hung|missed|regretted|disappointed|skipped
      has|have|had never once? let|been us|me|late|down|offline
      not one|a single? missed|late|lost|failed|broken|cancelled|wrong|damaged|rejected … since|so|this|in|all the|your|our|we|last|you|far|month|year|week|#
      zero|no|without missed|late|lost|failed|broken|cancelled|damaged|rejected|unplanned|dropped deliveries|delivery|pickups|orders|shipments|runs|payments|jobs|calls|appointments|downtime|outages|packages|invoices|backups since|so|this|all|in|for|during
      zero|no outages|downtime|incidents|crashes|complaints|errors|bugs|tickets|escalations|accidents|failures|defects|breakdowns|rejections|stockouts|overtime since|so|this|all|in|for|during|after|over|to|reported
      problem|problems|issue|issues|trouble|bug|bugs|error|errors|fault|crash|crashes|delays|alarm|alarms|leak|noise|glitch|dropouts … has|have|did not|never @adv? come|came|returned|reappeared|resurfaced|recurred|occurred|happened|repeated
      first time|quarter|month|week|day|year|season|winter|summer|christmas|weekend|morning|term in … years|months|weeks|ages|decade without|with a|an|any|one|no|zero|single|anyone|anybody|losing|having|overtime|paper
      first time|quarter|month|week|day|year|season|winter|summer|christmas|weekend|morning|term|release|close|audit without a|an|any|one single? @fault|stockout|rollback|drama|panic|firefight
      first time|quarter|month|week|day|year|season|close|release|launch … ever|never done|had|seen|managed without|with anybody|anyone|a|any|no|zero
      nobody|none|one still? uses|touches|opens|misses|prints|keeps|wants|needs|remembers the|our|those|that|their|to old|paper|former|previous|excel|spreadsheet|spreadsheets|fax|binder|binders|go
      no longer|not keeps|keep|need|needs|use|uses|run|runs a|the|any|our|their spreadsheet|spreadsheets|paper|excel|whiteboard|manual|second|binder|workaround|workarounds|fax
      rarely|seldom|never|hardly ever? seen|had|met|known|experienced|worked|dealt a|an|such|anyone|any|with … fast|quick|quickly|responsive|good|smooth|smoothly|well|clear|helpful|patient|easy|clean|complete|thorough|tidy|organised|organized|engaged|prepared|friendly
      nothing to object|fault|criticise|criticize|grumble
      auditor|auditors|inspector|inspectors|examiner|examiners|inspection|audit had|found|left|raised|came no|nothing|zero|without|happy|satisfied|pleased|back
      go|went|be on strike|barricades if|when|the … took|take|taken|takes|lost|removed|switched
      riot|revolt|mutiny|uproar|outcry|cry|scream if|when … took|take|taken|takes|lost|removed|switched
      complaint|complaints|trouble|problem|problems|questions|calls|tickets|errors|issues|noise … has|have all|since|completely? dried|died|gone up|down|away|quiet
      complaint|complaints|calls|tickets|errors|queues|costs|enquiries|queries|returns … is|are way|well|sharply|clearly|much|far|right|massively|noticeably|drastically|significantly? down|lower|fewer
      put|laid|been put to bed|rest
      not|never had a|one|any single? bounced|missed|lost|failed|late|angry|broken|wrong|dropped|duplicate|stuck|rejected
      nothing lost|missing|broken|damaged ,|in|on|at|during|and
      gave|give|gives|rated|rates|scored|scores it|us|you|them|the|this? # out of #
      wanted to let you know … fixed|holds|works|working|great|happy|solved
      not had to complain|touch|restart|worry|chase|call|ask|think|fix|correct
      would|will never|not give|hand|trade|swap it|this|them|you|these back|up|away|for
      not think|imagine|name|find of? anything|a|something|one? single? i|we|thing|to would|could|to change|improve|fix|criticise|add|complaint
      not|never gone|went|go off|down|wrong|offline once|since|at|this|a|anymore
      not|never gone|rung|beeped|tripped|stopped|crashed|frozen off? once
      moved|switched|joined|changed|signed over|up|on? without being|anyone|anybody|having asked|told|pushed|chased|reminded|asking|pushing|chasing
      kept|keep|keeps|coped up with|the|even|on|and
      even on|in|at|under|during the|our|a? busiest|worst|hottest|coldest|heaviest|longest|peak|full day|days|week|saturday|sunday|monday|weekend|morning|month|load|hours|season
      could be this|so painless|easy|simple|smooth|quick|fast|pleasant|straightforward|fun
      turned|turns out to be the|a best|blessing|non|great|good|smart|brilliant|perfect|real
      happily|gladly talk|speak|recommend|refer|vouch|act|serve to|with|for|as|you
      @people now|simply|all|flatly|just|absolutely? refuse|refuses|refused to go|switch|return|give back|up|it
      has|have @adv? stopped calling|complaining|phoning|checking|keeping|chasing|worrying|printing|ringing|emailing|asking|crashing|grumbling|moaning|doubting|comparing|freezing|leaking|faxing
      @people have|has @adv? stopped calling|complaining|phoning|checking|keeping|chasing|worrying|printing|ringing|emailing|asking|grumbling|moaning|doubting|comparing|faxing
      have|has dropped|fallen|gone|come|went|shrunk from # missed|lost|failed|broken|late|open|wrong|rejected|damaged|@burden
      @burden … way|well|sharply|clearly|massively|noticeably|drastically|significantly|steadily|dramatically down|lower|shorter|fewer|less
      @burden … lower|shorter|fewer|less than|by
      @burden … is|are|was|were|has|have @adv? halved|shrinking|shrunk|negligible|minimal
      let is|us go|move|proceed … plan|package|offer|option|proposal|contract|order|quote|rollout|phase|module|licences|licenses|upgrade|extension
      let is|us sign|renew|extend|prolong|order it|this|the|another
      where have|had you been all
      all my|our life|lives|career
      wish we|i had|knew found|known|met|had
      do|did not know|remember how|what|why we|i|they … before|without
      how did we|i|they ever|even? … without|before
      could|can not imagine|picture|think working|going|life|doing|living|a|being|ever … without|back|other
      not want|wish to|it|anything any? go|be|work|miss|other|else without|back|it|than
      not|never look|looked|looking back|elsewhere|further
      can not|hardly|barely believe|tell how easy|fast|quick|good|simple|much|well|smooth|happy
      fears|worries|doubts|concerns|scepticism|skepticism … unfounded|groundless|gone|vanished|evaporated|disappeared|melted|unjustified
      no fires|surprises|drama|panic|firefighting|heroics|late to|this|on|since|at|nights|calls
      no more fires|firefighting|surprises|crashes|lost|missed|missing|late|wrong|errors|stockouts|hunting|ringing|queueing|shouting|cables
      @people no longer have|need|has|needs|call|complain|queue|wait|ring|ask|chase|phone to|us|about|for|me|in
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 3,
    phrases: `
      went|gone|goes|going|were|now|are|is|been|all|fully|already|finally|officially live since|now|for|in|at|across|today|as|on|this|last|with|,|and|yesterday|everywhere
      went|gone|are|is|now|been|finally live
      signed|renewed|extended the|our|a|another renewal|extension|contract|agreement|subscription|licence
      renewed|extended for # |another|two|three|the? more|further|next? year|years|term|months
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 2,
    phrases: `
      contract|deal|paperwork|order is|are done|sorted|settled|ready|signed|through
      tills|servers|system|server|site|app|pages|shop|line|lines|network kept|keeps up|running|pace|going
      managed|manages the|it|to|her|his booking|form|app|alone|everything|login|herself|himself|on|without
      # % … finished|passed|completed|attended|returned|renewed|migrated|trained|certified|opted|chose|recommend|rebooked
      had the whole|entire|full room|team|class|group|audience
      in|at good spirits|ease|high
      laughing|smiling|beaming|clapping|cheering and|when|all|the|after|,
      moved|came|switched|signed|joined over|on|up? voluntarily|willingly|happily|gladly|early
      finally|now under control
      runs|running|works|working in|at|on|across all|every|each|both|the # ? sites|site|branches|branch|location|locations|depots|shifts|plants
      we|i got the certificate|grant|licence|permit|funding|tender|contract|award|job|order|go
      right|correct|accurate|complete|clean down to the|first|every|from
      could do|manage|handle it|this|that in|with my|their|your eyes|sleep
      anyone|everyone|everybody|anybody can|could now|do|use|manage|book|follow|read|understand it|this|that|see|find|,
      so|now everyone|everybody|anyone|anybody can|could|knows|sees
      saves|saved|spares|spared me|us|them|him|her|the|our|a|an trip|drive|journey|trouble|embarrassment|headache|headaches|work|call|visit|evening|morning|walk
      made|makes all the|a|such difference|sense now
      have|has never looked|been|felt|run better|healthier|stronger|clearer
      agreed|confirmed|ready|decided to extend|renew|continue|expand|stay|proceed|prolong|double|fund
      keeps|keep getting|growing better|faster|easier|stronger|smoother
      growing|grown month|week|year on|over|by|after month|week|year
      finally|now have|has|got|get a|an|one|proper|the grip|handle|overview|picture|view|place|control|clarity|visibility
      can|could now|finally see|find|do|answer|plan|work|send|print|book|order|track|tell|close
      ahead|beyond of|what our|the|all|we rivals|competitors|competition|curve|pack|projections|plan|expected|hoped
      pay|pays|paid|paying back|off already|within|in|after|handsomely|nicely
      made|makes|making a|an|such|all|the real|big|huge|massive|enormous|noticeable|world|lasting? difference|impact
      never|not go|going anywhere else|soon
      happy|glad|pleased|proud to be|remain|stay|continue your|a|with|customer|customers|client|partner
      looking|look forward to the|another|many|our next|more|year|years|second phase|years|together
      more|other|# colleagues|departments|teams|branches|schools|wards|sites|stores want|asked|joined|asking|signed|queue|queuing|interested|requested to|in|for|up|it
      word has|is got|spread|spreading|getting
      in|on every|all # sites|stores|branches|wards|schools|depots now|already|since
      met|meets|matches|matched our|the|all|every expectations|requirements|expectation|requirement|criteria
      exactly as promised|described|agreed|planned|advertised|hoped
      answered|replied|responded|reacted|fixed|solved|helped within|in # minutes|hours|seconds
      fixed|solved|sorted|repaired within|in|inside|under the|an|a|#|half? hour|minutes|hours|day|morning
      quick|fast|prompt|swift|same to|day|and respond|fix|answer|replies|reply|helpful|friendly|competent
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 2,
    phrases: `
      seconds|second|minutes|minute instead|rather|not of|than|, #|a|an|half? hours|hour|days|day|weeks|half|forty|minutes
      hours|hour|morning|afternoon instead|rather|not of|than|, #|a|an|two? days|day|weeks|week|months
      day|days instead|rather|not of|than|, #|a|an? weeks|week|months|month
      same|next day|hour|morning instead|rather|now|every|where
      what|which|that used to take|need|cost|require|mean|be|eat … now|is|are|takes
      used to eat|swallow|steal|ruin|devour|block|dread|hate|curse|struggle
      got|get|getting|grew|become|accustomed used|accustomed to it|the|them|your … within|in|quickly|fast|immediately
      settled in|into … quickly|nicely|well|fast|happily
      more than half|#|two|three|% of? … use|uses|check|checks|book|order|pay|log|sign|register|scan|self|online|adopted|active
      # of|in # … now|already use|order|book|pay|check|log
      picked|chose|chosen|selected|preferred you|your|yours … over|ahead|among|from|against the|#|both|all|other|everyone
      mentioned|suggested|recommended|praised|plugged you|your to|at|in our|my|the|a|another|#|several|some
      runs|run|running|lives|depends|relies on it|this|your|them now|today|every|daily|completely|,
      now runs|run|lives on|through|with|in your|it|this|the
      whole|entire … runs|run|works|lives on|with|through it|your|this
      part|centre|center|heart of our|my|the|their daily|everyday|normal|weekly|routine|standard
      exactly|just|precisely what|the … wanted|needed|ordered|hoped|requested|doctor
      a|the third|half|quarter|fraction|tenth of what it|they|we|that was|were|had|used|paid
      fix|update|patch|change|workaround|repair|solution still? holds|held|helped|worked|works|stuck|cured|solved
      fix has|is held|helped|worked|holding|working
      came|went|moved|copied|transferred|carried across|over cleanly|complete|intact|perfectly|fine|correctly|smoothly|safely|untouched
      set|sets|setting it|this|everything|them up alone|herself|himself|themselves|myself|ourselves|before|without|in
      feedback|reaction|reactions|response|reviews|comments|echo … is|are|was|were|has|have|been|so mostly|overwhelmingly|very|all|been|really|simply? glowing|good|great|positive|excellent|warm|enthusiastic|fantastic|amazing|unanimous
      signing|signed|sign|signs up|on for year|another|the|# #|year|years|next|more
      took|takes|needed|need me|us|him|her|them? # @time , it|which|that|this would|used
      took|takes|needed|need me|us|him|her|them? # @time , last|before|previously
      took|takes|needed|need me|us|him|her|them? # @time where|compared|versus|vs|when|rather
      yours|this|it|you does|do|covers|handles everything|all|both
      cancelled|canceled|dropped|ditched|switched|binned the|our|off other|old|previous|former|second tool|system|supplier|vendor|provider|subscription|software|contract , yours|because|since|you
      idiot|child|fool|grandma|boss|future|bullet|teacher|driver proof
      what a|an difference|improvement|relief|turnaround|transformation|result|launch|upgrade|pleasure|service|success|delight|step|joy|team|start|contrast|performance
      coming|joining|come|comes|moving|moves onto|into|under our|the|your contract|licence|account|platform|agreement|plan|system
      wants|want|asked|asking|like in|aboard|onboard too|as|also|now
      # @time|clicks|people|steps|pages|calls|emails … became|turned|shrank|shrunk into|to # ?
      two|half|third|quarter of the|a|our time|work|effort|cost|people|staff it|previously|before|we
      quicker|faster|easier|simpler|shorter|cheaper|smoother|calmer|cleaner|safer|clearer by far|miles|half|a|#
      far|miles|loads|streets|light quicker|faster|easier|simpler|cheaper|smoother|calmer|cleaner|safer|clearer|better|happier
      doing|does|do the|twice|#|double|more work|amount|times|volume|orders with|in half|the|#|fewer|same
      with half|the same|the|fewer people|staff|team|headcount|effort|hands
      without adding|hiring|needing extra|more|staff|people|anyone|a|another|headcount
      no one|body ever|even|has noticed|realised|realized the|that|anything|we|it switch|change|cutover|migration|move|changed|moved|switched
      nobody|no-one|none even|ever? noticed|realised|realized the|that|anything|we|a switch|change|cutover|migration|move|changed|moved|switched|thing
      before your|the update|system|tool|help|visit|fix … now|today
      these days … takes|seconds|minutes|smoothly|itself
      gets|get|getting done|finished|home in|by|before|on half|time|lunch|noon|minutes|seconds|#|five|four
      has|have become|been a|an|our|the favourite|favorite|standard|habit|essential|indispensable|default|routine|blessing|success|hit|pleasure|joy
      become second|part|indispensable|essential|standard|routine nature|of|to|for|,
      go to tool|place|system|supplier|partner|solution|app
      back to their|our|the real|actual|proper|core job|work|jobs|business|patients|teaching|customers
      more time for|with|to patients|customers|teaching|students|children|guests|spend|the|actual|real|clients|care
      time for|to patients|actual|real|spare|breathe|think
      went|gone|passed|came|slipped by|off|over|through without a|any|an|incident
      easiest|smoothest|simplest|quickest|fastest|calmest|cleanest|best|quietest|friendliest … i|we have|had|ever|can ever|had|seen|done|been|remember|known|run|experienced
      most|more productive|useful|helpful|efficient|relaxed|constructive|pleasant|successful|profitable … i|we|ever|in|yet|than|so ever|have|had|years|before|in|far|months
      lowest|fewest|shortest … ever|since|in|on @burden|record|years|we|started|opened
      lowest|fewest|shortest @burden in|since|ever|on|we
    `,
  },
  {
    kind: 'neither',
    basis: 'event',
    weight: 1,
    phrases: `
      has|have|had|needs|need|must to be approved|signed|agreed|confirmed|accepted|completed|renewed|extended
      happy|glad|pleased|love|like to introduce you|them|her|him
      introduce you to our|my|the
      shift|crew|staff|team|office works|work until|from|till|on|at|in|between|nights|to
      complaints|complaint at|to the|our front|help|service desk goes|go
      close|closing the|this|your|that ticket|case|ticket once|when|if|after|as|unless|for|by|next
      purchase order number|numbers|form|date|line|reference|template|must|should is|goes|go|on|belongs? on|in|to?
      decided|decide to go another|a|separate way|different|ways
      stopped asking questions|me|us
      has|have @adv? stopped asking questions|me|us
      nobody|none missed the|that|this … screen|button|page|link|sign|step|message|banner|deadline|meeting
      moved|moving|switched to|into another|a|the different|new|other? team|department|role|group|job|office
      is|are|be fixed|solved|repaired|done|ready and|by|within|in … within|by|in # days|weeks|months
      the repaired|fixed|corrected
      has|have|had|needs|need|must|still to be approved|signed|agreed|confirmed|accepted|completed|renewed|extended … by|in|before|first
      let us|is go through it|this|them|the in|step|one|line|point order|by
      let us|is go|walk through it|this|them|the
      go|walk through it|this|them in
      good morning|afternoon|evening you|all|both|team|everyone
      after the #|two workshops|trainings|sessions|webinars|visits|workshop|courses
      if not please let me|us know
      refer|referring|refers to the|our|your|section|clause|annex|chapter|page … agreement|contract|order|quote|development?
      agreement|contract on|for|about the development|delivery|provision|supply|processing of
      set|sets|setting a|the|you|our final|last|new? period|deadline|date of|for
      agreement|contract number|no|template|draft|dated|between|from|law|is|type|party|parties between?
      went|going|go|walked through the|our|all|your first|second|next|whole? list|agenda|document|flow|draft|slides|numbers|questions
    `,
  },
];
