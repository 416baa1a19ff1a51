import type { Family } from '../phrases.ts';

/** Delays, missed dates, requests unanswered and repeated, work done twice; then words of slight evidence. The notation is explained in `phrases.ts`. */
export const frictionWaiting: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    phrases: `
      delay|delays|delayed|delaying
      behind schedule|plan|time|target|by|on|with|the|where|us|again|weeks|days|forecast|budget
      # @time late
      unpaid|unanswered|unresolved|unfinished|incomplete|unacceptable|unusable|unreachable|unresponsive
      undelivered|unsolved|unreadable|unprofessional|outstanding
      slip|slipped|slips|slipping|slippage
      miss|missed|misses|missing … deadline|deadlines|date|dates|milestone|milestones|target|targets|sla|launch|delivery|deliveries|window|appointment|call|mark|half|cut|slot|day|due|again|promise|start
      deadline|deadlines|date|dates|milestone|milestones|delivery|deliveries|target … missed|slipped|slips|slipping|passed|moved|gone|blown|pushed|past|came
      is|are|was|were|has|goes|went|gone|going|still missing
      push|pushed|pushing|pushes|shifted|moved … back|again|out
      moved|shifted|changed|pushed|rescheduled again|twice|three|third|#
      outage|outages|downtime|blackout
      down since|again|for|all|this|when|from|during|on|twice
      time|times|timed|timing out
      wrong … address|numbers|figures|customer|version|price|prices|file|data|month|amount|name|product|person|people|report|invoice|totals|account|order|size|colour
      charged|billed|invoiced|debited|overcharged|overbilled|invoices|bill … twice|double|wrong|for|again|too|extra|incorrectly|not|unused|never
      lost|losing|loses|lose|dropped|wiped|deleted|overwritten|overwrote|vanished|disappeared|disappear|disappears|erased … data|records|orders|file|files|bookings|history|entries|hours|day|work|messages|emails|changes|photos|pictures|half|all|everything|from|without|again|overnight
      slow|slower|slowly|slowed|lags … since|than|again|down|for|to|lately|every|at|and|load|loading|today|,|on
      slow|slower|lag|lags
      takes|taking|took|take|wait|waited|waiting … forever|ages|eternity
      chase|chased|chasing|chases
      reminder|reminders … unanswered|ignored|nothing|no
      ignored|ignore|ignores|ignoring|unheard|ghosted|ghosting|fobbed|brushed|neglected|overlooked
      forgotten|forgot|sidelined|abandoned
      silence|silent|crickets|radio|unresponsive|voicemails|stonewalled
      broken|empty|more promises|promise|excuses
      agreed|promised … not|never|nothing … happened|delivered|done|kept
      stopped|stop|stops|stopped using|working|trusting|responding|loading|logging|printing|syncing|sending|opening|coming|replying|answering|updating|showing|turning|attending|caring|bothering|asking|talking
      more|rising|increasing|growing|increased|record complaints|errors|tickets|mistakes|bugs|problems|outages|returns|cancellations|churn|delays|incidents|crashes|confusion|faults|defects|queries|paperwork
      complaints|errors|tickets|costs|churn|queue|queues|waiting|backlog|returns|mistakes|wait|bugs … up|rising|rose|grew|growing|doubled|tripled|increased|piling|mounting|worse|longer|higher|climbing
      incident|incidents … again|since|affected|caused|last|another|serious|major|yesterday|weekend
      red flag|flags|alert|card|list|for|again
      never arrived|happened|worked|came|answered|replied|delivered|got|received|fixed|materialised|again|returned|showed
      has|had|have to … ourselves|by hand|all over|from scratch|again
      rocky|rough|bumpy|shaky|poor|slow|bad|difficult|disappointing|false|terrible start|ride|week|month|patch|quarter|handover|launch|rollout|onboarding|year|few|road
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
      second|third|fourth|fifth|sixth|2nd|3rd|4th|nth|umpteenth|#|another|several|many|three time|times|incident|outage|reminder|week|month|delay|year in|this|now|already|running|row|without|that|i|we|to|still|about|and|within|for
      #|second|third|fourth|fifth|3rd|4th|nth|umpteenth time|attempt|reminder|delay|outage
      fourth|third|fifth|#|sixth|another account|project|new|support manager|managers|contact|engineer|engineers|lead|consultant … in|since|this|year|within
      start|starting|starts|started|begin from|over|all|at zero|scratch|again|over|square
      asked|reminded|written|wrote|emailed|called|phoned|raised|reported|requested|rang|pinged|mentioned|complained|flagged|told|chased|asking|tried … twice|times|again|several|repeatedly|countless|since|then|nothing
      # emails|reminders|calls|tickets|messages|requests|voicemails|weeks|days … no|zero|nothing|without|later|unanswered|ignored|and
      # @time later
      it has been # … @time
      has|have|had been waiting|down|offline|broken|stuck|out|without|unavailable|dead
      need|needed|forced|had|have|has to cancel|redo|explain|apologise|apologize|restart|reboot|repeat|chase|turn|delay|postpone|close|refund|rebook|reinstall|retype|reenter|throw|report|send|type|phone|write|do|pay|re-enter … again|customers|customer|away|back|manually|guests|patients|hand|twice|extra|ourselves|parents|everything|orders|surgery|it|loaves|home|out
      not enough capacity|resources|bandwidth|staff|budget|money|funds|people|time|training|support
      cost|costs|costing|costed us|me|our|my money|hours|#|two|half|days|weeks|customers|dearly|sales|business|three|ladies|thousands|a
      problem|problems|issue|issues|trouble|difficulty|difficulties|headache|headaches with|since|logging|again|remains|remain|persist|persists|accessing|getting|connecting|keep|keeps|reported|occurs|occurred|unresolved|affecting|affects|not
      bug|bugs|defect|defects|fault|faults|error|errors|crash in|with|since|when|again|after|on|every|reported|still|keeps|everywhere|came|back|appears|occurs|affects|affecting|prevents|while|during|whenever
      went|go|goes|gone|going|is|was|were|been|are|keeps|still|came|comes|come|arrived offline|black|blank|dead|haywire|wrong|awry|sour|sideways|pear|empty|damaged|cracked|silent|backwards|out|distorted|rotated|unreadable
      went|go|goes|gone|going|is|was|were|been|keeps|are down again|since|for|twice|all|,|and|at|this|when|during|every|today|on|in|yesterday
      tills|phones|lights|power|screens|system|network out in|for|at|of|since
      died|dying|dead during|twice|again|on|in|for|three
      without telephones|phones|power|internet|access|heating|system|systems|service|email|connection|data for|since|most|all|on|the|again
      lost|lose|loses|losing all|our|the|half|every|several|my … data|annotations|records|orders|files|work|bookings|history|photos|pictures|changes|messages|day|notes|settings|one
      cut|cuts|cutting off|out mid|in|during|the|again
      rounds|calculates|adds|counts|prints|shows|displays|sends|gives|reports|books|assigns|picks … wrong|wrongly|different|incorrect|twice|sideways|yesterday|blank|empty|nonsense|zero|old|error|double
      each|every time i|we|you|it|someone|a|they
      showing|shows|show|appear|appears|appearing|turns up? twice|double|wrong|empty|blank
      showing up twice
      button|menu|page|column|file|files|data|report|field|feature|option is|are|was|were|has|have|just gone|vanished|missing|disappeared|broken|dead
      gone as well|again|too
      since|after the|your|last|this|yesterday|friday … update|upgrade|release|patch|version|migration|change|changes|deployment … not|crashes|crash|wrong|cannot|slow|broken|fails|missing|lost|gone|stopped|error|different|nothing|down
      keep|keeps|kept|keeping|constantly|continually|repeatedly|forever|continues|endless|endlessly crashing|failing|losing|dropping|breaking|freezing|changing|slipping|disconnecting|forgetting|missing|kicking|jamming|chasing|complaining|reappearing|resetting|throwing|explaining|repeating|timing|hanging|stalling|bouncing|being|promising|rejecting|apologising
      always|constantly the same|late|down|wrong|excuses|something|someone|problems
      invoice|invoices|bill|billing|charges|statement … wrong|incorrect|mistake|mistakes|errors|higher|twice|disputed|mismatch|nobody|never|again|unclear|surprise|unexpected|dispute|although|not|error|hours|items
      charges|charged|charging|billed|bill|invoiced us|me for … although|but|not|never|we|left|nobody|full|twice
      estimate|quote|quoted|contract|sla|brochure|offer|you said|says|was|promises|promised … , … bill|but|yet|invoice|now|took|it|says|has
      contract|sla says|promises|guarantees|states … ,
      promised|promise … by|for|last|in|again|on monday|tuesday|wednesday|thursday|friday|week|june|july|weeks|months|month|january|spring|yesterday
      was|were|been|is promised
      broken|empty|false promise|promises
      risk|risks|risking losing|of losing|to our|missing
      near miss|misses|accident
      slipped|moved|pushed|shifted|postponed from … to
      moved|shifted|changed|pushed|rescheduled|postponed again|twice|for|three|third|#|once
      has|have moved for|again
      deliveries|delivery|shipment|shipments|order … short|late|damaged|wrong|incomplete|missing|delayed
      hours|amount|items nobody|not|we|never ordered|agreed|asked|approved|authorised
      nobody ordered|agreed|asked|approved
      never|not agreed|ordered|asked|approved
      goes|went|gone|go|been|become|very quiet|silent|cold|dark|unanswered
      quietly gone|went|stopped|dropped
      waste|wasted|wasting|lost a|an|half|#|my|our|the|another|whole|two day|days|hour|hours|weekend|morning|week|afternoon|weeks
      forgot|forgets|forgotten about|us|to tell|again|our
      left|leaves|leave everyone|us|them|me more|with|confused|behind
      no|not|skipped|missed|cancelled|canceled showed|show … meetings|meeting|calls|call|check
      skipped|missed the|our|last|two last|#|two|check … meetings|calls|meeting|call
      expects|expect|expecting|demand|demands|want|wants … explanation|answers|answer|plan|apology|meeting with|date
      want|wants|demands|asked to? know why
      waited|wait|waiting # … @time|for|hours
      wait|waiting|waits for … weeks|days|months|ever
      # @time|minutes to|for open|load|start|answer|print|log|get|one|find|save|a
      seconds|minutes per|to|for every|each|open|load|save|click|answer
      slower|longer|worse|harder|more than before|ever|last|the old|it
      type|enter|do|key everything|it|all|them twice|again|by
      spent|spend|spending|wasted … weekend|night|hours|day|days|morning|afternoon|evening|week … retyping|fixing|correcting|redoing|chasing|cleaning|searching|waiting|entering|reconciling|calling|phoning|repairing|restoring|explaining|apologising|manually|hand|trying|looking
      every date|line|row|name|number|record|page|customer|second|other is|was|has|had wrong|off|missing|empty|broken|shifted|doubled|twice
      ticket|case|tickets|request … open since|for|#
      open|pending|unanswered for … weeks|months|days
      since … monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|weeks|yesterday … not|nothing|no|nobody|down|waiting|broken
      not … since monday|tuesday|wednesday|thursday|friday|yesterday|last|january|february|march|april|may|june|july|august|september|october|november|december
      for weeks|months|days|ages|years now|already|and|,|without|we
      weeks|months|days|hours on|in end|end|a
      # weeks|months|days in|into|and … no|not|nothing|still|little
      week # and
      let slip
      more than quoted|agreed|estimated|budgeted|planned|promised|double|twice what|the
      twice|double as the|what price|quoted|agreed|estimate|amount|budget|long|much|you
      invoice … services|something|hours|users|items … not|never
      wrong again|number|numbers|figures|customer|address|version|price|prices|file|data|amount|person|people|clinic|patient|language|warehouse|depot|recipient|child|colour|size|totals|items|part|parts|building|way|country|order|currency|date|dates|day
      failed audit|inspection|our|the|again|to|twice|last|at|during|on
      has|have|is|are|was|were|keeps|kept|again failed|failing|crashed|frozen|hanging
      error|errors ,|message|code|again|#
      inaccessible|unavailable|unsupported|incompatible|unplayable|illegible|unstable|undetected
      uninstalled|misaligned|miscalculated|miscounted|misfiled|mismanaged|mishandled|misconfigured
      mispriced|oversold|overpaid|underpaid|overpromised|understocked|oversight|mismanagement
      miscalculation
      shortfall|shortage|shortages|stockout|stockouts|arrears|backlogs|bottleneck
      hit and miss
      takes|taking|took|take|taken us|me|them? forever|ages|eternity|too|far|so long?
      takes|taking|took|take forever|ages
      missed out
      keep|keeps|kept having|getting|asking|coming|happening … same|errors|error|wrong|down|back|out|kicked|logged|messages|problems|issues|crashes
      extra|additional work for|every|each|again
      missing feature|features|functionality|piece|data|records|pages|documents|invoice|invoices|hours|parts
      takes|took|take|taking days|weeks|months|hours|#|half to|for|until|before … get|reply|answer|response|fix|load|open|hear|someone|back
      support … slow|useless|unhelpful|unreachable|terrible|poor|hopeless|silent|never|nobody|gone|bot|closed
      stuck at|in|on|for|with|since|again|behind|between
      learning|learn on our time|money|expense|dime
      open tickets|defects|bugs|complaints|incidents|items … oldest|weeks|months|since|from|still
      built|wrote|made|has a better|faster|cheaper version|tool|one … weekend|day|intern|afternoon|ourselves|himself
      paper lists|list|again
      started|gone|begun to … paper|keep|again
      shift|staff|team|people|drivers|crew|nurses … standing|sitting|waiting|idle around|idle
      asked|ordered|wanted|booked … got|received|and got|came
      lost|losing|lose # … customers|clients|orders|members|bookings|hours|days|patients|students
      only may|june|march|april|tuesday|monday|january
      shut|shuts|shutting|switches|switched|turns down|off during|in|mid|again|itself
      gates|gate|door|doors|terminal|terminals|lift|machine|machines|scanner|scanners|sensor|sensors|camera|cameras|pump|printer|printers|line is|are|has|have|been|was|were … offline|down|out|broken|dead|stuck|silent|blind
      went out wrong|late|twice|to
      never logged|used|opened|answered|arrived|received|trained
      stand|standing|stood|wait|waiting|queue|queueing|queuing in|outside|for line|because
      booked|billed|charged|sent|delivered|ordered|printed|scanned|entered|paid twice|double|again
      nearly|almost got|went|lost|missed|sent|killed|hurt|gave … wrong|because|dose|patient
      burned|burnt|sank|sunk|lost|wasted # |two|a|three sprints|sprint|weeks|days|months|hours
      ever since
      mailed|emailed|sent|called some|people|customers|them twice|three|#|again
      multiple follow|reminders|emails|requests|calls|tickets
      despite … multiple|several|repeated|many|#|our|my follow|reminders|emails|requests|promises|assurances|tickets
      repeated reminders|requests|emails|failures|promises|outages|delays
      hit or miss
      white|blue|grey|black|frozen|error screen|screens|page|pages
      afternoon|morning|day|hours|week|work|weekend|half … was|is|were gone|lost|wiped|wasted
      an|# hour|hours a|per|every day|week|shift … to|just|on|for
      # of|out of? # … short|missing|broken|wrong|late|empty|failed|damaged|dead|down|unusable|offline|cracked
      kills|drains|eats|eating|draining … battery|time|budget|data|memory|margin
      opened|raised|filed|logged|submitted|sent … tickets|complaints|reminders
      roll|rolled|rolling back tonight|to|the|now|again|today|everything|it
      do|does|doing|done … twice
      the|my work twice
      my last|#|four|three messages|emails|mails|calls … disappeared|unanswered|nothing|no|vanished|ignored
      quiet on your side|end
      different answer|answers|story|stories|figure|figures|numbers|price|version|total
      one word answers
      waiting|waited|wait … since|weeks|days|months|forever
      waiting for # @time
      waiting|waited for a|an|the|your|any|some|someone|somebody|anyone reply|answer|response|callback|feedback|solution|fix|explanation|refund|quote|call|confirmation|update|access|replacement|delivery
      multiple|several|countless follow|reminders|emails|requests|tickets
      @people have|has @adv? given|stopped|complained|refused|lost|left|gone|quit|walked|threatened up|using|again|to|trust|interest|back|over|away|out|patience|faith|confidence
      again and again
      time and again|time
      every other day|week|hour|month
      nobody|none|one returns|return|returned|answers|takes|picks my|our|the|up calls|call|emails|messages|phone
      nobody returns|answers
      not … delivering|delivered|sending|receiving|updating|working|syncing|printing|arriving since
      not prepared|willing|going to sit|pay|accept|wait|discuss|tolerate|explain|put
      told|hear|hearing|heard next release|week|month|year|time
      same … answer|excuse|story|reply
      has|have to be corrected|redone|retyped|fixed|checked|entered|restarted … by|every|again|manually|hand|each
      # times a|per day|shift|week|hour … log|restart|enter|call|retype|do
      quarter|half|year|month|week late
      half the|of|our … show|shows|have|has|are|is … nothing|no|yesterday|old|wrong|empty|without|blank
      show|shows nothing|yesterday|last
      line goes|went|is quiet|dead|silent
      come|comes|came|arrived|arriving in short|late|warm|cold|damaged|soaked|broken|wet|melted|thawed|crushed
      let me|us hang|wait|down
      nobody … logs|uses|comes|answers|reads any|in
      painted|built|printed|delivered|installed|fitted|wired … wrong|twice
      since your technicians|engineer|engineers|team|people|fitters|installers|update|firmware|visit were|was|left|came|version|,
      still coming|leaking|dripping|waiting|standing through|in|from
      must be explained|fixed today|now|immediately
      cut|cuts|cutting|slashed|reduced|trimmed our|the|my|your line|budget|share|spend|hours|order|orders|volume|allocation by # ?
      standing at|in|outside … since|with no|without
      no wifi|internet|heating|water|power|signal|light|access|phone|connection since|for|at|in|,|on
      # @time and not|still|nothing
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    ends: true,
    phrases: `
      stopped altogether|completely|overnight
      has|have|had|is|are|was|were @adv? now|all|finally|completely|since|simply? stopped|disappeared|vanished|died|dead
      never came|happened|materialised|materialized|arrived|appeared|returned
      has|have|had|did not @adv? returned|come|came|reappeared|happened|materialised|recurred
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 1,
    phrases: `
      problem|problems|issue|issues|trouble|concern|bug|bugs|error|errors|defect|defects|incident
      incidents|late|later|risk|risks|lost|loses|missing|stopped|blocked|difficult|hard|bad|poor|expensive
      stuck|leave|leaving|question|waiting|wait|down|hidden|unable|forced|unfortunately|sadly|regrettably
      afraid|alternatives|deadline|pending|again|still|wrong|outdated|empty|twice|competitor|competitors
      dropped|drop|longer|less|rough|pressure|objected|refused|tired|noisy|heavy|withdrawn|withdraw
      apologise|apologize|quiet|unused|setback|struggle|promised|cancelled|canceled|complicated|lawyers
      terminate|terminated|breach|overdue|delays|manual|pushback|mistake|fault|penalty|shortage|lapsed
      lacking|nobody|damage|cold|reminder|broken|unstable|scared|afraid|temporary|blank
      😞|😢|😭|😕|🙁|☹|😬|😣|😖|😫|🤯|😟|😔|🥲|😓|🤷|🫠|🤨|🐌|🔴|❌|⚠
      fear|fears|queue|queues|doubts|nightmare|worries|struggles|angst|letters|spike|noise|panic|chaos
    `,
  },
];
