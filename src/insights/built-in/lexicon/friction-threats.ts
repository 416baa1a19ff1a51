import type { Family } from '../phrases.ts';

/** Cancellation, competitors, departures, cuts, disputes and escalation. The notation is explained in `phrases.ts`. */
export const frictionThreats: readonly Family[] = [
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
      another|second|different|new|cheaper supplier|vendor|provider|agency|quote
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
      interviewing elsewhere|with|at
      gets|get|got|being|is|are|be|was cut|axed|dropped|chopped
      month to month
      on a rolling|monthly basis
      part with|from you|us
      insist|insists|insisted|demand|demands|demanded on|a|an|written … statement|explanation|answer|meeting|compensation|refund|apology|plan
      written statement|explanation|warning
      root cause
      security team|works council|legal|compliance|finance|board … no|objects|objected|refused|reject|rejected|blocked|veto|vetoed|against|stop|stopped
      will not agree|accept|approve|sign|support|tolerate|pay
      ripping|rip|throw|throwing it|this|you out
      awkward|tough|hard|difficult|uncomfortable|critical questions
      value for money … questions|doubt|poor|bad
      uplift
      downgrading|downgrade to|the|our|from
      budget|budgets|funding|grant|spend|money … cut|halved|frozen|slashed|trimmed|withdrawn|gone|shrunk|squeezed
      not extended|renewed|prolonged|approved|granted|funded
      money|budget|cash|liquidity is tight|short|gone|limited|scarce
      justify every|this|the|each|our|that
      asked to justify|explain|cut|reduce|save|review
      our|my data out|back
      present|presented|presenting|show|showed|pitched|demoed their|a|its solution|product|offer|system|tool|platform
      # other houses|firms|suppliers|vendors|companies|agencies|providers|bidders|studios|consultancies
      same specification|spec|brief|rfp|question to
      prefer|prefers|preferred|favour|favours|want the|their|a|to old|previous|tool|other|competitor|former|go|return|different
      start|starting|starts at|with|in a|another|my|his|her new firm|company|employer|job
      new employer
      with … gone
      fight for it|us|you
      copied|copying|copy|cc'd|cced|looped|looping|loop in|ing? your|our|my head|boss|manager|director|ceo|legal|lawyer|management
      ring|call|phone|contact|write your|yours ceo|boss|director|manager|md|head|management|this|superior
      drop|reduce|cut|downgrade|go|shrink down? from # to # seats|licences|users|licenses|sites|modules
      took|takes|taken|take … out of the plan|budget|scope
      out of the plan|budget|running|race
      let the|our licence|license|contract|subscription|agreement … run|lapse|expire|end
      let … run out
      next possible date
      voted|vote|decided|decide not|against to|going|go|continue|it|you|proceeding
      asked|asking|asks|inquired|enquired … cancellation|exit|termination|notice terms|period|clause|fee|conditions
      handed in his|her|my|their|its notice|resignation
      does not believe|see|support|trust|like
      returned|sent|bounced your|the invoice|delivery|goods|quote … twice|back|unpaid|again
      not the one|rate|price|amount|ones in|from|on|we|agreed
      scale|scaling … down
      retires|retiring|resigns|emigrates
      nobody|no … returns
      stopped|stop|stops|halted|forbidden|banned|suspended|blocked the use|usage|rollout|project|of
      goes|go|going|went|is on|into pension|retirement|parental
      biggest|strongest|main|only|best supporter|advocate|ally|champion|sponsor|fan … leaving|leaves|goes|left|gone|retires|pension|moved|quit
      other|competing|rival|alternative|more|cheaper|better offers|quotes|bids|proposals
      see|get|want|wants|ask|collect|comparing|compare other|more|competing|# offers|quotes|bids
      not take|taking up the option|offer
      will not take up
      put|puts|putting … out to tender
      to tender again
      # percent|% over|above|more … bidder|offer|competitor|budget|market|second|quote
      why they|we|i should stay|renew|continue|pay|keep
      preferred vendor|supplier|tool
      regret|regrets that|to … not|will|cannot|no
      on his|her|their|the list
      someone else for
      failed collaboration|project|cooperation|pilot
      collaboration|cooperation|project|pilot|partnership|trial … failed|failure|over|dead|finished
      find|choose|hire|pick someone|somebody|another|a|an? else|other|different|supplier|agency|partner
      a|another|your rival of|is yours|coming
      rival|competitor|vendor|supplier of? yours? is|are|was|were coming|here|visiting|in|presenting|invited
      coming|came|come in … to demo|present|pitch|show
      demo for our
      general counsel
      our lawyers|solicitors|legal|solicitor|lawyer take|takes|took|step|steps over|in
      standardized|standardised on your|a|the|another rival|competitor|different|other
      made no secret
      what he|she|they wants|want
      no secret
      lost the|this decision to
      not to go ahead|on|forward with
      decided|deciding not to go|continue|proceed|extend|renew
      runs|run out in
      cheaper and quicker|faster|better
    `,
  },
];
