import type { Family } from '../phrases.ts';

/** Goals reached, adoption, measurable improvements and problems solved. The notation is explained in `phrases.ts`. */
export const winResults: readonly Family[] = [
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
      everyone|everybody|all|whole|entire|most|nearly|almost|majority|staff|team|users|people|colleagues|drivers|nurses|teachers|farmers|branch|branches|department|departments|wards|customers|members|volunteers|students|patients|stores|parents|shifts … uses|using|logs|logged|loves|loved|adopted|onboarded|switched|joined|onboard|board|booked|logging|likes|trained|picked|enjoys|enjoy|love|registered|clock|clocks|prefers|prefer
      even … uses|likes|loves|smiled|admitted|enjoys|asked|wants|happy|impressed
      # % of … use|uses|using|used|adopted|signed|logged|active|joined|switched|booked|online|happy|completed|passed|love|answered|registered|trained|liked|now|satisfied|automatically|clock|digitally|self|recommend
      adoption|uptake|logins|active is|has|are|at|above|past|already|now|hit|reached|passed
      adopted by|the|our
      first time|week|month|afternoon|weekend|christmas|quarter|year|night|launch|project|morning|summer|season|evening|peak|audit|system|supplier|vendor|tool|app|software ever|in|since|without|where … years|months|since|without|went|understand|home|could|worked|overtime|everyone|everything|we|i
      first time ever
      can|could|am|are|we|i|is finally able? to? go|see|sleep|take|plan|focus|work|breathe|know|understand|stop|use|print|find
      finally works|working|done|live|someone|somebody|signed|home|fixed|sorted|understood|there|understand
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
      phone|phones|hotline|inbox|desk … barely|hardly|rarely|quiet|silent|never|stopped
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
      never happened before
      for once … nobody|not|no|everyone|everything|all|on|we
      sleep|sleeping|slept better|well
      from # @time|%|people|clicks|steps|calls|errors|days … to|down
      from # … @burden … to
      from # @burden … to
      dropped|fell|fallen|down|went|gone|cut|came|reduced|halved|shrunk|brought from # … to
      dropped|fell|fallen|down to nil|zero|nothing|none|almost|#
      to nil|zero
      takes|took|take|needs half|third as|the long|time
      half as long|much|many
      back to green|normal
      did its|their|his|her job
      went green
      clicked for|with|after
      out early|ahead
      # @time early|ahead|sooner
      savings of|are|,
      hit|reached zero
      zero open|rollbacks|errors|redlines|defects|incidents|returns|complaints
      no redlines|changes|comments|remarks|rework|corrections|questions … from|by|legal
      with no|few|zero redlines|changes|remarks|comments|findings
      no queue|queues|lines
      of its|their own accord
      stayed|stay in|on|longer … ask|more|talk
      had hoped|expected|planned|budgeted|feared for? #
      found the|our|a leak|cause|problem|error|bug|hole|mistake … that|we|nobody|had|within
      held its|up|their|through|steady
      nobody|none had|has|needs|needed|have to stay|work|call|chase|ask|correct|retype|phone|queue|wait|print|explain
      sold|sells every|all|out
      noticed|notice|see|saw|feel|felt|seen the|a|real|big? difference|improvement|change
      took|needed|lasted|cost a|an|#|half|whole? month|week|day|hours|days|weeks|months|year|morning|afternoon … now|are|is
      are|is now settled|done|handled|answered|processed|finished|paid|sent|ready in|within|by|before
      exceeded|exceeds|surpassed|outperformed|overachieved
      kept every|all|each|your|their date|promise|deadline|milestone|appointment|word
      to our|their|my full|complete|entire|total|utmost? satisfaction
      given|gives|gave|got … their|our|my|his|her … back
      without stopping|break|interruption|pause|fail|failing|stop|exception|correction|corrections
      clapped|cheered|applauded|thanked
      thanked the|us|you|my|our … name|team|personally|twice|all
      snag list … done|closed|empty
      keys handed
      happy faces
      same figures|numbers|results|answer … first|now
      shouting match … now
      is|was now a # minute
      active|weekly users|active|usage … up|%|doubled
      way|well up since|on|after|from
      hand|hands in … before|without|on
      before we|i|they ask|asked|knew|open|notice
      only system|tool|supplier|vendor|app|software|thing … not|that|like|trust|works
      a first ,
      is a first
      a first for
      is|are|was|were|went|came|gone|come down from # to
      @burden … is|are|was|were|has|have|went|gone|came … down from|by
      # km|hours|kilometres|litres|kg|tonnes|pages|calls|clicks|minutes|euros|pounds less|fewer|saved
      not stopped|failed|crashed|missed|jammed|complained|called once
      not once stopped|failed|crashed|missed|jammed|complained
      never … by the second|third|fourth|fifth|first
      do|does not need to|them|it|that any? more? now|anymore|longer
      now we|i|they do not need|have
      managed to order|do|use|find|book|log|sign … alone|online|herself|himself|first
      even my|our|the … managed|can|could|uses|likes
      not … need to hire|chase|print
      overtook|overtaken|outsold|outpaced
      rated|rates|scored|gave|gives … # out|# #
      # % drop|fall|decrease|reduction|cut|less|fewer in @burden
      drop|fall|decrease|reduction in @burden
      brought|bringing|brings … @burden … down
      simply|finally|just|always right|correct
      first time in ages
      have|has retired # |the|our|all|last
      all clear from
      survived
      home|finish|done an|one|two|# hour|hours earlier|sooner
      in by on|friday|noon|monday|time
      fell|fallen off my|his|her|their chair
      @burden … in|this … , last … had
      on the spot
      first season|winter|summer … without
      does|do|did|manages|handles # @time|an|a , the? old
      used to finish|start|end|eat|keep|spend|swallow|last … now
      now it|they|we is|are|do done|finish|finished … before|within|by
      is|are now # @time|ms|%|percent|seconds
      from|was north of #
      never had|seen … this|so|such|as complete|good|quick|fast|clear|well|smooth|helpful|easy|thorough
      caught #
      did it ,
      running clean|cleanly
      for once … nothing|everything|nobody|all
      everything arrived|worked|matched|fitted|fit|ran|went|held
      now all #
      all # … on the|live|in|now|board
      got # out of|% # ?
      @people got|gave|give #
      turned out to be … best|blessing|stroke|non|easy|good|right|win
      is|are allowed to say
      rarer than
      stopped keeping|checking|worrying|doubting|comparing|asking|printing|caring|counting|looking … twice|their|own|other|reports|spreadsheets|the|about|every
      no longer keeps|keep|prints|print|chase|chases
      not one|single|a missed|late|lost|broken|wrong|damaged|failed|cold
      nothing … nitpick|criticise|fix|correct|change
      came up empty
      did exactly what
      was|were done by|before # ?
      done by # o'clock|am|pm
      whole|entire|all|every|everyone office|team|school|company|shift|ward|family has|have|is|are it|on|open|using|hooked|all
      certificate came|arrived|received|issued|follows
      we|i|they|he|she passed
      passed ,
      not even an|# hour|minute|day
      plaster is dry
      tells you something
      opened the … on the day|date
      adoption|usage|use … jumped|climbed|rose|went|grew|doubled|leapt|shot from|to|by|up
      climbed|jumped|leapt|shot|rocketed from # … to #
      first quarter|year|month|close|season|time … without anybody|anyone|a|any|overtime|single
      decent|strong|solid|impressive|handsome|remarkable result|results|quarter|year|month|start|outcome
      # … sent , # won
      # won
      wins|win rate up|doubled|rose
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
      outage|outages|disruption|incident|delay|delays|downtime|crisis|trouble|problems|chaos|queues|days is|are|was|were over|behind|past|gone|history
      thing|things of the past
      escalation|crisis|complaint|dispute|conflict is|are behind|over|closed|settled
      crash|error|bug|problem|issue|fault|leak|noise is|are|has|have no|stopped more|longer|gone? happening|occurring|there|and|since
      leak|crash|crashing|noise|bleeding|freezing has|have? stopped
      no more happening|occurring
      not|never come|came back|true
      delay|problem|trouble|chaos|storm|complaints everyone|we|i|they feared never|did
      can|could|may|let us|you close|tick|cross that|this|it one|off?
      finally match|matches|works|agree|agrees|balance|add|adds|tally|fits|fit
      duplicate|duplicates|errors … are|is gone
    `,
  },
  {
    kind: 'neither',
    basis: 'event',
    weight: 1,
    ends: true,
    phrases: `
      has|have|had|is|are|was|were|been @adv? now|all|finally|completely|since|simply|history? over|settled|behind|history|unfounded|past|evaporated|melted|eased|lifted|cleared|dispelled|dissolved|faded|forgotten|contained|averted|answered|buried|groundless
      has|have|had @adv? all|since|finally|completely? dried|turned|died|gone up|away|down
      dried|turned|died|went|gone|melted up|away|down
      evaporated|vanished|eased|faded|dissolved|melted when|as|after|once|within|in|since|with|away
      and|but|, got|none|nothing none|came|happened|followed|materialised
      is|are|was|were @adv? a? thing of the past
      to everyone|everybody|all|both|our|the satisfaction
      has|have|had|is|are|was|were @adv? now|all|finally|completely|since|simply? gone|closed|ended
      no longer|more happens|happen|occurs|happening|bothers
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
      savings|benefit|benefits|fewer|stable|record|recommend|recommended|progress|improve|bonus|paid|pilot
      helps|helped|closed|fewer|doubled|retired|automatic|automatically|calmer
    `,
  },
];
