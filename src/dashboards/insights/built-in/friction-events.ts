import type { Family } from './phrases.ts';

/** Delays, faults, disputes, cancellations and departures. The notation is explained in `phrases.ts`. */
export const frictionEvents: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'event',
    weight: 3,
    planned: true,
    phrases: `
      not|never|against|un be|been|to|going|planning|want|will|be? renew|renewing|renewed|renewal|extend|extending|prolong|prolonging
      non renewal
      decided|chosen|choose|decide|elected|voted against|not
      decision|decided … against you|us|renewal|it|the
      notice of|period|to|in terminate|termination|cancellation|non
      pull|pulled|pulling the plug|out
      pulling|pulled|pull out
      walk|walking|walked away|out
      part|parting ways|company
      somewhere else
      switch|switching|switched|move|moving|moved|migrate|migrating|defect|going|gone|went|go|change|changing|changed|consider|considering|exploring|explore|trialling|trialing|piloting|chosen|chose|picked|signed|sign|signing to|with|for? another|competitor|competitors|different|rival|other|new|someone|alternative|in|cheaper supplier|vendor|provider|tool|product|platform|system|else|agency|partner|house|company|software|firm|one|solution|carrier|bank
      talk|talking|talked|speak|speaking|spoke|spoken|met|meeting|meet|chat|chatting|negotiating|demo|demos|demoing|trial|trialling|pilot|piloting to|with|from|a|of|the another|other|two|#|three|different|alternative|your|competing|rival|second|some|several vendor|vendors|supplier|suppliers|provider|providers|agency|agencies|competitor|competitors|other|firm|firms|companies|company|platform|solution|tool
      quotes|offers|bids from|by other|others|two|three|#|competing|several|elsewhere|competitors
      tender|retender|retendering|tendering|rfp|rfq out|again|process|will|for|the|to|is|next
      out to|for tender
      put|putting|goes|going … out to tender
      withhold|withholding|withheld|refuse|refusing|refused|stop|stopping|stopped|hold|holding|suspend|freeze|decline|declined|block|blocked … pay|payment|payments|invoice|invoices
      withhold|withholding|withheld
      money|our|my back
      credit note|us
      claim damages|compensation|back
      legal action|team|steps|department|dispute|proceedings|letter|consequences
      escalate|escalated|escalating|escalates
      escalation call|to|from|by|meeting|from|about|over
      raise|raised|raising|take|taken|taking|complain|complained|bring|brought … with|to|up management|director|board|boss|ceo|manager|cfo|directors|legal|higher|upstairs|senior|md|account
      formal|official|written|second|final|another complaint|notice|warning|deadline|reminder
      budget|spending|hiring|cost|headcount cut|cuts|freeze|squeeze|review|pressure|cutting|constraints|reductions|stop
      cut|cuts|cutting|slash|slashed|slashing|trim|trimming|reduce|reducing|reduced|freeze|freezing|frozen|shrink|shelve|shelved|halve|halved|axe|downgrade|downgrading … budget|spend|spending|retainer|scope|seats|licences|licenses|contract|headcount|staff|funding|plan|order|package|modules|users
      tighten|tightening|tightened … belt|belts|budget|budgets
      belt|belts|purse tightening|strings
      downsize|downsizing|redundancies|redundancy|layoffs|layoff|restructuring|reorg|insolvency|insolvent
      bankrupt|bankruptcy|administration
      laid|laying|letting off|people
      shelve|shelved|shelving|scrap|scrapped|mothballed|axed|kill|killed … project|rollout|pilot|plan|initiative|plans|phase
      downgrade|downgraded|downgrading
      handed|handing|hand|tendered in|over|his|her my|his|her|their? notice|resignation|successor
      my|her|his|their last day|week|month|working
      successor … not|unknown|prefers|sceptical|knows|less|different|has|yet
      in house instead|solution|team|from|build|by|,
      build|building|built|develop|bring|bringing|brought|do|doing … in house|ourselves
      on hold|ice
      hold off
      dispute|disputed|disputing|disputes|contest|contested|contesting|challenge|challenging|query|querying|questioned|questioning … invoice|invoices|bill|charge|charges|amount|fee|fees|sum|hours|line|items
      dispute|disputed|disputing
      cancel|cancels|cancelling|canceling|cancelled|canceled|terminate|terminated|terminating|quit|suspend|suspended|suspending|pausing|discontinue|discontinuing|discontinued|exit|exiting|end|ending|stop|stopping … contract|subscription|account|agreement|service|licence|license|partnership|retainer|collaboration|relationship|membership|pilot|contracts|subscriptions|engagement|rollout|cooperation|project|seats
      stopped|halted|blocked|vetoed|stop|halt … rollout|project|pilot|launch|deployment|migration
      cancellation of our|the|my|all|from
      cancelling|canceling you|it|with|by|after|at|from|and|next|because|us
      subscription|contract|account|service|agreement|licence|license … cancelled|canceled|terminated|lapse
      not … renewed|renew|prolonged|extended|extending|renewing|prolonging
      not be|going|planning|want|wish|intend|able to? renew|extend|continue|proceed|renewing|continuing|extending|proceeding|buying|ordering|staying|signing
      not to|be renew|extend|continue|proceed
      will|would|can|could|shall not @adv? be? pay|paying|approve|approving|authorise|authorising|renew|extend
      not|never be? paying|accepting|approving|signing|extending|renewing
      refuse|refuses|refused|refusing|decline|declines to pay|use|work|sign|accept|touch|log|switch|answer|test|train
      give|gave|giving|given|hand|served|serve|serving|handed formal|our|my|written|us? notice
      consider this|it … notice
      our|formal|written|termination|period|weeks|months notice
      go|going|went|gone another|different|elsewhere|with way|route|direction|someone|another
      look|looking|looked|shop|shopping|move|moving|going|go|buy elsewhere|around
      replaced|replacing|replace you|your|us by|with
      competitor|competitors|rival|rivals|competition … offer|offered|offers|quoted|cheaper|pitch|pitched|half|evaluating|approached|was|here|trial|showed|talking|called|demo|visited|better|already|has|have
      to|with|from|by|of your|a|the|another|main|biggest|your competitor|competitors|rival|rivals
      your competitor|competitors|rivals|competition
      rivals
      evaluate|evaluating|evaluated|explore|exploring|consider|considering|comparing|assessing|researching|investigating|seek|seeking|weighing|gather|gathering|requested|requesting|collecting|obtain|obtaining|invited|inviting|looking|look|looked|asked|getting|get|getting … alternative|alternatives|competitors|competitor|vendors|vendor|suppliers|providers|quotes|quotations|elsewhere|bids|tenders|rivals
      running|run|runs|issue|issued|launch|launched|preparing|prepare|start|starting|new|public a|an|the? tender|rfp|rfq
      another|second|different|new|other|cheaper supplier|vendor|provider|agency|quote
      offered|offer|offers|get|found|find the? same … half|less|cheaper|third|free
      for half|less|third the? price|money|cost
      discount or
      reconsider|reconsidering|rethink|rethinking|reassess|reassessing|reviewing … whether|contract|relationship|partnership|cooperation|continue|continuing|renewal|spend|supplier|suppliers|vendor|vendors|agreement
      review|reviews|reviewing all|our|every|existing|the suppliers|supplier|vendors|vendor|contracts
      bring|bringing|brought|take|taking|build|building|do|doing … in house
      exit rights|clause|terms|options|strategy|plan|under
      export and exit
      pushing|push|pushes|wants|urging us|them to move|switch|change|leave|drop|cancel
      lawyer|lawyers|solicitor|solicitors|attorney|legal … touch|letter|instructed|involved|look|looking|notice|action|hear|contact|advised|taken
      our|the lawyers|solicitors|legal will|have|are
      legal have|has been? instructed|involved|taken|advised
      breach of contract|trust|confidence|agreement|the|our|data
      take|taking|taken|took|go|going|bring this|it|that|the matter? to|over|up your|the|my|their|our managing|boss|ceo|director|board|management|next|head|superior|md|manager|lawyer|lawyers
      lose|losing|lost|loses trust|confidence|faith|patience|customers|credibility|revenue|clients|hope|face|heart|money|business|sales|sleep
      budget|budgets|funding|spending|headcount|hiring|grant|spend is|are|was|has|have|had|were|being|been|got|will|be … cut|cuts|frozen|slashed|reduced|halved|trimmed|gone|pulled|shrunk|tight|tightened|withdrawn|stopped|squeezed|denied|rejected|blocked
      cuts to|in our|the|budget|budgets|spending|funding
      frozen|froze|freeze|freezing all|our|the|external|budgets|budget|spend|spending|hiring
      told|asked|ordered|forced to find|make|cut|reduce savings|cuts|cut|costs|spending|spend|back|by|budgets
      find|make savings
      savings round|target|list
      i|she|he|who|sponsor|champion|director|manager|head|lead|owner|cfo|cto|ceo is|am|has|will|be|who|just|have|has|'ll resigned|retiring|retires|quit|departing|fired|redundant|leaving|sacked
      leaving|leaves|leave|departing|departs|left the|us|our in? march|april|may|june|july|august|september|october|november|december|january|february|company|organisation|organization|firm|business|end|summer|autumn|spring|month|trust|bank|school|hospital|team|job|role
      leaving|leaves us|the|at|in|next|on|for|as|after
      has|have|had just|already|now|since|recently? left|quit|departed|resigned|retired
      since … left|departed
      made|make|being redundant
      redundant
      sponsor|sponsors|champion|champions|advocate … moved|gone|left|leaving|redundant|replaced|leaves
      stepping|stepped|steps|step down|aside|back
      moved|moving|moves|transferred|reassigned|switched|going to|into|on a|an|another|different|other? another|different|other|new department|role|job|division|company|position|unit|employer|team|post
      have a new|different contact|point
      different|new|my|our contact|successor soon|from|takes|will
      went|gone|move|moved|moving on to another|other|a|new
      new coo|cfo|ceo|director|boss|head|manager|cio|md|owner|management|leadership … different|prefers|used|wants|question|questions|sceptical|previous|old|favours|reviewing|review|cut|cutting|asks|other|competitor
      successor … review|prefers|not|sceptical|different|other|knows
      resign|resigned|resigning|resignation
      postponed|postponing|postponement|deferred|deferring
      put|putting|puts|placed|been|is|are|on|remain|remains|currently on hold|ice
      put|been|shelved back
      rollout|project|payment|pilot|renewal|launch|expansion|work|contract|plans|everything|purchase|order|phase on hold
      want|wants|wanted|demand|demands|demanding|expect|insist|insists|asking|asked … compensation|refund|refunds|money back|discount|credit|explanation
      refund|compensation
      credit note
      reject|rejected|rejects|refused|declined|vetoed|blocked|turned … proposal|offer|invoice|budget|delivery|plan|extension|renewal|batch
      do|does|did not|no see|want|have … point|way|reason|future … keep|keeping|paying|staying|continue|renew|in
      see no point|way|reason|future|value|benefit|sense
      out|away from pulling|walking
      week|step|inch away from
      pulling out
      let out of the|our|their contract|agreement
      out of the|our|this contract|agreement|deal|cooperation
      on the|a cut|chopping|savings|hit list|block
      under review
      cut list
      trial|pilot|demo|test|poc|call|meeting|talks|appointment|conversation|conversations with another|a|your|other|two|different … competitor|vendor|supplier|provider|system|tool|agency|platform
      started|begun|running|signed|agreed|booked a trial|pilot|poc with
      closing|shutting|closes|shuts down|the|our|that|its … plant|site|office|branch|store|school|depot|location|down|ward|department
      plant|site|office|branch|store|depot|school|ward|department is|are|will closing|shutting|close|be closed
      exit terms|fee|fees|conditions|costs
      early exit|termination|cancellation
      seek|seeking|sought|get|getting|take|taking legal advice|counsel
      last invoice we|that
      not be back|renewed|renewing|continuing|coming|returning
      last year|time|season we|with
      this is goodbye
      final straw
      time to move|part|say|look|go on|ways|goodbye|elsewhere
      wind|winding|wound down|up
      phase|phasing|phased out
      opt|opting|opted out
      back|backing|backed out
      scale|scaling|scaled back|down
      cut|cutting|cuts ties|back|our|losses|down
      cut our losses
      ties with
      dropped|drop|dropping|ditching|ditch|ditched you|your|us
      lost the|a|our bid|deal|tender|account|pitch|contract|argument
      outbid|undercut|undercutting
      cheaper offer|quote|supplier|vendor|bid|option|alternative|elsewhere
      better offer|deal|price elsewhere|from|at
      merger|takeover|acquired|acquisition|bought … review|supplier|vendor|their|own|group|parent|consolidat|consolidate|tool|system|standard
      parent company|group … own|standard|standardise|standardize|prefers|uses
      sunset|sunsetting
      let … lapse|expire
      let the|our|it contract|subscription|licence run out
      standardise|standardize|standardising|standardizing|consolidate|consolidating on|onto|to another|different|their|the|one|vendors|suppliers|group
      told|asked|instructed|forced|forcing|ordered|obliged us|me to move|switch|migrate|use|cancel|stop|leave|find|look|cut|open
      go|going|went|turn|turning|move|moving to the? competition
      involve|involving|bring|bringing|contact|contacting … purchasing|legal|lawyers|management|board|procurement|compliance|works
      no interest|appetite|enthusiasm|desire|wish|plans|intention in|for|to
      takes|take|taken|taking … over from her|him|me
      gardening|garden leave
      her|his|my|the replacement … no|not|prefers|unknown
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    phrases: `
      delay|delays|delayed|delaying
      behind schedule|plan|time|target|by|on|with|the|where|us|again|weeks|days|forecast|budget
      late again|delivery|deliveries|by|invoice|payment|payments|and|shipments|,|for|with
      # @time late
      unpaid|unanswered|unresolved|unfinished|incomplete|unacceptable|unusable|unreachable|unresponsive
      undelivered|unsolved|unreadable|unprofessional|outstanding
      overrun|overruns|overran|overspent|overspend|overbudget
      over budget|estimate
      slip|slipped|slips|slipping|slippage
      miss|missed|misses|missing … deadline|deadlines|date|dates|milestone|milestones|target|targets|sla|launch|delivery|deliveries|window|appointment|call|mark|half|cut|slot|day|due|again|promise|start
      deadline|deadlines|date|dates|milestone|milestones|delivery|deliveries|target … missed|slipped|slips|slipping|passed|moved|gone|blown|pushed|past|came
      is|are|was|were|has|goes|went|gone|going|still missing
      push|pushed|pushing|pushes|shifted|moved … back|again|out
      moved|shifted|changed|pushed|rescheduled again|twice|three|third|#
      stall|stalled|stalls|stalling|stuck|blocked|blocker|blockers|bottleneck|bottlenecks|standstill
      deadlock|logjam|limbo|gridlock
      drag|dragged|dragging|drags on|out|its|feet
      outage|outages|downtime|blackout
      down since|again|for|all|this|when|from|during|on|twice
      crash~|freeze~|froze|frozen|hang|hung|lagging|lag|lags|laggy|glitch|glitches|glitchy|buggy|flaky
      unstable|unreliable|sluggish|clunky|malfunction~|misbehaving|corrupt|corrupted|garbled|scrambled
      timeout|timeouts|hangs
      time|times|timed|timing out
      throws|throwing|threw|gives|giving|gave|shows|showing|get|getting|got|gets|returns|see|seeing|with|an|full|keep|keeps|many error|errors|bugs|exception|exceptions|timeout|timeouts|warnings|500|404|blank|white|wrong|nothing|garbage
      broken|broke|breaks|breaking
      fail|fails|failed|failing|failure|failures
      does nothing
      wrong|incorrect|incorrectly|wrongly|inaccurate|mistake|mistakes|mistaken|mixed|muddled|erroneous
      botched|mislabelled|mislabeled|misprinted|typo|typos|swapped|misrouted|misplaced|damaged|cracked
      leaking|leak|leaks|leaked|dented|mouldy|spoiled|scratched|contaminated
      wrong … address|numbers|figures|customer|version|price|prices|file|data|month|amount|name|product|person|people|report|invoice|totals|account|order|size|colour
      duplicate|duplicates|duplicated|doubled|double … invoice|invoices|entries|records|bookings|charge|charged|orders|booking|booked|billed|emails|customers
      charged|billed|invoiced|debited|overcharged|overbilled|invoices|bill … twice|double|wrong|for|again|too|extra|incorrectly|not|unused|never
      overcharge|overcharged|overcharging|overbilled|overbooked
      price|fee|cost hike|hikes|increase|increases|rise|rises|shock
      expensive|overpriced|pricey|costly
      hidden costs|fees|charges
      lost|losing|loses|lose|dropped|wiped|deleted|overwritten|overwrote|vanished|disappeared|disappear|disappears|erased … data|records|orders|file|files|bookings|history|entries|hours|day|work|messages|emails|changes|photos|pictures|half|all|everything|from|without|again|overnight
      disappear|disappeared|disappears|disappearing|vanish|vanished|vanishes
      slow|slower|slowly|slowed|lags … since|than|again|down|for|to|lately|every|at|and|load|loading|today|,|on
      slow|slower|lag|lags
      takes|taking|took|take|wait|waited|waiting … forever|ages|long|longer|than|weeks|hours|eternity
      waiting|waited|wait … since|for|still|reply|answer|response|callback|week|weeks|days|hours|months|on
      chase|chased|chasing|chases
      reminder|reminders … unanswered|ignored|nothing|no
      ignored|ignore|ignores|ignoring|unheard|ghosted|ghosting|fobbed|brushed|neglected|overlooked
      forgotten|forgot|sidelined|abandoned
      silence|silent|crickets|radio|unresponsive|voicemail|voicemails|stonewalled
      dead air
      hard|difficult|impossible to reach|get
      broken|empty|more promises|promise|excuses
      excuse|excuses|blame|blames|blaming|blamed
      agreed|promised … not|never|nothing … happened|delivered|done|kept
      complain|complains|complained|complaining|complaint|complaints|grumbling|grumbles|moaning|moan|moans
      grumble|grumpy
      workaround|workarounds|work arounds
      by hand|manually
      retype|retyping|re type|typing|rekey|rekeying|re-enter|reenter|copying|redo|redoing|rework|reworking
      gave|given|give|giving up
      stopped|stop|stops|stopped using|working|trusting|responding|loading|logging|printing|syncing|sending|opening|coming|replying|answering|updating|showing|turning|attending|caring|bothering|asking|talking
      hardly|barely|scarcely … used|uses|use|using|touched|works|logs|usable|anyone|anybody|any|logged|opened
      low|poor|weak|declining|falling|dropping|dwindling|dismal adoption|usage|uptake|engagement|turnout|attendance|quality|morale|response|conversion|results|numbers|sales|communication|performance|service|support|sales|signal|data|signup|logins|interest
      @down … @success
      @success … @down
      more|rising|increasing|growing|increased|record complaints|errors|tickets|mistakes|bugs|problems|outages|returns|cancellations|churn|delays|incidents|crashes|confusion|faults|defects|queries|paperwork
      complaints|errors|tickets|costs|churn|queue|queues|waiting|backlog|returns|mistakes|wait|bugs … up|rising|rose|grew|growing|doubled|tripled|increased|piling|mounting|worse|longer|higher|climbing
      pile|piling|piled|piles|mounting|mount up
      backlog
      going|went|gone|goes|moving backwards|downhill|nowhere|wrong|south|circles|sideways
      in|round circles
      backwards
      step back|backwards
      out of|beyond control|stock|sync|action|order|hand|patience|budget|scope|our|reach
      turned|turns|turning away|into|out … angry|nightmare|mess|wrong|useless
      understaffed|overstretched|stretched|swamped|overloaded|overworked|overwhelmed|drowning|snowed
      underwater|burnt|burned|exhausted|stressed
      short|thin staffed|handed|of|on people|hands|staff|ground|resources
      breached|breach|vulnerability|phishing|hacked|ransomware|leak
      incident|incidents … again|since|affected|caused|last|another|serious|major|yesterday|weekend
      at risk|stake
      in jeopardy|danger|trouble|arrears|default|doubt|question|crisis|tears|chaos|dark|way
      red flag|flags|alert|card|list|for|again
      disruption|disrupted|disrupts|disrupting|interrupted|interruption|interruptions
      send|sent|sending|returned|return … back|defective|faulty|damaged
      rejected|rejection|rejects
      did|does|has not arrive|arrived
      never arrived|happened|worked|came|answered|replied|delivered|got|received|fixed|materialised|again|returned|showed
      no shows|show
      empty|half handed|delivered|shelves|screen|page|empty|baked|finished|pallet|report
      have|having|had|has|got|are|ran|run|encountered|encountering|experiencing|experienced|facing|faced|hit|hits|big|serious|major|severe|real|same|another|huge|recurring|several|many|more|multiple|constant|persistent|ongoing|critical … problem|problems|issue|issues|trouble|difficulty|difficulties|headache|headaches|bug|bugs|incident|setback|hiccup|hiccups|outage|defect|snag|obstacle|obstacles|teething|pain|struggle|concerns|mistake|mistakes|failure
      has|had|have to … ourselves|by hand|all over|from scratch|again
      teething
      rocky|rough|bumpy|shaky|poor|slow|bad|difficult|disappointing|false|terrible start|ride|week|month|patch|quarter|handover|launch|rollout|onboarding|year|few|road
      unauthorised|unauthorized|unagreed|unannounced|unexpected|unexplained|unplanned|unwanted
      at short notice
      last minute change|changes|cancellation|notice
      discrepancy|discrepancies|mismatch
      came|arrived|arrives|always|again|very|too|running|days|weeks|hours|months late
      is|are|was|were|been # … late
      # … days|weeks|months|hours|day|week|month late|behind|overdue|over
      weeks|days|months|hours late|behind|overdue|later|over
      was|were|is|are|still|now|long overdue
      overdue by|since|and|again
      missing from|again|since|data|records|pages|invoices|rows|parts|half
      missed … again|deadline|date|milestone
      half|some|several|many|most|lots|hundreds|dozens|all of? the|our|my … missing|gone|wrong|vanished|lost|broken|failed|unreadable|duplicated|not|unused|empty
      half|part of … missing|gone|broken|not
      reads|prints|shows|loads|syncs|sends|saves every|only second|half|one|other|part
      second|third|fourth|fifth|sixth|2nd|3rd|4th|nth|umpteenth|#|another|several|many|three time|times|incident|outage|reminder|week|month|delay|year in|this|now|already|running|row|without|that|i|we|to|still|about|and|within|for
      #|second|third|fourth|fifth|3rd|4th|nth|umpteenth time|attempt|reminder|delay|outage
      # … in a row
      in a row
      fourth|third|fifth|#|sixth|another account|project|new|support manager|managers|contact|engineer|engineers|lead|consultant … in|since|this|year|within
      gone through # … managers|engineers|contacts|consultants
      start|starting|starts|started|begin from|over|all|at zero|scratch|again|over|square
      asked|reminded|written|wrote|emailed|called|phoned|raised|reported|requested|rang|pinged|mentioned|complained|flagged|told|chased|asking|tried … twice|times|again|several|repeatedly|countless|since|then|nothing
      # emails|reminders|calls|tickets|messages|requests|voicemails|weeks|days … no|zero|nothing|without|later|unanswered|ignored|and
      # @time later
      it has been # … @time
      has|have|had been waiting|down|offline|broken|stuck|out|without|unavailable|dead
      need|needed|forced|had|have|has to cancel|redo|explain|apologise|apologize|restart|reboot|repeat|chase|turn|delay|postpone|close|refund|rebook|reinstall|retype|reenter|throw|report|send|type|phone|write|do|pay|re-enter … again|customers|customer|away|back|manually|guests|patients|hand|twice|extra|ourselves|parents|everything|orders|surgery|it|loaves|home|out
      threw|throw|thrown|throwing out|away #|the|our|half|bread|a|loaves|everything|food
      not enough capacity|resources|bandwidth|staff|budget|money|funds|people|time|training|support
      no capacity|bandwidth|resources|budget|money|funds|appetite for|left|until|this|at|here|to
      hardly|barely|scarcely|rarely|few … used|uses|use|using|touched|touches|logs|anyone|anybody|opened|adopted
      not used at|by|any|anymore|much
      not|un used at all
      cost|costs|costing|costed us|me|our|my money|hours|#|two|half|days|weeks|customers|dearly|sales|business|three|ladies|thousands|a
      costs|cost|charged|charge|charges|billed extra|more
      should|must|now|would cost|pay extra|more
      price|prices|fee|fees|cost|pricing|rate|rates|premium is|are|was|has|have|went|gone|go|up|jumped|increase|too … increased|hike|hard|too|steep|jump|up|doubled|higher|shock|swallow|much
      prices went|gone|go up
      price|fee|cost hike|hikes|increase|increases|rise|rises|shock|jump
      problem|problems|issue|issues|trouble|difficulty|difficulties|headache|headaches with|since|logging|again|remains|remain|persist|persists|accessing|getting|connecting|keep|keeps|reported|occurs|occurred|unresolved|affecting|affects|not
      bug|bugs|defect|defects|fault|faults|error|errors|crash in|with|since|when|again|after|on|every|reported|still|keeps|everywhere|came|back|appears|occurs|affects|affecting|prevents|while|during|whenever
      went|go|goes|gone|going|is|was|were|been|are|keeps|still|came|comes|come|arrived offline|black|blank|dead|haywire|wrong|awry|sour|sideways|pear|empty|damaged|cracked|silent|backwards|out|distorted|rotated|unreadable
      went|go|goes|gone|going|is|was|were|been|keeps|are down again|since|for|twice|all|,|and|at|this|when|during|every|today|on|in|yesterday
      tills|phones|lights|power|screens|system|network out in|for|at|of|since
      died|dying|dead during|twice|again|on|in|for|three
      without telephones|phones|power|internet|access|heating|system|systems|service|email|connection|data for|since|most|all|on|the|again
      logs|log|logged|kicks|kick|kicked|throws|throw|threw|locks|lock|locked|signs me|us|users|people|everyone|them|him|her|drivers|staff out
      locked|kicked out
      ate|eaten|eats|swallowed|swallows|wiped|wipes|deleted|deletes|overwrote|overwrites|overwritten|erased|resets|reset|scrambled|destroyed|ruined|mangled|corrupts|lost|loses … my|our|the|all|settings|data|column|columns|orders|everything|half|records|files|changes|photos|pictures|work|entries
      lost|lose|loses|losing all|our|the|half|every|several|my … data|annotations|records|orders|files|work|bookings|history|photos|pictures|changes|messages|day|notes|settings|one
      bounce|bounces|bounced|bouncing
      cut|cuts|cutting off|out mid|in|during|the|again
      double book|booked|books|booking|charge|charged|billed|bills
      rounds|calculates|adds|counts|prints|shows|displays|sends|gives|reports|books|assigns|picks … wrong|wrongly|different|incorrect|twice|sideways|yesterday|blank|empty|nonsense|zero|old|error|double
      each|every time i|we|you|it|someone|a|they
      showing|shows|show|appear|appears|appearing|turns up? twice|double|wrong|empty|blank
      showing up twice
      jam|jams|jammed|flicker|flickers|spins|loops|beeps|disconnects|disconnecting|disconnected|stutters
      misfires|rotates|leaks|overheats|resets
      button|menu|page|column|file|files|data|report|field|feature|option is|are|was|were|has|have|just gone|vanished|missing|disappeared|broken|dead
      gone as well|again|too
      not there
      fix|patch|update|release|upgrade|version … broke|worse|broken|wiped|killed|introduced|crashes|crash|stopped|lost
      since|after the|your|last|this|yesterday|friday … update|upgrade|release|patch|version|migration|change|changes|deployment … not|crashes|crash|wrong|cannot|slow|broken|fails|missing|lost|gone|stopped|error|different|nothing|down
      contrary to
      not true
      contradict|contradicts|contradicting|contradiction
      shouting|yelling|screaming|swearing|crying|cry at|about|because|over|on
      in tears
      hung up
      kept|keep|left|put me|us on hold
      on hold for
      rude to|on
      keep|keeps|kept|keeping|constantly|continually|repeatedly|forever|continues|endless|endlessly crashing|failing|losing|dropping|breaking|freezing|changing|slipping|disconnecting|forgetting|missing|kicking|jamming|chasing|complaining|reappearing|resetting|throwing|explaining|repeating|timing|hanging|stalling|bouncing|being|saying|telling|promising|rejecting|apologising
      always|constantly the same|late|down|wrong|excuses|something|someone|problems
      invoice|invoices|bill|billing|charges|statement … wrong|incorrect|mistake|mistakes|errors|higher|twice|disputed|mismatch|nobody|never|again|unclear|surprise|unexpected|dispute|although|not|error|hours|items
      charges|charged|charging|billed|bill|invoiced us|me for … although|but|not|never|we|left|nobody|full|twice
      estimate|quote|quoted|contract|sla|brochure|offer|you said|says|was|promises|promised … , … bill|but|yet|invoice|now|took|it|says|has
      contract|sla says|promises|guarantees|states … ,
      promised|promise … by|for|last|in|again|on monday|tuesday|wednesday|thursday|friday|week|june|july|weeks|months|month|january|spring|yesterday
      was|were|been|is promised
      broken|empty|false promise|promises
      at|real|serious|big|huge|growing|high|considerable risk|stake of|that|to|for|now|,
      risk|risks|risking losing|of losing|to our|missing
      near miss|misses|accident
      fined
      below|beneath|under every|any|standard|expectation|expectations|par|our|the|agreed|acceptable standard|level|par|expectations|what
      below|sub par|standard|expectations|average
      not|clearly|hardly read|reads our|the|my brief|email|mail|request|requirements|ticket|message|brief
      account|licence|licences|licenses|seats … unused|not used|idle|gathering
      unused|idle
      gathering dust
      from # to # … now|then|and … #
      slipped|moved|pushed|shifted|postponed from … to
      moved|shifted|changed|pushed|rescheduled|postponed again|twice|for|three|third|#|once
      has|have moved for|again
      deliveries|delivery|shipment|shipments|order … short|late|damaged|wrong|incomplete|missing|delayed
      hours|amount|items nobody|not|we|never ordered|agreed|asked|approved|authorised
      nobody ordered|agreed|asked|approved
      never|not agreed|ordered|asked|approved
      goes|went|gone|go|been|become|very quiet|silent|cold|dark|unanswered
      quietly gone|went|stopped|dropped
      lost count
      waste|wasted|wasting|lost a|an|half|#|my|our|the|another|whole|two day|days|hour|hours|weekend|morning|week|afternoon|weeks
      there goes|went our|my
      forgot|forgets|forgotten about|us|to tell|again|our
      left out
      left in|with|alone|to|without the|no|more|our|us|any
      left|leaves|leave everyone|us|them|me more|with|confused|behind
      did|do|does not show|turn|attend|bother|dare|care up?
      no|not|skipped|missed|cancelled|canceled showed|show … meetings|meeting|calls|call|check
      skipped|missed the|our|last|two last|#|two|check … meetings|calls|meeting|call
      expects|expect|expecting|demand|demands|want|wants … explanation|answers|answer|plan|apology|meeting with|date
      want|wants|demands|asked to? know why
      list of all? open|defects
      hammered|flooded|swamped|bombarded|inundated|besieged by|with
      complaints from|about
      unrest|grumbling|outcry|uproar|mutiny|resistance|opposition|backlash
      cooled|cooling|soured|strained|deteriorated|suffering|suffers|suffered
      workarounds
      waited|wait|waiting # … @time|for|hours
      wait|waiting|waits for … weeks|days|months|ever
      # @time|minutes to|for open|load|start|answer|print|log|get|one|find|save|a
      seconds|minutes per|to|for every|each|open|load|save|click|answer
      clicks|steps more|too|instead|extra
      # clicks
      more … than before|ever
      slower|longer|worse|harder|more than before|ever|last|the old|it
      old … was|were|worked quicker|faster|better|easier|cheaper
      was|were|worked quicker|faster|better|easier before|with|in
      quicker|faster|easier by hand|on|with|in|to paper|pen|excel|phone
      maze|minefield|labyrinth|jungle
      lip service
      snail|glacial|treacle|molasses|snail pace
      at snail pace
      out of date|sync|service|stock|order
      double entry|work|effort|keying
      type|enter|do|key everything|it|all|them twice|again|by
      errors|error reported|in|with
      spent|spend|spending|wasted … weekend|night|hours|day|days|morning|afternoon|evening|week … retyping|fixing|correcting|redoing|chasing|cleaning|searching|waiting|entering|reconciling|calling|phoning|repairing|restoring|explaining|apologising|manually|hand|trying|looking
      retyping|rekeying|redoing|reconciling|firefighting|troubleshooting|apologising|apologizing
      off by one|a|two|an|#|several
      every date|line|row|name|number|record|page|customer|second|other is|was|has|had wrong|off|missing|empty|broken|shifted|doubled|twice
      closed … ticket|case … without|anyway|unresolved|nothing|although|but
      ticket|case|request|complaint … closed without
      ticket|case|tickets|request … open since|for|#
      open|pending|unanswered for … weeks|months|days
      since … monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|weeks|yesterday … not|nothing|no|nobody|down|waiting|broken
      not … since monday|tuesday|wednesday|thursday|friday|yesterday|last|the|january|february|march|april|may|june|july|august|september|october|november|december
      for weeks|months|days|ages|years now|already|and|,|without|we
      weeks|months|days|hours on|in end|end|a
      # weeks|months|days in|into|and … no|not|nothing|still|little
      week # and
      and counting
      let slip
      dropped|drops|dropping calls|out|connections|off|packets|half|the
      turned away|customers|guests|patients
      stranded
      closed early|the shop|for|because
      had to shut|close|stop|halt|evacuate|send
      stood still|around
      standing still
      production|line|warehouse|shop|store|clinic|office|plant stopped|halted|stood|still|standstill|closed|idle
      money down|for the|nothing drain
      cost overrun|overruns|explosion|blowout
      over by|budget|estimate|the #
      # % over|higher|more than|budget|as|estimate|quoted|expected
      more than quoted|agreed|estimated|budgeted|planned|promised|double|twice what|the
      twice|double as the|what price|quoted|agreed|estimate|amount|budget|long|much|you
      surcharge|surcharges|markup|fees
      invoice … services|something|hours|users|items … not|never
      does not|not add up
      numbers|figures|totals|stock|data|counts|reports|results|amounts|balances … not|never match|add|balance|agree|tally|make|right|correct|reconcile
      not match|matching|tally|reconcile|balance|correspond
      out by #
      wrong again|number|numbers|figures|customer|address|version|price|prices|file|data|amount|person|people|clinic|patient|language|warehouse|depot|recipient|child|colour|size|totals|items|part|parts|building|way|country|order|currency|date|dates|day
      mixed|mix|mixes|muddled|jumbled up
      mix up|ups
      security|data|privacy incident|breach|leak|hole|concerns|problem
      exposed|leaked customer|patient|personal|our|data
      unencrypted|publicly
      gdpr complaint|breach|violation
      failed audit|inspection|our|the|again|to|twice|last|at|during|on
      failed the|our|an audit|inspection|test
      did not|never pass|passed
      failing to
      fails to
      failed to
      fail on|for|with|when|at|in
      has|have|is|are|was|were|keeps|kept|again failed|failing|crashed|frozen|hanging
      falls|fell|fallen over|down
      goes|went|gone belly
      bricked
      hangs|freezes|crashes|stalls
      error|errors ,|message|code|again|#
      unable|inability to
      inaccessible|unavailable|unsupported|incompatible|obsolete|deprecated|unplayable|illegible|unstable
      undetected|uninstalled|misaligned|miscalculated|miscounted|misfiled|mismanaged|mishandled
      misconfigured|mispriced|oversold|overpaid|underpaid|overpromised|understocked|oversight
      mismanagement|miscalculation
      shortfall|shortage|shortages|stockout|stockouts|arrears|backlogs|bottleneck
      spoilt|spoiled|spoils|ruined|ruins|ruin|wrecked|botched|derailed|derails|sabotaged|crippled|cripples
      crippling|paralysed|paralyzed|hampered|hampers|hindered|disrupted
      jeopardised|jeopardized|imperil
      suffered|suffers|suffering from|a|an|from
      sluggish|unresponsive|laggy|choppy|patchy|spotty|erratic|intermittent|intermittently|sporadic
      sporadically|temperamental|wobbly|flimsy|wonky|janky|hit
      hit or miss
      hit and miss
      touch and go
      trial and error
      takes|taking|took|take|taken us|me|them? forever|ages|eternity|too|far|so long?
      takes|taking|took|take forever|ages
      an eternity
      fined us|for|by|a
      half baked|finished|done|hearted
      missed out
      only one|# of|out|people|users|staff|drivers … of? … use|uses|used|log|logged|works|came|attended
      site|system|server|page|portal|platform|tills|till|phones|network|login|website|everything|production|app|wifi|printer|integration|sync|api|feed is|was|are|were|went|goes|been|has|still down|dead|offline|gone|unavailable|unreachable|broken
      worse|worsened|worsening|deteriorate~|degrade~|regress~|regression|downhill
      keep|keeps|kept having|getting|asking|coming|happening … same|errors|error|wrong|down|back|out|kicked|logged|messages|problems|issues|crashes
      extra|additional work for|every|each|again
      customers|patients|guests|drivers|parents|users|members|nurses|teachers|staff|students|visitors|volunteers|people|colleagues|team … complaining|complain|complained|angry|confused|upset|refuse|refused|stranded|annoyed|frustrated|hate|shouting|unhappy|worried|struggle|struggling|cancelling|despair|mutinous|furious|fed
      deal|show breaker|stopper
      dealbreaker|blocker|showstopper|dealbreakers
      missing feature|features|functionality|piece|data|records|pages|documents|invoice|invoices|hours|parts
      takes|took|take|taking days|weeks|months|hours|#|half to|for|until|before … get|reply|answer|response|fix|load|open|hear|someone|back
      paused|pausing|halted|halting|froze the|our|all rollout|project|launch|migration|deployment|pilot
      adoption|usage|uptake|engagement|attendance is|has|remains|was|are|still … low|poor|dropped|zero|down|flat|stalled|disappointing|terrible|weak|falling
      training … useless|waste|not|confusing|rushed|short|poor|too
      support … slow|useless|unhelpful|unreachable|terrible|poor|hopeless|silent|never|nobody|gone|bot|closed
      not signed up for
      signed up for … not
      left without
      blank|empty screen|page|report|file|email|list|invoice
      stuck at|in|on|for|with|since|again|behind|between
      stuck
      someone|somebody|anyone|another else|customer|patient|client|company|school instead|data|name|order
      addressed|sent|delivered|belongs|going to someone|somebody|another|other|wrong
      learning|learn on our time|money|expense|dime
      practising|practicing on us
      nothing loads|opens|prints|syncs|saves|starts|responds|arrives|fits|matches|works
      hello ,
      open tickets|defects|bugs|complaints|incidents|items … oldest|weeks|months|since|from|still
      says|say one thing
      one thing , … another
      built|wrote|made|has a better|faster|cheaper version|tool|one … weekend|day|intern|afternoon|ourselves|himself
      paper lists|list|again
      started|gone|begun to … paper|keep|again
      shift|staff|team|people|drivers|crew|nurses … standing|sitting|waiting|idle around|idle
      gaps|gap|hole|holes in
      not something we|i can|could|want|expected|would|will
      is|are not something
      expected a|an|to|more|at|some|your … , not
      asked for # ?
      asked|ordered|wanted|booked … got|received|and got|came
      still leaks|fails|crashes|shows|does|has|have|drops|breaks|prints|hangs|freezes|flickers|jams
      third|second|fourth|another repair|attempt|fix|patch
      lost|losing|lose # … customers|clients|orders|members|bookings|hours|days|patients|students
      nothing to show
      have|has had our|the money|deposit|data|order|file|device for
      only may|june|march|april|tuesday|monday|january
      on our|my|the second|third|fourth|fifth|sixth
      shut|shuts|shutting|switches|switched|turns down|off during|in|mid|again|itself
      gates|gate|door|doors|terminal|terminals|lift|machine|machines|scanner|scanners|sensor|sensors|camera|cameras|pump|printer|printers|line is|are|has|have|been|was|were … offline|down|out|broken|dead|stuck|silent|blind
      went out wrong|late|twice|to
      never logged|used|opened|answered|arrived|received|trained
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 1,
    phrases: `
      problem|problems|issue|issues|trouble|concern|bug|bugs|error|errors|defect|defects|incident
      incidents|late|later|risk|risks|lost|loses|missing|stopped|blocked|difficult|hard|bad|poor|expensive
      stuck|leave|leaving|question|questions|waiting|wait|down|hidden|unable|forced|unfortunately|sadly
      regrettably|afraid|alternatives|deadline|pending|again|still|wrong|outdated|empty|twice|competitor
      competitors|dropped|drop|longer|less|rough|pressure|objected|refused|tired|noisy|heavy|withdrawn
      withdraw|apologise|apologize|quiet|unused|setback|struggle|promised|cancelled|canceled|complicated
      lawyers|terminate|terminated|breach|overdue|delays|manual|pushback|mistake|fault|penalty|shortage
      lapsed|lacking|nobody|damage|cold|reminder|broken|unstable|scared|afraid|temporary|blank
      😞|😢|😭|😕|🙁|☹|😬|😣|😖|😫|🤯|😟|😔|🥲|😓|🤷|🫠|🤨|🐌|🔴|❌|⚠
    `,
  },
];
