import type { Family } from '../phrases.ts';

/** Outages, defects, errors, wrong bills and other things that went wrong. The notation is explained in `phrases.ts`. */
export const frictionFaults: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    phrases: `
      overrun|overruns|overran|overspent|overspend|overbudget
      over budget|estimate
      stall|stalled|stalls|stalling|stuck|blocked|blocker|blockers|bottleneck|bottlenecks|standstill
      deadlock|logjam|limbo|gridlock
      drag|dragged|dragging|drags on|out|its|feet
      crash~|freeze~|froze|hang|hung|lagging|lag|lags|laggy|glitch|glitches|glitchy|buggy|flaky|unstable
      unreliable|sluggish|clunky|malfunction~|misbehaving|corrupt|corrupted|garbled|scrambled|timeout
      timeouts|hangs
      throws|throwing|threw|gives|giving|gave|shows|showing|get|getting|got|gets|returns|see|seeing|with|an|full|keep|keeps|many error|errors|bugs|exception|exceptions|timeout|timeouts|warnings|500|404|blank|white|wrong|nothing|garbage
      broken|broke|breaks|breaking
      fail|fails|failed|failing|failure|failures
      does nothing
      wrong|incorrect|incorrectly|wrongly|inaccurate|mistake|mistakes|mistaken|muddled|erroneous|botched
      mislabelled|mislabeled|misprinted|typo|typos|swapped|misrouted|misplaced|damaged|cracked|leaking
      leak|leaks|leaked|dented|mouldy|spoiled|scratched|contaminated
      duplicate|duplicates|duplicated|doubled|double … invoice|invoices|entries|records|bookings|charge|charged|orders|booking|booked|billed|emails|customers
      overcharge|overcharged|overcharging|overbilled|overbooked
      price|fee|cost hike|hikes|increase|increases|rise|rises|shock
      expensive|overpriced|pricey|costly
      hidden costs|fees|charges
      disappear|disappeared|disappears|disappearing|vanish|vanished|vanishes
      dead air
      hard|difficult|impossible to reach|get
      excuse|excuses|blame|blames|blaming|blamed
      complain|complains|complained|complaining|complaint|complaints|grumbling|grumbles|moaning|moan|moans
      grumble|grumpy
      workaround|workarounds|work arounds
      by hand|manually
      retype|retyping|re type|typing|rekey|rekeying|re-enter|reenter|copying|redo|redoing|rework|reworking
      gave|given|give|giving up
      hardly|barely|scarcely … used|uses|use|using|touched|works|logs|usable|anyone|anybody|any|logged|opened
      low|poor|weak|declining|falling|dropping|dwindling|dismal adoption|usage|uptake|engagement|turnout|attendance|quality|morale|response|conversion|results|numbers|sales|communication|performance|service|support|sales|signal|data|signup|logins|interest
      @down … @success
      @success … @down
      pile|piling|piled|piles|mounting|mount up
      backlog
      going|went|gone|goes|moving backwards|downhill|nowhere|wrong|south|circles|sideways
      in|round circles
      step back|backwards
      out of|beyond control|stock|sync|action|order|hand|patience|budget|scope|our|reach
      turned|turns|turning away|into|out … angry|nightmare|mess|wrong|useless
      understaffed|overstretched|stretched|swamped|overloaded|overworked|overwhelmed|drowning|snowed
      underwater|burnt|burned|exhausted|stressed
      short|thin staffed|handed|of|on people|hands|staff|ground|resources
      breached|breach|vulnerability|phishing|hacked|ransomware|leak
      at risk|stake
      in jeopardy|danger|trouble|arrears|default|doubt|question|crisis|tears|chaos|dark|way
      disruption|disrupted|disrupts|disrupting|interrupted|interruption|interruptions
      send|sent|sending|returned|return … back|defective|faulty|damaged
      rejected|rejection|rejects
      did|does|has not arrive|arrived
      no shows|show
      empty|half handed|delivered|shelves|screen|page|empty|baked|finished|pallet|report
      have|having|had|has|got|are|ran|run|encountered|encountering|experiencing|experienced|facing|faced|hit|hits|big|serious|major|severe|real|same|another|huge|recurring|several|many|more|multiple|constant|persistent|ongoing|critical … problem|problems|issue|issues|trouble|difficulty|difficulties|headache|headaches|bug|bugs|incident|setback|hiccup|hiccups|outage|defect|snag|obstacle|obstacles|teething|pain|struggle|concerns|mistake|mistakes|failure
      teething
      unauthorised|unauthorized|unagreed|unannounced|unexpected|unexplained|unplanned|unwanted
      at short notice
      last minute change|changes|cancellation|notice
      discrepancy|discrepancies|mismatch
      reads|prints|shows|loads|syncs|sends|saves every|only second|half|one|other|part
      # … in a row
      in a row
      gone through # … managers|engineers|contacts|consultants
      threw|throw|thrown|throwing out|away #|the|our|half|bread|a|loaves|everything|food
      no capacity|bandwidth|resources|budget|money|funds|appetite for|left|until|this|at|here|to
      hardly|barely|scarcely|rarely|few … used|uses|use|using|touched|touches|logs|anyone|anybody|opened|adopted
      not used at|by|any|anymore|much
      not|un used at all
      costs|cost|charged|charge|charges|billed extra|more
      should|must|now|would cost|pay extra|more
      price|prices|fee|fees|cost|pricing|rate|rates|premium is|are|was|has|have|went|gone|go|up|jumped|increase|too … increased|hike|hard|too|steep|jump|up|doubled|higher|shock|swallow|much
      prices went|gone|go up
      price|fee|cost hike|hikes|increase|increases|rise|rises|shock|jump
      logs|log|logged|kicks|kick|kicked|throws|throw|threw|locks|lock|locked|signs me|us|users|people|everyone|them|him|her|drivers|staff out
      locked|kicked out
      ate|eaten|eats|swallowed|swallows|wiped|wipes|deleted|deletes|overwrote|overwrites|overwritten|erased|resets|reset|scrambled|destroyed|ruined|mangled|corrupts|lost|loses … my|our|the|all|settings|data|column|columns|orders|everything|half|records|files|changes|photos|pictures|work|entries
      bounce|bounces|bounced|bouncing
      double book|booked|books|booking|charge|charged|billed|bills
      jam|jams|jammed|flicker|flickers|spins|loops|beeps|disconnects|disconnecting|disconnected|stutters
      misfires|rotates|leaks|overheats|resets
      not there
      fix|patch|update|release|upgrade|version … broke|worse|broken|wiped|killed|introduced|crashes|crash|stopped|lost
      contrary to
      not true
      contradict|contradicts|contradicting|contradiction
      shouting|yelling|screaming|swearing|crying|cry at|about|because|over|on
      in tears
      hung up
      kept|keep|left|put me|us on hold
      on hold for
      rude to|on
      at|real|serious|big|huge|growing|high|considerable risk|stake of|that|to|for|now|,
      fined
      below|beneath|under every|any|standard|expectation|expectations|par|our|the|agreed|acceptable standard|level|par|expectations|what
      below|sub par|standard|expectations|average
      not|clearly|hardly read|reads our|the|my brief|email|mail|request|requirements|ticket|message|brief
      account|licence|licences|licenses|seats … unused|not used|idle|gathering
      unused
      gathering dust
      from # to # … now|then|and … #
      lost count
      there goes|went our|my
      left out
      left in|with|alone|to|without the|no|more|our|us|any
      did|do|does not show|turn|attend|bother|dare|care up?
      list of all? open|defects
      hammered|flooded|swamped|bombarded|inundated|besieged by|with
      complaints from|about
      unrest|grumbling|outcry|uproar|mutiny|resistance|backlash
      cooled|cooling|soured|strained|deteriorated|suffering|suffers|suffered
      workarounds
      clicks|steps more|too|instead|extra
      # clicks
      more … than before|ever
      old … was|were|worked quicker|faster|better|easier|cheaper
      was|were|worked quicker|faster|better|easier before|with|in
      quicker|faster|easier by hand|on|with|in|to paper|pen|excel|phone
      maze|minefield|labyrinth|jungle
      lip service
      snail|glacial|treacle|molasses|snail pace
      at snail pace
      out of date|sync|service|stock|order
      double entry|work|effort|keying
      errors|error reported|in|with
      retyping|rekeying|redoing|reconciling|firefighting|apologising|apologizing
      off by one|a|two|an|#|several
      closed … ticket|case … without|anyway|unresolved|nothing|although|but
      ticket|case|request|complaint … closed without
      and counting
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
      surcharge|surcharges|markup|fees
      does not|not add up
      numbers|figures|totals|stock|data|counts|reports|results|amounts|balances … not|never match|add|balance|agree|tally|make|right|correct|reconcile
      not match|matching|tally|reconcile|balance|correspond
      out by #
      mixed|mix|mixes|muddled|jumbled up
      mix up|ups
      security|data|privacy incident|breach|leak|hole|concerns|problem
      exposed|leaked customer|patient|personal|our|data
      publicly
      gdpr complaint|breach|violation
      failed the|our|an audit|inspection|test
      did not|never pass|passed
      failing to
      fails to
      failed to
      fail on|for|with|when|at|in
      falls|fell|fallen over|down
      goes|went|gone belly
      bricked
      hangs|freezes|crashes|stalls
      unable|inability to
      spoilt|spoiled|spoils|ruined|ruins|ruin|wrecked|botched|derailed|derails|sabotaged|crippled|cripples
      crippling|paralysed|paralyzed|hampered|hampers|hindered|disrupted
      jeopardised|jeopardized|imperil
      suffered|suffers|suffering from|a|an|from
      sluggish|unresponsive|laggy|choppy|patchy|spotty|erratic|intermittent|intermittently|sporadic
      sporadically|temperamental|wobbly|flimsy|wonky|janky
      touch and go
      trial and error
      an eternity
      fined us|for|by|a
      half baked|finished|done|hearted
      only one|# of|out|people|users|staff|drivers … of? … use|uses|used|log|logged|works|came|attended
      site|system|server|page|portal|platform|tills|till|phones|network|login|website|everything|production|app|wifi|printer|integration|sync|api|feed is|was|are|were|went|goes|been|has|still down|dead|offline|gone|unavailable|unreachable|broken
      worse|worsened|worsening|deteriorate~|degrade~|regress~|regression|downhill
      customers|patients|guests|drivers|parents|users|members|nurses|teachers|staff|students|visitors|volunteers|people|colleagues|team … complaining|complain|complained|angry|confused|upset|refuse|refused|stranded|annoyed|frustrated|hate|shouting|unhappy|worried|struggle|struggling|cancelling|despair|mutinous|furious|fed
      deal|show breaker|stopper
      dealbreaker|blocker|showstopper|dealbreakers
      paused|pausing|halted|halting|froze the|our|all rollout|project|launch|migration|deployment|pilot
      adoption|usage|uptake|engagement|attendance is|has|remains|was|are|still … low|poor|dropped|zero|down|flat|stalled|disappointing|terrible|weak|falling
      training … useless|waste|not|confusing|rushed|short|poor|too
      not signed up for
      signed up for … not
      left without
      blank|empty screen|page|report|file|email|list|invoice
      stuck
      someone|somebody|anyone|another else|customer|patient|client|company|school instead|data|name|order
      addressed|sent|delivered|belongs|going to someone|somebody|another|other|wrong
      practising|practicing on us
      nothing loads|opens|prints|syncs|saves|starts|responds|arrives|fits|matches|works
      says|say one thing
      one thing , … another
      gaps|gap|hole|holes in
      not something we|i can|could|want|expected|would|will
      is|are not something
      expected a|an|to|more|at|some|your … , not
      still leaks|fails|crashes|shows|does|has|have|drops|breaks|prints|hangs|freezes|flickers|jams
      third|second|fourth|another repair|attempt|fix|patch
      nothing to show
      have|has had our|the money|deposit|data|order|file|device for
      on our|my second|third|fourth|fifth|sixth
      reboots|restarts|lags|stalls|misreads|miscounts|truncates|swallows|garbles|rattles|overheats
      misprints|glitches|malfunctions|misfires|stutters|deadlocks|reboot
      loses|lose|losing|lost|no|drops signal|connection|contact|track|sync|power
      returns|return|returning|throws|gives|gave|got # |errors|error|nothing|500|null|timeout|empty
      dashboard|screen|page|list|inbox|report|file|map|calendar|feed|folder|basket|cart empty|blank|gone|black
      is|are|was|were|still|stays|went|goes|remains|comes black|blank|invisible|unreadable|garbled
      another|other customer|customers|client|clients|patient|patients|company|companies name|data|report|account|file|order|logo|record|records|invoice
      ended up in|at|on|with
      nobody|none|few|hardly|barely|no anyone|anybody|one|people|customers|users|visitors|staff? touches|touch|uses|use|opens|open|reads|read|logs|looks|watches|attends|attended|visits|visited|clicks|bothers|joins|joined|came|comes|shows|showed|wants|understands|notices|booked
      nobody|none touches|reads|watches|attends|clicks|looks
      walk|walks|walking past
      kept|keeps|keep # |two|half|whole|everyone people|of|busy
      not able|possible to
      not … able to
      machine|line|plant|project|everything stands|stood|standing still
      stands still
      not according|in line|as to|with|per
      not in good|a|line|order|working
      cut off the
      never fired|sent|triggered|saved|synced|printed|loaded|started|ran|left
      cannot|can not see|find any|my|our|the
      not see|find any|my of|the
      ripping|rip it|you|this|out out?
      hard no
      heat from
      keep|keeps sending|send people|someone|us|me|wrong
      let us|me know it
      out of any|all proportion
      follow ups|up … not|no|nothing|without
      faff|faffing|hassle|rigmarole|palaver
      stops believing
      reclaim|reclaimed|reclamation
      # , # work|works|arrived|usable
      black screen|screens
      second|third|fourth|new launch|release|start|delivery|opening|due date
      standing in the|a dark|cold|rain|queue|street|corridor
      collapse|collapsed|collapses|collapsing
      turn|turns|turned|turning into|to question|gibberish|garbage|zeros|nonsense|boxes|hieroglyphs
      question marks
      finds|find|shows|delivers no|nothing results|result|matches
      pure fantasy|fiction|nonsense|invention
      nowhere on|to|in
      hired|hire a|another|# temp|temps|student|students|freelancer
      clean|cleaning|cleaned up … mess|imports|data|errors|duplicates|after
      burning|burned|burnt|burn out|ourselves
      burnout
      double|triple check|checking|checks everything|all|every
      uneven|loose|crooked|soaked|torn|bent|rusty|stained|faded|blurry|blurred|pixelated|stale|soggy
      rotten|warped|chipped|scuffed|shattered|smashed|crushed|dirty|soaking|mangled|crumpled|smudged
      illegible|leaky|squeaky|shrunk|discoloured|frayed
      bleeding
      hurt|hurts|hurting us|our|sales|the
      rollback
      once in|on|for your|the … once in|on|for
      lost everyone|me|us|half|most|people
      no replacement|successor|handover|deputy|backup|substitute
      logs in once
      do|does not turn|show up
      voicemails
      into your ticketing|queue|mailbox|system
      someone|somebody with authority|power|decision|experience
      someone|somebody competent|responsible|senior
      differently depending
      depending on who
      without any effect|reaction|result|success
      to no avail
      in vain
      wrong|another|old|outdated language|version|address|zone|branch|data
      chasing
      not what is|was in|on
      camera off
      read out from|the
      ourselves for|without|cheaper|by|now
      could have done that|it
      hello , anyone|anybody
      @people @adv? hate|hates|avoid|avoids|refuse|refuses|complain|complains|struggle|struggles|grumble|moan|curse|ignore|ignores|dread|despair|resist|boycott|distrust|dislike|bypass|swear at|the|it|to|about|with|every|over|your|this|and|,
      @people are|is|were|was|get|got @adv? confused|angry|annoyed|frustrated|furious|upset|lost|unhappy|fed|tired|worried|leaving|nervous|complaining|overwhelmed|stuck|disappointed|grumbling|afraid|stressed|exhausted|desperate
      no training|documentation|instructions|help|plan|structure|handover|guidance|overview|backup|contact whatsoever|at|on|for|no|and|,|or|person|of
      no training|instructions|guidance|handover
      instead of … got|received|get|have|had|arrived|came
      arrived|came|got|delivered … instead of
      only to find|be|discover|learn|hear|see
      over and over
      had to find|learn|hear|read out|from|about|that
      out of the blue
      without so much
      the least you|we|they
      a far cry
      wearing|wears|wore us|me|them out|down
      messed|mess|screwed|screw|fouled|cocked|balls|stuffed up
      screw up|ups
      round|around in circles
      left|leaves|walked the|out|of room|call|meeting|the early|angry|meeting|room
      walked out of
      sits|sitting|lies|lying|gathers|standing unused|around|idle|in|on … drawer|cupboard|shelf|box|cellar|corner|dust
      gathering|gathers|collecting dust
      underused|underperforming|underperforms|underdelivered|underperformed|undercharged|understaffed
      in a drawer|cupboard
      lost its|their|all shine|appeal|charm|value
      phone|phones never stops|stop|stopped ringing
      double work
      no one|body is using
      off the mark|rails|track|table
      way off
      nothing like the|what|we
      no trace of
      trainee|intern|junior|beginner|rookie on|to our|us|in
      put|gave|sent|assigned … trainee|intern|junior|beginner
      has|have nothing to do with
      someone|somebody else for
      find|finding|look|looking for someone|somebody|another else
      not been delivering|sending|receiving|updating|working|syncing|printing|arriving|responding|running
      explain how|why a|the|this|it|we
      shrugged
      shrug
      counting|watching every penny|cent|euro
      tears at|in|this|on|because
      delete|deleted|deleting|uninstall|uninstalled|uninstalling it|the
      battery killer
      copy paste
      threatened|threatens|threatening to|us|with
      point blank
      nothing … comes|came|happens|happened of|from
      dead links|link|line|end|battery|pixel|pixels
      past due
      stuck on loading|the|a
      get|got past the|this
      cannot|not get past|through|into|in|access|hold
      lost all|my|our drafts|changes|work|notes
      even testing|tested|test|read|reading|listening|trying
      held together
      duct tape
      irritated
      corrected by hand
      came before the
      log in # times
      full price
      reservations
      @people flagged|objected|raised|refused
      flagged … blocker|risk|problem|concern|issue
      nobody logs
      formal escalation|complaint|warning
      in another|the|a wrong|another|foreign region|country|warehouse|account|place
      somebody|someone new and|,|who
      from scratch
      arrived|came|delivered warm|melted|thawed|empty|too|open|torn
      up in arms
      double charge|charges|charged|charging|payment|payments
      threw me|us out|off
      cancelled|canceled|skipped|dropped … no new|further|other date|dates|one|reason
      no new dates|date
      logs|log in any more|anymore
      drops|dropped|drop every|each|our|the|most|all call|calls|connection|line|lines
      had to roll|go|turn|send|fall|switch back
      put|raise|raised|putting|raising prices|price|rates|fees … up|by|without
      records|data|files|invoices of other|another
      other companies|customers|clients|patients in|on|data|names
      something of yours … go
      no paperwork|papers|documents|invoice|order|access|key|keys|map|signal from|for|at
      pausing|paused|freezing|stopping all spending|spend|orders|payments|work|cooperation
      mess is|was|sorted|cleared
      hang for #
      delivery … not coming|here|arrived|come
      decision has|went|goes gone? to the|another|your other|competitor|others
      gone to the other|competition|competitor
    `,
  },
];
