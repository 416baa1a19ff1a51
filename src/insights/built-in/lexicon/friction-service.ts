import type { Family } from '../phrases.ts';

/** Answers that do not come or do not help, broken agreements, sarcasm about it. The notation is explained in `phrases.ts`. */
export const frictionService: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'feeling',
    weight: 3,
    fixed: true,
    phrases: `
      no|without|any|lack proper|real|clear|satisfactory|meaningful|concrete|adequate|useful|definite response|reply|solution|update|explanation|support|resolution|fix|plan|help|communication|eta|timeline|commitment
      not|never resolved|fixed|solved|closed|addressed|rectified|sorted|refunded|received till|til|as|so date|now|of|far
      not getting|receiving|getting|given any|proper|adequate|enough|the @adv? support|response|help|answers|attention|replies|updates
      thanks|thank you? for nothing
      after the fact|event ,?
      how reassuring|encouraging|typical|unfortunate|depressing|embarrassing
      what a surprise|shock|shame|mess|joke|disappointment|letdown|nightmare|circus|farce|fiasco|pity|shambles
      kidding|joking me|us|right
      are|is you|this|that|they all? kidding|joking|serious|for real
      got|have to be kidding|joking
      some kind|sort of joke
      you had|have one job
      what … are|am we|i even|actually|still? paying you? for
      not how|the way you|we|one|to treat|do|run|work|works|deal|communicate|handle|conduct
      no way to treat|run|do|communicate|handle
      that|this was|is not the|our|what deal|agreement|arrangement|idea|plan|understanding|promise
      as usual|always|ever|expected|per , no|nobody|not|nothing|late|wrong
      you people|guys|lot never|always|keep|do|just|still
      one|# more week|month|day|time|incident|outage|mistake|delay|slip|surprise like|and
      in good conscience|faith recommend|tell|sign|renew|approve
      can|could not|never in good conscience
      can|could not look … in the eye
      treat|treats|treated … customer|client|partner of|like
      do not|never seem to care|know|understand|listen|read|realise|realize|grasp|want
      does not seem to care|know|understand|listen|work|help|matter|be
      never|not even bothered|bother|apologised|apologized|apologise|apologize|acknowledged|asked|looked|called|replied|said
      not so much as a
      not one|a|single|# phone|email|word|of … back|since|returned|answered|reply
      not what i|we|you|the would|had|have call|describe|consider
      not a good|great look|sign|start|experience|impression|feeling|way
      not a very|particularly good|great|nice|professional|pleasant
      is|are|was|it just|simply|really|clearly? not working out|for|as|like
      not going|gone|went to plan|according|as|where
      not playing ball|fair
      no|nobody ownership|urgency|owner|accountability|follow|followup|communication|coordination|consistency|continuity|consequence
      no sense of urgency
      nobody|none|no one? owns|own|takes|took|feels|wants|is|accepts responsibility|ownership|responsible|accountable|charge|it
      nobody|none|no one? bothered|thought|cared|had to tell|inform|ask|check|warn|test|mention|call|the|let
      nobody|none|no one? got|came|gets|comes|ever back|called|to
      without … asking|telling|informing|consulting|warning|checking|notifying|involving us|me|anyone|anybody|our|first|with
      heard it|this|about|that … from|through … instead|linkedin|press|newspaper|others|grapevine|third|customer|customers|colleague|news
      only found|learned|learnt|heard|discovered|noticed|saw out|about|of|by|from|this|that|when|because|through
      found|find|finding out by|from|through|via|about … accident|chance|linkedin|press|newspaper|website|twitter|facebook|customer|customers|others|ourselves
      by|pure chance|accident , not
      waiting for|on … to get|come back|respond|fix|act|move
      at|end the end of our|my patience|tether|rope
      more|less than a little|bit|tad disappointed|surprised|annoyed|frustrated|concerned|worried
      rather|somewhat|quite|bit|little|completely|totally taken aback|let|put down|aback|out|off
      taken aback
      not best|exactly|overly pleased|impressed|thrilled|amused|happy|enthusiastic
      not exactly|quite|entirely been|going|gone? plain|smooth|a|what|how|an|the? sailing|walk|bed|success|ideal|great|easy
      plain sailing it|has|was not
      has|had|have been|is|was not exactly|always|quite|all? plain|smooth sailing
      hoped|thought|hoping|assumed|believed we|you|it|that|this were|was|had|would … past|over|behind|better|by|different|done|fixed|further
      had hoped|thought|assumed we|you|it|that|this
      seriously ,?
      what on earth|is|the hell|heck|wrong|earth
      who on earth
      where on earth
      in what world
      enough already
      please just stop|fix|cancel
      get your act|house|facts|story|numbers together|in|straight
      your act together
      do|doing|did your job|work|homework for
      doing|did|do your job
      we|i are|am doing your
      not do|done|doing your|their|the homework|job|work|part
      the bare minimum
      bare minimum
      least i|we|you could|can|expect|expected
      bottom of the|your pile|list|queue|priorities
      way|far|well below|under|short what|expectations|our|the|par|standard
      far below|short
      falls|fell|fall|comes|came|come well|way|far|a? long|short way|short of
      needs|need an? serious|honest|frank|proper|difficult|hard|urgent talk|conversation|discussion|word
      have|need a? serious|frank|difficult|stern|honest|blunt talk|conversation|word|discussion with|about
      words with|about your|you
      a|big|real|major|huge|massive|total let down
      let down by|again|badly|,
      sick|tired|weary and tired|of|to
      tired of hearing|waiting|being|asking|chasing|explaining|excuses|this|repeating|the|having|your
      done|finished|through with this|you|it|your|them|waiting|promises|excuses
      and i|we am|are gone|out|done|off
      cannot go on|continue like|this|any
      such a|an mess|shame|pity|waste|hassle|letdown|pain|headache|poor|bad|terrible|struggle
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    fixed: true,
    phrases: `
      pending since|from|for|with|at … # @time
      pending since|from|for|with your|long|last|many|weeks|months|days|ages
      long pending
      still|again|continues|continue|keeps to? persists|persist|persisting|occurring|occurs|happening|happens|recurring|crashing|unresolved|reproducible|facing|seeing|getting|having|experiencing|present|exists|exist|remains
      still|again facing|seeing|getting|having|experiencing the|same|this|an|that|these|issues|errors|problems
      issue|problem|error|bug|fault|defect|errors|issues still|again persists|there|present|occurs|exists|happens|open|not|happening|unresolved|here
      canned|boilerplate|scripted|templated|generic|robotic|automated|stock|copy response|responses|reply|replies|answer|answers|apology|email|emails|paste|pasted
      bounces|bouncing|bounced|passed|ping|ponged|ponging|tossed|shunted|shoved between|around|from|ponging|pong back|your|teams|departments|tiers|the|two|three|#|one|us|me|person|to
      asked|ask|asks|asking for|me|us to|the|for … same|again logs|screenshots|information|details|question|thing|things|over|documents|information
      for the same logs|screenshots|information|details|documents|thing|data
      ticket|case|tickets|cases … auto|automatically|silently|quietly? closed|bouncing|stuck|sitting|gathering|ignored|reopened|languishing|stale without|between|with|in|for|by|again
      auto|automatically closed
      goes|go|went|going|rings|straight to|through voicemail|voice|nowhere|out
      rang|ring|rings|ringing out
      on hold|the phone|line … # @time
      # @time on hold
      asked for … got|received|given|gave|sent a|an|the|only|link|bot|brochure|chatbot
      asked|requested for? a? human|manager|person|supervisor
      link to the faq|manual|documentation|docs
      chatbot|bot … circles|useless|wrong|sends|loops|understand|annoying|loop|nonsense
      promised|agreed|announced|confirmed|scheduled|advertised|quoted call|callback|visit|fix|date|discount|refund|report|upgrade|price|delivery|feature|credit|engineer|technician|update … not|never|nowhere|came|still|missing|yet|is|has
      nowhere to be seen|found
      nowhere in|near
      sold to|as us|me|a|an … as
      was|were|are|been told|sold|promised|assured|quoted|informed|led … but|now|yet|instead|only|then
      were|was|been told it|this|that|there|we|by|the|you|not|no
      told … was|were included|free|ready|fixed|standard|possible|easy|covered , now|but|and|yet
      now it is|an|they|you an? extra|addon|add|chargeable|separate|paid|charge|optional|different|another
      was|were|are not even? invited|consulted|informed|asked|told|copied|included|involved|warned|notified|briefed|given|aware
      moved|changed|shifted|pushed|postponed|rescheduled the|our|that|this|it date|deadline|visit|appointment|launch|slot|delivery|start|meeting|go # times|twice|again|now|yet
      keeps|keep|kept changing|moving|shifting|slipping|coming|going|growing|getting|happening|falling|cutting|jumping|giving|telling|asking|insisting|refusing|reverting
      each|every one|time|person|consultant|engineer|agent|rep|technician|call|month|week … starts|start|different|another|new|zero|scratch|same|again|something
      consultants|consultant|contacts|contact|engineers|managers|reps|people|project|account managers|leads? keep|keeps|kept changing|leaving|rotating
      rotating|revolving cast|door
      revolving door
      admitted|admits|confessed he|she|they|you|that|it|to|not|having … never|not|no|wrong|mistake|error|forgot|forgotten
      had|has|have no clue|idea … what|who|how|about|where|of
      did|does|do|has not|no have|had a? clue|faintest|idea|foggiest
      clueless|unprepared|disorganised|disorganized|unreachable|nowhere
      hung up on|again|the
      shouted|yelled|swore|snapped at
      talked|spoke|speaks|talks down|over|rudely to|me|us
      won't|will|would not take our|my|no call|calls|for
      dodging|dodges|dodged|avoiding|avoids|sidestepped|ducking our|my|the|that|every questions|question|calls|issue|call|us|me
      backtracked|backtracking|reneged|reneging|backpedalled|backpedaled|backpedalling
      went|gone|go|going back on|upon
      goes|went|go|going unanswered|unnoticed|ignored|astray|nowhere
      fell|fallen|falls|falling on deaf|through|by|off
      fell through
      fobbing|fobbed|brushing|brushed|palmed|brush|fob me|us|them? off
      given|giving|gave|get|getting|got the|a run|runaround|cold|brush|silent around|shoulder|off|treatment
      cold shoulder
      keep|keeps|kept us|me|everyone|them|people in the dark
      in|left the|completely dark about|on|as|since|for
      leaves|left|leaving|leave us|me|them high|hanging|stranded|in|exposed|without|scrambling|guessing|short|with
      scrambling to|for
      pick|picking|picked up the pieces|slack|tab|mess
      fending for ourselves
      on our|my own with|since|here|now|again
      slow|late|poor|weak|bad in|at|on responding|answering|replying|communicating|reacting|communication|getting
      response|resolution|reply|answer|turnaround|waiting|wait|loading|processing|lead times|time … longer|slower|worse|up|doubled|tripled|increasing|creeping|slipped|slipping|poor|unacceptable|beyond|over|exceeds|exceeded|terrible
      have|has got|gotten|become|grown noticeably|much|steadily|significantly|far|increasingly|a? lot? longer|slower|worse|harder|fewer|rarer|sloppier|slack|complicated|expensive|sloppy|unreliable|difficult|slow|unbearable
      breach|breached|breaching|violates|violated|violation|missed|missing|outside|busted|blew|blown of? the|our|your|every|all? sla|slas|agreement|agreements|terms|promise|response
      sla|slas … breach|breached|missed|violated|broken|not|joke|blown|again
      rca|postmortem|root … never|not|nobody|no|still|overdue|missing
      no rca|postmortem|post|root
      third|second|fourth|fifth|2nd|3rd|4th|5th|nth|#|sixth follow|followup|reminder|nudge|request|chaser|escalation|complaint|attempt|ticket|try
      following up for|yet|once|again the|time|more
      chasing you|your|this|someone|somebody|him|them|support|for|since|people
      chaser
      does|do|did nothing to|for|about|except|but
      doing|done|does nothing about|for|to|except
      nothing|little|no|not … comes|came|come of|from it|that|this|your|you|them
      false alarm|start|hope|pretences|advertising|economy|information|promise|claims
      wrong end|department|team|person|address|answer|information|place|people again|twice|for|by|,
    `,
  },
];
