import type { Family } from './phrases.ts';

/** Goals reached, signatures, adoption, improvements. The notation is explained in `phrases.ts`. */
export const winEvents: readonly Family[] = [
  {
    kind: 'win',
    basis: 'event',
    weight: 3,
    phrases: `
      signed|countersigned|cosigned|… contract|contracts|agreement|renewal|order|paper|papers|deal|extension|amendment|offer|quote|msa|sow|statement|proposal|copy|yesterday|today|off
      contract|contracts|agreement|renewal|order|paperwork|deal|papers|extension|amendment|sow|msa|quote|dpa … signed|countersigned|sealed|closed|won|approved|executed|inked
      signing|inking … today|tomorrow|contract|renewal|agreement
      we|they|i|he|she have|has|just|finally|both? signed|inked|sealed|closed
      renewed|renewing|extended|extending|prolonged|re-signed|renews|extends … contract|subscription|licence|license|agreement|support|partnership|us|you|year|years|months|early|it|term|retainer|collaboration
      renewed|prolonged
      renewal|extension is|was|has|are been? confirmed|approved|through|done|agreed|settled|in|waved|final|complete
      continue|stay|go|carry|keep with|on working? you|us|together|ahead
      for another|two|a|# further|more|second|third? # year|years|term
      another|second|further # year|years|term
      purchase order|orders … attached|approved|issued|sent|signed|through|on|raised|follows
      po|order … attached|approved|issued|raised
      # more|additional|extra|further|new seats|licences|licenses|users|branches|stores|sites|locations|modules|accounts|schools|depots|clinics|wards
      upgrade~ … plan|tier|package|enterprise|premium|subscription|to
      expand~|extend~|roll~|rolling|rollout|scale~|broaden~ … other|more|all|rest|remaining|entire|whole|second|across|company|group|every|# sites|site|stores|branches|departments|teams|team|countries|country|depots|locations|wards|schools|clinics|offices|units|regions|groups|plants|warehouses|markets|hospitals|wide|department|of|world
      roll|rolling|rolled … out … to all|every|the
      second|third|next|another phase|product|module|project|site approved|begun|agreed|ordered|confirmed|booked
      want|wants|wanted|asked|asking|would like|love|keen … it|same|one|this|them|in too|as well|themselves|also
      green light|lighted|lit
      greenlit|greenlighted
      thumbs up|green from … board|management|legal|procurement|committee|trustees|finance|council
      signed off|it off
      sign off|signoff from|came|received|given|is
      approved|accepted|agreed|passed|adopted|endorsed … unanimously|without|vote|board|everyone|trustees|council|committee|first|as|budget
      unanimous|unanimously
      yes from|to legal|board|finance|procurement|the
      we choose|chose|picked|selected|went|decided you|for|your|with
      you won|win|got|have … job|contract|tender|business|pitch|deal|bid|it
      won|win|winning|awarded|scooped|landed … award|tender|contract|prize|bid|deal|customer|customers|client|clients|business
      award|prize for
      shortlisted for
      passed|pass|passing|gave|gives|handed|given|forwarded|mentioned|dropped|put … your name|number|details|card|contact|contacts
      spoke|speaks|spoken|talk|talked highly|warmly|well of|about
      case study|studies … agreed|happy|yes|use|may|sure|fine|approved
      reference|testimonial|quote|case … happy|gladly|glad|fine|delighted|agreed|may
      five|# star|stars review|rating
      would|will|like|love|want|wants|wanted|happy|keen|glad|ready|decided|agreed|need|plan|plans|able|going to also|indeed|now? renew|extend|prolong|order|buy|purchase|double|expand|upgrade|continue|stay|keep|sign|add|increase|go|proceed|book|roll … seats|licences|licenses|year|years|contract|term|module|you|plan|users|ahead|subscription|agreement|phase|sites|branches|package|order|more|another|good|it|out|everywhere|retainer|rest
      would|love|like|want|wants to renew|prolong|extend|expand
      would like|love to have the same|one|it
      have the same one|thing|dashboard|setup|for
      see|have|want|wants|get it|one|that|this|same … too|themselves|everywhere|for good
      want|wants|wanted|asked|ask|asks|asking|wish … keep|have it|the|using … after|for good|pilot|permanently
      keep|keeping|kept it for good
      want|wants in
      ordering|order|ordered|buying|rolling … whole|all|rest|every|entire|other … hospital|school|company|group|sites|fleet|house|branches|organisation|depots|department|stores
      prolong|prolongs|prolonging … contract|agreement|subscription|months|years|#
      stay|staying|stick|sticking|stuck|continue|remain|remaining with you|us
      with|commit|committed|committing you|us? for another|#|two|the # years|months|next
      here to stay
      deal is|was? done|closed|on|signed
      done deal
      it is a deal
      nodded|waved|sailed|got|went|came|gone|voted|passed it|the|straight? through
      said|say|says|saying|voted yes
      put you|us in touch
      introduce|introducing you|us to
      expect|get a|an? email|call|mail|message from her|him|them|my|our|their
      passed|passing|pass|gave|given|giving your|on name|number|details|on
      use|quote|publish our|us numbers|name|logo|figures|as
      heard about|of it|you|your|this|us from|through
      heard about|of you|your|it|us
      press|newspaper|journal|magazine|radio|tv picked|mentioned|featured|praised|wrote
      asks|asked|asking for a demo|brochure|quote
      client|customer|customers|users|they|he|she|guest|guests|patients|parents|teachers|drivers|members confirm|confirmed|confirms|report|reported … stable|working|works|fixed|solved|fine|happy|good|smoother|faster
      signed … for another|more|#|the
      trustees|board|committee|council|partners|management … extend|renew|continue
      signed|countersigned copy|and|attached|yesterday|version back|attached|returned|posted|on|sealed|sent|today
      countersigned
      more|very|really|only? happy|glad|delighted|willing|pleased|gladly to? be|act|serve|give|provide|speak|recommend|vouch|write … reference|testimonial|case|recommend|conference|panel|review|recommendation|webinar
      as a reference
      be your reference
      added|add|adding|ordered|order|ordering|bought|buy|take|taking|need|purchased|book|booked|want|wants … # … seats|licences|licenses|users|modules|sites|stores|depots|seat|licence|places|units|branches|locations|devices|boxes|sensors|accounts|tablets|scanners|more
      board|council|committee|trustees|management|director|directors|ceo|cfo|boss|headteacher|governors|partners|procurement|steering|md|owner|minister|chair|leadership|regulator|ministry|works … approved|agreed|loved|impressed|backs|backed|nodded|accepted|delighted|smiled|endorsed|signed|blessing|yes|convinced|applauded|praised|happy
      budget|funding|money|proposal|offer|request|business|case|investment|it|design|designs|phase|contract|release|extension|grant|application has|have|is|was|got|been|were|are just|finally|now|already|unanimously|fully|formally|been? approved|agreed|secured|granted|accepted|confirmed|ratified|doubled
      told|tell … colleague|colleagues|peers|friend|friends|everyone|association about|how … you|your|it
      asked|asks|asking for|who your|built|made name|number|contact|details|it|this|our
      when can|could|will they|she|he|others|my|our … have|get it|one|that|them
      go|went ahead from|with|given|for
      got|went|came|sailed|passed … through by|at|with the? board|committee|council|legal|procurement|parliament|assembly|trustees|first|no|flying
      recommended|recommending|referred|recommends|recommend|referring|vouched|vouch … you|your
      recommended|recommending|introduced|introduce you|your
      approved from|on|by our|my|us side|end
      consider it|this|us approved|done|signed|settled|accepted|in
      ready|good to sign
      po|order|paperwork|contract|signature|signatures|agreement is|are on its|their|the way
      po|order number is|follows|below|attached
      invoice|invoices|deposit … paid|went in|out full|early|advance|already|today|this
      paid in full|advance|early
      paid upfront
      lock in the|our|#|another|two
      multi year deal|contract|agreement|term
      upgrade|upgraded|upgrading|moving|move|moved|switch to|us enterprise|premium|pro|business|higher|bigger|larger|annual|the
      bigger|larger|higher plan|package|tier
      sent|send|sending|given|passed … your details|name|number|contact|card to|on|along
      spread|spreading the word
      posted|wrote about you
      quote me
      case study|reference … happy|gladly|sure|yes|agreed|fine
      use our logo|name|numbers|quote
      ink is
      wins|win|won us|me|them? the|a|an|new tender|contract|award|grant|funding|customer|deal|pitch
      landed us|the|a
      secured … funding|grant|budget|contract|deal|extension|slot
      extension|extended the|our pilot|trial|contract
      pilot … permanent|extended|full|rollout|company
      permanent customer|contract|licence
      all|every users|sites|data|stores|depots|branches … migrated|moved|live|over|onboarded|trained
      switched|turned off the old
      decommissioned
      commit|committed to another|#|the|a
      no brainer
      asked|asks|asking|want|wants|volunteered|begging|hoping to be next|first|included|part
      be next
      put … name|you forward for
      name forward
      voted|vote|votes|voting for|in|to … you|favour|favor|continue|keep|extend|carry
      in favour|favor of
      standardise|standardize|standardising|standardizing on|with you|your
      going with you|your
      told … should|to talk|call|speak|write|get to|with|in you
      should|must talk|speak|call to|with? you
      your proposal|offer|bid|pitch|design|draft … won|chosen|accepted|highest|best|first|selected|convinced|preferred|approved
      highest|top|best score|mark|ranking|rating
      upped|increased|raised our|the order|orders|volume|budget|commitment|retainer
      came through|good
      funded
      two|# new … joined
      sold out
      acceptance protocol|certificate|form … signed
      signed the acceptance|contract|agreement|renewal|extension|order|protocol|papers|deal
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 2,
    phrases: `
      live since|now|for|in|at|across|today|as|on
      went|gone|going into|to production
      in|into production since|now
      up and running|live
      target|targets|goal|goals|milestone|milestones|objective|objectives|deadline … met|reached|hit|achieved|exceeded|passed|beaten|made|done
      ahead|early of|than schedule|plan|time|promised|planned|expected|target|agreed|budget
      ahead of
      under|within|below|inside budget
      days|weeks|hours|day|week|hour|month early|earlier|ahead|sooner
      record|best|busiest|strongest|highest week|month|quarter|year|day|numbers|sales|orders|attendance|turnout|bookings|revenue|results|season|ever|score|usage|adoption|rate|enrolment
      all|every|new|an time high|record|low
      record breaking|low|high|number
      passed|pass|sailed|flew|through|cleared … audit|inspection|review|test|tests|acceptance|exam|certification|penetration|uat|pilot|colours|check|approval
      certified|certification
      # % of … use|uses|using|used|adopted|signed|logged|active|joined|switched|say|said|booked|online|happy|completed|passed|love|self|now|satisfied|automatically|without|through|digitally
      use|uses|using|used it|them|this … every|daily|day|without|constantly|everywhere|all|everyone|now|happily
      use it|them daily|every|all|everywhere
      uptake|adopted
      picked it|the|them up … quickly|fast|minutes|day|hour|ease|easily|straight|immediately|time
      took to it|the … water|quickly|immediately|straight
      like ducks|a|fish duck|to|in
      saved|saves|saving|save|gained|gain|won|freed|frees|freeing|shaved|shaves|recovered … hours|days|weeks|minutes|money|week|hour|time|day|euros|eur|pounds|thousand|thousands|costs|#|%|up|afternoon|afternoons|evening|evenings|month
      freed|frees|freeing up
      time|cost|costs|hours|money … saved|saving|savings|freed
      savings of|are|have|since|in
      roi|payback|return on|is|was|after|reached|in|within|already
      broke|break even
      halved|halving|halves|slashed|eliminated|eliminates|wiped|cured|abolished|got rid|eradicated
      cut|cuts|cutting|reduced|reduces|reducing|shortened|lowered|dropped|shrunk|shrank|brought|trimmed|slashed|sped|speeded … half|third|quarter|two|%|#|dramatically|significantly|by|noticeably|down|drastically|from|considerably|up
      cut|slashed|reduced … in half|two|by
      @down … @burden
      @burden … @down
      stopped|stop|stops|quit calling|complaining|phoning|asking|printing|crashing|chasing|ringing|grumbling|moaning|freezing|worrying|failing|emailing|fighting|leaking|dropping|needing|faxing|happening|losing
      dropped|fell|went|fallen|gone|came|down|plunged|plummeted|shrunk|shrank|decreased|falling … from|to|by # … #
      dropped|fell|fallen|gone|down to zero|nothing|none|almost|nearly
      down from|to|by|%
      from # … to|down|until #
      from # @time|%|people|clicks|steps|days|errors to|down
      from # … to zero|none|nothing|under|less|a|one|half|about|just|seconds
      # @time instead of
      took|takes|take|taking|need|needs|only|just … minutes|minute|seconds|hour|hours … instead|not|rather|now|used
      faster|quicker|better|less|fewer|more|higher than … before|last|ever|previously|used
      twice|# times|x as|more|faster|quicker|higher fast|many|much|quick|productive|faster|quicker|often
      doubled|tripled|quadrupled|trebled|skyrocketed|soared|surged|boosted|boosting
      improved|improving|improvement|improvements|improves
      progress|progressing|progressed … well|good|real|great|nicely|faster|made
      making|made|good|great|real|excellent|steady|solid|strong|huge progress|headway|strides
      on|back the|on up|mend|track|schedule|form|again
      back on|up|in|to track|running|online|feet|working|action|normal|again|and|form
      all good|fine|sorted|well|green|clear|set now|again|here|on|since|,
      runs|running|works|working|been|remained|stayed stable|smoothly|quietly|reliably|without|perfectly|itself
      for the first time
      at long last
      home on time
      pinned it|up
      stands|stood|held|holds|holding up|firm|water|steady
      kids|children|pupils|students|patients|customers|guests|visitors|teachers|drivers|staff|nurses|users|members|farmers|parents|colleagues|crew|crews|riders|readers … love|loves|loved|like|likes|liked|enjoy|enjoyed|happy|delighted|happier|thanked|smiling|cheered|prefer|raving|praise
      repeat|returning|loyal customers|customer|business|order
      strategic partner|partnership
      long term partnership|partner|relationship
      not|no|nobody think|thinks|see|sees|regard … you|us … supplier|suppliers|vendor|outsider
      published|featured|mentioned … annual|report|press|case|newsletter|magazine
      bonus is safe
      wish|wished|wishes all|every|other|our|more suppliers|vendors|projects|partners|agencies|system|systems … like|were|worked
      on|in|within|under|below|inside|bang|right time|schedule|budget|track and|,|for|again|to|this|despite|with|at|too
      bang|right|exactly|spot on time|schedule|budget|track
      was|were|is|came|arrived|delivered|finished|opened|launched|all|done|paid|landed|ready|completed on|under|within|in time|schedule|budget|track|day
      hit|hits|met|reached|reach|made|achieved|passed|crossed|beat|ticked|topped|surpassed|smashed … target|targets|goal|goals|milestone|milestones|quota|kpi|kpis|budget|objective|objectives|record|mark|sla
      hit|passed|reached|crossed|topped|broke … # … members|users|customers|orders|bookings|downloads|donors|subscribers|mark|downloads|visitors|registrations|tickets|students|boxes|patients
      @success is|are|has|have|was|went|up|gone|been|in|at|on … up|rose|risen|increased|grew|grown|growing|doubled|tripled|higher|climbed|jumped|soared|rising|climbing|record|better|improved
      @success up|rose|risen|increased|grew|grown|growing|doubled|tripled|higher|climbed|jumped|soared|rising|climbing|improved
      @up … @success by|to|%|since|over|this|in|from|sharply|again|every|on
      doubled|tripled|boosted|record|grew|grown|increased|improved|lifted … @success
      record|highest|best @success
      up from # … to? #?
      up by? # %
      moved|moves|rose|risen|climbed|jumped|went|up from # … to #
      # % more|up|higher|faster|quicker|lower|fewer|less|cheaper|shorter|better … @success|@burden|than
      # % lower|fewer|less|cheaper|shorter|quicker|faster
      # % … faster|quicker|shorter|cheaper
      fewer|less @burden
      # fewer|less … @burden|a|per|every
      used to take|need|spend|cost|print|phone|call|queue|wait|be|have|chase|drive|send
      last|in year|spring|past|the … spent|spend|lost|needed|took … these|now|today
      these days
      nowadays
      stopped|stop|stops|quit calling|complaining|phoning|chasing|ringing|grumbling|moaning|freezing|worrying|emailing|fighting|leaking|faxing|happening|printing
      no more @burden|chasing|spreadsheets|excel|paper|guessing|searching|manual|phoning|calling|typing|copying|faxes|waiting|sticky|fights|arguing|weekends|night|double|queues|queuing|hunting|retyping|stress|worries|panic|clipboards|overtime|whiteboard
      no longer need|have|needs|has|spend|wait|print|chase|worry|retype|copy|phone|lose|struggle|a|crashes|freezes|occurs|happens|drops|broken|slow|an|any
      not … any more|longer
      went|gone|goes|going|were|now|are|is|been|all|fully|already|finally|officially live since|now|for|in|at|across|today|as|on|this|last|with|,|and|yesterday|everywhere
      is|are|now|went|been|finally live
      live since|across|in
      went|gone|going into|to production
      deployed|rolled|shipped|released|installed|migrated|onboarded|completed|launched|switched|moved … successfully|smoothly|early|ahead|everyone|everywhere|without|over
      migration|cutover|rollout|launch|upgrade|integration|installation|implementation|transition|handover|pilot|switch|switchover|onboarding|training|import|opening|audit|inspection|kickoff|demo|workshop|presentation|event|update|move is|was|are|has|had|went|been|now|a|all|very … complete|completed|done|finished|success|successful|smooth|smoothly|well|painless|flawless|flawlessly|through|great|hit|behind
      upgrade|update|import|migration|transfer|run|release|patch went|ran through
      audit|inspection|inspector|inspectors|auditor|auditors|regulator … happy|clean|praised|impressed|exemplary|compliment|compliments|fine|no|nothing|passed
      like|as|part family|one|of|an of|us|our|own? our|us|the? own|team|family
      works|working|worked|runs|running|prints|loads|syncs|printing|loading again|now|perfectly|reliably|everywhere|flawlessly|fine|properly|as
      and it runs|works|worked
      runs|works well|fine|now|perfectly|smoothly|beautifully
      just|simply worked|works
      back up|online|running|working|to normal
      that did it|the
      fixed|solved|sorted it|that
      everyone|everybody|all|whole|entire|most|nearly|almost|majority|staff|team|users|people|colleagues|drivers|nurses|teachers|farmers|branch|branches|department|departments|wards|customers|members|volunteers|students|patients|stores|parents|shifts|# … uses|using|logs|logged|loves|loved|adopted|onboarded|switched|joined|onboard|board|booked|logging|likes|likes|trained|picked|enjoys|enjoy|love|like|registered|clock|clocks|prefers|prefer
      even … uses|likes|loves|smiled|admitted|enjoys|asked|wants|happy|impressed
      # % of … use|uses|using|used|adopted|signed|logged|active|joined|switched|booked|online|happy|completed|passed|love|answered|registered|trained|liked|now|satisfied|automatically|clock|digitally|self|recommend
      adoption|uptake|logins|active is|has|are|at|above|past|already|now|hit|reached|passed
      adopted by|the|our
      first time|week|month|afternoon|weekend|christmas|quarter|year|night|launch|project|morning|summer|season|evening|peak|audit|system|supplier|vendor|tool|app|software ever|in|since|without|where … years|months|since|without|went|understand|home|could|worked|overtime|everyone|everything|we|i
      first time ever
      can|could|am|are|we|i|is finally able? to? go|see|sleep|take|plan|focus|work|breathe|know|understand|stop|use|print|find
      finally works|working|done|live|someone|somebody|signed|home|fixed|sorted|understood|there|understand
      from # … to|down|until #|three|zero|none|under|seconds|minutes|one|half|a
      down to # @time|%|minutes|seconds|from|calls
      in seconds|minutes
      in # … instead|not|rather|what
      # @time|% instead of
      retired|ditched|binned|scrapped|switched|turned|shredded|thrown|threw|replaced|closed|abandoned … last|old|paper|spreadsheets|spreadsheet|legacy|fax|excel|logbook|forms|binders|folders
      last paper|fax|spreadsheet|legacy|logbook|old … retired|gone|off|shredded|scrapped
      spike|peak|backlog|queue|queues|pile|mess|chaos|noise|paper is|are|has|have gone|history|down|cleared|disappeared|smaller|empty
      thing|things of the past
      no longer an issue|a problem
      adopted|endorsed|chose|selected … proposal|our|your|design|draft
      opened|launched|started|delivered|finished|completed|shipped … on|by|before the|our? planned|agreed|promised|day|date|time|schedule
      complete|delivery and came|arrived|on
      within|under # hours|minutes|days that|exactly|now
      where|exactly what|where|how we|i now? stand|wanted|needed|are|hoped|pictured|imagined
      i|we pictured|imagined|dreamed|dreamt|dreaming it|of|,
      thank you letter|card|note|cards|letters
      dared|dare hope
      better|faster|quicker|sooner|smoother|easier|cheaper|earlier than|then we|i|expected|planned|dared|feared|promised|hoped|anyone|budgeted|our|my
      made|make|makes my|our|their|the … shorter|easier|faster|quicker|lighter|simpler|better|happy|day|week
      closed|close|closes|finish|finishes|finished|done … in # days|minutes|hours
      finish|finishes|finished|done|ready|complete before lunch|noon|five|time|breakfast|deadline
      before … lunch|rush|coffee|first coffee|rush|breakfast|the
      turnover|sickness|absence|waste|costs|errors … dropped|down|fallen|third|halved
      down a third|quarter|half|fifth
      by a third|quarter|half|fifth|factor|points|#
      slept through
      part ways
      coped without|well|with|fine
      every|each … right|correct|on every|first? time
      picked it|the|them|this up faster|quickly|fast|quicker|in|within|easily|immediately|straight
      takes|took|take|taking us|me|them? only|just|now # @time
      takes|took|take|taking|needs|need|only … # @time now|instead|rather|today
      now takes|take|needs # @time
      turned|turning|turn it|this|things|us|project|account|the … around
      breakthrough|breakthroughs
      # of|out of? our|the|all? # … use|uses|using|adopted|signed|logged|active|joined|switched|booked|happy|completed|passed|love|answered|registered|trained|satisfied
      twice|double|triple|# times as|the many|fast|much|quick|output|speed|faster
      half|fraction|third of? the|a time|effort|cost|price|work|paper
      in|for|at half the|of
      a fraction of
      time|day|hours|week|hour|minutes|half back|saved|every|a … for patients|customers
      gives|gave|give us|me|them back
      stable since|for|now
      quiet since|for|as
      no|fewer reports|sign|signs of problems|trouble|it
      quietest|calmest|smoothest … in|ever|yet|since|so|far
      highest|best|strongest|lowest|fastest ever|yet|on|in
      higher|better|more|lower|fewer|faster|quicker|shorter … than … last|before|ever|forecast|planned|target|expected|average
      above|ahead target|plan|forecast|budget|expectation
      above of target|plan|forecast
      everyone|everybody|team|staff|people|crew|nurses|drivers|teachers|students|kids|users|customers|guests|patients|board … impressed|thrilled|delighted|happy|relieved|excited|love|loves|loved|keen
      kept|keeps|keep to … deadline|schedule|budget|promise
      works now|again|fine|perfectly|great|everywhere|exactly
      working now|again|fine|perfectly|great|as|like|well|beautifully|reliably
      back to normal
      running|run|runs|ran stable|smooth|smoothly|rock|fine|well|great|without
      passed with|without|on|all|first|every
      got|get|have|had|received … certificate|certification|accreditation|licence|approval|funding|grant|award
      phone|phones|hotline|inbox|desk|line … barely|hardly|rarely|quiet|silent|never|stopped
      barely|hardly|rarely|seldom rings|calls|ring|complains|need|needs|notice|call
      every|each teacher|driver|nurse|user|branch|depot|member|student|store|team|colleague|ward|department|site|person|single|class|school … has|have|is|uses|now
      every single … complete|correct|right|on|worked|passed
      came|comes back complete|clean|positive|negative|perfect
      reconciled|matched|processed|handled|done|sent|filed|runs|generated automatically
      fully|completely|now automatic|automatically|automated
      lowered|cut|reduced|dropped the|our premium|premiums|price|prices|bill|costs|insurance|rate
      longer|more with the|your new
      stay|stays|stayed|spend # ?
      no|zero crashes|errors|outages|incidents|defects|bugs|complaints|accidents|injuries ,
      ship it
      a first
      never happened before
      for once … nobody|not|no|everyone|everything|all|on|we
      sleep|sleeping|slept better|well
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 1,
    phrases: `
      approved|approval|agreed|accepted|confirmed|signed|renew|renewal|launch|launched|live|upgrade
      upgraded|growth|grow|grew|growing|gain|gains|gained|success|win|wins|won|achieved|reached|ready
      completed|done|finished|works|working|worked|adopted|onboarded|delivered|running|saved|saving
      savings|benefit|benefits|fewer|stable|milestone|record|recommend|recommended|progress|improve|bonus
      paid|pilot|helps|helped|closed|fewer|doubled|retired|automatic|automatically|calmer
    `,
  },
  {
    kind: 'win',
    basis: 'event',
    weight: 2,
    resolves: true,
    phrases: `
      solved|resolved|fixed|sorted|cured|repaired|remedied|rectified|ironed|patched
      problem|problems|issue|issues|bug|bugs|error|errors|crash|fault|glitch|trouble|spike|thing … is|are|was|were|has|have|had|been|now|finally|all closed|gone|vanished|disappeared|history|over|sorted|past|behind|closed|solved|fixed|dead|done
      gone since|for
      behind us
      gone away|for good
      works|working|printing|loading|running|syncing|back … again
      all good|fine|sorted|well|green|clear|set|ok now|again|here|on|since
      closed|resolved from|on my|our|your side|end
      last bug|issue|defect|point|item … closed|fixed|gone|solved|done
      no longer|not … occurs|occur|happens|happen|crashes|crash|appears|fails|reproduce|freezes|drops|stuck
    `,
  },
];
