import type { Family } from '../phrases.ts';

/** Price, payment and the contract in danger, people leaving or resisting. The notation is explained in `phrases.ts`. */
export const frictionContract: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'event',
    weight: 3,
    planned: true,
    phrases: `
      moving|move|moves|moved|migrating|migrate|migrated|switching|getting|transitioning|transition off|away of? from? your|you|the|this|it platform|product|tool|system|service|software|solution|by|in|next|to|after|at
      moving|migrating|transitioning|moved|migrated away from
      leaning|leans|lean|tending|inclined|tempted towards|toward|to the|another|your|a|going|not|someone|leave|cancel|other other|competitor|rival|different|bidder|else|cheaper|incumbent|with|renewing|local
      leaning towards|toward
      gone|go|going|went|signed|decided|sticking|opted|chosen with|for someone|somebody|another|a|the|your else|other|different|competitor|rival|local|cheaper|bigger
      gone|going|go|went|signed with your|a|another|someone|somebody|the
      after careful|long|much consideration|thought|deliberation|discussion|reflection
      sit|sitting|sat this|it|that|the one|year|round|season|time|next out
      vendor|supplier|tool|tools consolidation|rationalisation|rationalization|consolidating|reduction
      drop|cut|lose|eliminate|replace|remove|ditch one|some|two of you|our|the|your|suppliers|vendors|tools
      one of the|our|your|you two|three|suppliers|vendors|tools must|has|will|have|needs|goes to? go
      renewal|contract|future|extension|partnership|relationship|account|project|deal|launch|opening|pilot is|are|was|now|seems|looks|remains|has|being|be not|far|anything|no|at|in|on|up|under|hanging|currently|now|getting|seriously a|in|from|but|longer|the given|certain|safe|secured|guaranteed|automatic|doubt|risk|air|jeopardy|balance|hold|danger|question|review|line|rocks|thread
      renewal|contract|project|launch|account|relationship|extension at|in risk|jeopardy|danger|doubt|question
      not a given|foregone|automatic|guaranteed|certainty|done
      non starter
      nonstarter
      out of the question
      on the|your|our|a watch|black|blocked|red|sanction list
      watchlist|blacklist|blacklisted|offboard|offboarding|dealbreaker|deboarding
      payment|payments|invoice|invoices|fee|fees|money is|are|was|were|will|has|have|being be|been? stopped|withheld|suspended|blocked|frozen|held|refused|disputed|contested|rejected
      stop|stopping|stopped|suspend|suspending|hold|holding|withhold|withholding|freeze|freezing|pause|pausing|block|blocking all|the|our|your|any|further|every payment|payments|renewals|renewal|purchases|orders|spend|spending|invoices|rollout|rollouts|subscriptions|hiring|projects
      told|asked|instructed|ordered|wants|want me|us|them to pause|freeze|cut|reduce|trim|stop|halt|cancel|review|drop|renegotiate|justify
      reserve|reserves|reserving the|our|all right|rights to|in
      in default|breach|arrears of|with|,
      consider|considers|regard|regards|view|views|see this|it|that|the as? a|an|to? be? a? breach|unacceptable|violation|serious|failure|default
      a material|serious|clear|fundamental breach
      without|with prejudice
      liable|liability|liquidated|contractual for|claim|damages|penalty|penalties
      claim|claiming|seek|seeking|demand damages|compensation|refund|reimbursement|penalties|penalty|redress
      penalty|penalties for|will|apply|because|clause … late|delay|apply|triggered|invoke|invoking|enforce
      invoke|invoking|invoked|enforce|enforcing|trigger|triggering the|our penalty|exit|termination|clause|break|escrow|sla
      break clause
      ombudsman|arbitration|tribunal|watchdog|injunction|litigation|mediation|lawsuit|sue|suing|sued
      small claims
      trading standards
      report|reported|reporting this|you|it to the? authorities|regulator|authority|police|ombudsman|council|press|ico
      evaluate|evaluating|trialling|trialing|testing|piloting|considering|shortlisting|shortlisted|vetting|eyeing|courting|benchmarking|checking|viewing|exploring|assessing other|others|another|two|three|competing|rival|different|alternative|alternatives|competitors|competitor|vendors|cheaper|as
      evaluating|trialling|trialing|piloting|shortlisted|considering … as well|too|alongside|instead|against|in parallel|place
      what else|other is|are out|available there|on
      what|who else is out
      shop|shopping|looking|look|looked|ask|asking|sniffing|scouting around for|elsewhere|at|,|before
      look|looking|go|going|shop|buy|buying|source|sourcing elsewhere
      taking|take|took|taken our|my|their|his business|custom|money|work|orders elsewhere|to|away|with|somewhere
      business elsewhere|away
      bidder|bidders|rival|incumbent … cheaper|better|offered|preferred|lower|instead
      new owner|owners|management|board|parent|group|boss|leadership|ceo|cfo|cio|vp|director|head|broom … not|prefers|preferred|other|own|different|wants|reviewing|sceptical|skeptical|fan|review|question|questions|unconvinced|cut
      @people who|whom … ran|pushed|championed|brought|bought|sponsored|introduced|owned
      was|were|been|being|be|got|gets let go
      let go on|last|of|in|this|by|yesterday|because|as
      made redundant
      has|have|had|is|are|was|been|just|already handed|quitting|leaving|retiring|resigning|departing|resigned|retired|quit
      no longer with|at|works|working|part us|the|for|here|of
      moving on to|from|at|in|after|next
      not in a position to
      in no position to
      cannot|not afford the|this|it|to|that|your|another|both
      priced out|us
      beyond|outside|over|above|exceeds|exceed|blows our|the|my budget|means|budgets|limit|ceiling|approval
      cost|costs|price|bill|fee|invoice|quote|budget is|are|has|have|was|keeps|keep|got|getting|now too|way|far|out|out|spiralling|spiraling|running|ballooned|escalating|through|unreasonable|hard|excessive|astronomical|insane|eye|crazy|ridiculous|steep
      shelfware|shelf ware
      roi|return|value|business|benefit|benefits|payback|numbers case? is|are|just|simply|does|do|has not|never|no|nowhere|hard|missing|unclear|weak|questionable @adv? there|add|work|materialised|materialized|visible|clear|stack|justify|come
      refuse|refuses|refused|refusing|declined|declines|unwilling|reluctant to @adv? book|pay|sign|use|work|accept|approve|renew|release|go|extend|join|test|touch|log|download|support|cooperate|take|migrate|adopt|switch|train|open|deal|speak
      says|said|say|saying no
      said|says|voted|vote no to|twice|again|,|because
      sent|sends|send|bounced|returned|handed back the|your|our|with contract|proposal|draft|report|delivery|invoice|offer|# red|#|comments
      red comments|ink|pen
      the wrong|unfair|unreasonable|impossible|one sided conditions|terms|clause
      one sided
      under these|those|such|current|the conditions|circumstances|terms
      not on these|those|such terms
      bill|invoice|statement|charge|charges … not reflect|match|agree|include|correspond|explain
      invoice|invoices|bill|quote|charge @adv? does|do|did not
      item|items|line|hours|position on|in the? bill|invoice|statement … nobody|not|never|no
      nobody|none|no|cannot one? can? explain|justify|account the|these|those|this|that|for line|charges|amount|bill|difference|increase
      grant|funding|budget|money|approval|loan|subsidy … did not|fell|never come|through|materialise|approved
      fell|fallen|falls|falling through
      not paying|pay a|another|one|for|until|this|that|any
      not another cent|penny|euro|dollar|minute|week|day
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    fixed: true,
    phrases: `
      not a|big|great|huge|much|the|exactly? fan of the|your|this|these|how|our
      going|gone|went|turned|become|became|grown|sounded|sounding|feeling|looked|is|are|was lukewarm|cool|cold|frosty|sour|quiet|hostile|sceptical|skeptical|wobbly|restless|mutinous|distant|evasive on|about|towards|to|at|since|,|with|again
      fell|fallen|falls|drops|dropped|went|plunged off|over a|the cliff
      off a cliff
      nosedived|nosedive|nosediving|freefall|plateaued|flatlined|flatlining|tanked|tanking|cratered|slid|slipped|sagged|slumped|dipped|stagnating|stagnant|stagnated
      have|has|had slid|slipped|sunk|dipped|sagged to|by|below|since|again
      scores|score|rating|ratings|morale|mood … slid|slipped|sunk|dropped|dipped|fell|fallen from|to|by
      scores|score|rating|ratings|attendance|usage|adoption|logins|nps|csat|sales|volume|volumes|traffic|turnout|engagement|orders|bookings|footfall|uptake|reviews|conversion|satisfaction|morale is|are|was|were|has|have @adv? been? down|dropped|falling|dropping|lower|sliding|slipping|sinking|declining|halved|plummeted|collapsed|fallen|shrinking|flat|stuck|at|below|dropped by|from|to|a|since|at|again|sharply|since|on
      gave|given|give|rated|rate|scored|got|awarded … # out of #
      one star|stars
      #|one|two stars from|on|reviews|review
      dropping|dropped|drop|falling|leaving|unsubscribing|churning|cancelling|melting|drifting|peeling off|away|in droves|one|fast|by|at|quickly|because|to|every
      in droves
      secret|shadow|parallel spreadsheet|spreadsheets|excel|list|lists|notebook|tracker
      made|make|makes|making|left|leaves us|me|them|our|the all? look|looking|feel|seem @adv? pretty|very|rather|quite|really|like|so|a|bit? silly|bad|foolish|stupid|idiots|amateurs|unprofessional|ridiculous|incompetent|terrible|fools|small|awkward
      embarrassed|shown up in|front|before
      in front of the|our|my|a|# … customer|client|board|mayor|committee|ceo|parents|management|guests|patients|class|jury|judge|minister|audience|whole
      take|taken|took|suffered|suffering|dealt a|an|another|serious|big|heavy|bad? knock|hit|beating|blow|dent|battering
      running|standing|inside|office joke|gag
      laughing stock
      wrote|written|write|marked|pulled|called|picked us up|down|out
      wrote us up
      non conformity|conformities|conformance|compliance|compliant
      nonconformity|nonconformities|noncompliance|noncompliant
      auditor|auditors|inspector|inspectors|regulator|surveyor|examiner … not|finding|findings|missing|objected|criticised|criticized|flagged|complained|marked|failed|unhappy|because|wrote|rejected|fined
      writing|working|drawing|counting|recording|ordering|planning|writing|noting|back on|with paper|pen again|instead|now|because
      on paper again|because|since
      back on|to paper|excel|spreadsheets|the|pen|our old|paper|previous|manual|fax
      back|again|reverted|returning|returned to the old|pen|paper|excel|manual|whatsapp
      @people have|has|keep|keeps|are|were|is all|still|now|already|both|openly? given|walked|quit|quitting|gone|bypassing|avoiding|ignoring|refusing|dropping|dreading|threatening|revolting|rebelling|resisting|cursing|swearing|boycotting|switching|abandoning|deserting|drifting|resigned|sharing
      @people quit|resigned|walked|left|revolted|rebelled over|because|in|after|out
      @people openly|really|simply|just|all|still|now|mostly|absolutely|positively|actively? dread|dreads|hate|hates|avoid|avoids|bypass|bypasses|curse|curses|resent|resents|distrust|distrusts|loathe|loathes|despise|abandon|abandoned|ditched|deserted|dislike|dislikes|rebel|revolt|resist
      quit|quitting|resign|resigned|resigning|walked|leaving|left over|because the|of|your|this
      do|does|did not|no longer @adv? believe|trust|like|accept|want|want|understand|buy|use|need|see the|it|in|this|what|a|your|any|that|our|how|why screen|numbers|system|figures|data|reports|new|tool|point|promises|value|forecast
      growing|rising|increasing|mounting|some|much|real|general|considerable unrest|resentment|frustration|discontent|unease|dissatisfaction|impatience|resistance|anger|scepticism|skepticism|concern|pressure|irritation|disquiet|disappointment|disillusionment|annoyance|opposition|backlash
      there|it was|were|is|has a|an|some|quite|lot|a? uproar|outcry|backlash|shouting|blood|tears|tension|resistance|pushback|unrest|anger|friction
      blood on|,
      real|serious|high|considerable|growing|big|huge|acute risk|danger that|we|of|to|here|it
      at this|that|the current? rate|pace we|it|you|this|,|nobody|nothing
      at this rate
      not|never|hardly|barely @adv? make|making|made|hit|meet|meeting|hold|reach|reaching|finish the|our|it|that|any|in opening|date|deadline|launch|target|time|window|cutoff|milestone|goal|targets|deadlines|start|go
      no end in|to|of sight
      no end in
      light at the end , not
      we|are|is|now|already|currently|still|running|fallen|falling|about|at|least|being|be # sprints|sprint|weeks|days|months|week|month|quarters|points behind|late|over|past|adrift
      sprint|sprints|weeks|months behind
      behind because|schedule|plan|on|again|with
      caused|cost|costing|costs|costed us|me|our|my a|an|the|#|another|two|dearly|most|several
      had|have|has|forced|forcing to move|relocate|evacuate|rebook|refund|compensate|apologise|apologize|discard|dump|bin|scrap|throw|reprint|reship|reorder|rewrite|resend|redo|retype|rekey|rehire|hire|cancel|close|shut|turn|send|discount|recall|reassure|calm|explain … guests|guest|customers|patients|a temp|temps|someone|people|everyone|twice|again|half|whole|all|batch|shop|away|early|manually|hand|out|extra|myself|ourselves
      just|only to correct|fix|repair|clean|undo|chase the|data|mistakes|errors|up
      # people|hours|days|weeks|nights|of correcting|fixing|cleaning|retyping|undoing|redoing|chasing
      have|has|having my|serious|our|his|her|some|grave|real|big|strong doubts|misgivings|reservations|qualms|concerns|worries|suspicions
      doubts|doubt that|whether|if|about
      not|never @adv? feel|felt|feeling heard|valued|supported|respected|appreciated|safe|listened|comfortable|confident|taken|right|welcome|informed
      given|give us|me nothing but
      mutiny|revolt|walkout|strike threat|grievance|petition
      petition against
    `,
  },
];
