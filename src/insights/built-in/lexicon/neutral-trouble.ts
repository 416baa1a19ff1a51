import type { Family } from '../phrases.ts';

/** Phrases that sound like trouble but are not: habits, plans, definitions and own deeds. The notation is explained in `phrases.ts`. */
export const neutralTrouble: readonly Family[] = [
  {
    kind: 'neither',
    basis: 'feeling',
    weight: 1,
    phrases: `
      in the? event|case|cases of a|an|any? @fault|fire|power|no|failure|emergency|illness
      in the? event|case|cases of
      time slot|slots|zone|zones|off|frame|limit|sheet|sheets|stamp|stamps|trial
      list|lists|listing|overview|number|field|fields|box|form|forms|procedure|category|categories|definition|examples|types|kinds|causes|statistics|table|section|chapter|column|count|share|report|code|codes|template|process|rules|policy of|for|all|on|about|with the|all|any|each|our|your|open|every? @fault|failed|failure|failures|broken|missing|cancelled|canceled|late|returned|rejected|lost|damaged|open|unpaid|overdue|wrong|complaint|cancellation|cancellations|returns|dispute|disputes|damage|damages|loss|losses|errors|delayed
      list|overview of all? the? open|known|missing|missing|outstanding points|items|issues|questions|topics|names|tasks|documents
      is|are|was|were|stay|stays|normally|always closed|shut on|between|over|at|for|from|during|in|until|all|,|tomorrow|monday|mondays|sunday|sundays|public
      shop|office|museum|store|library|school|warehouse|canteen|gate|desk|branch|bank|registration|restaurant|pool|clinic|desk is|are|will|be closed|shut
      closed on|for mondays|sundays|saturdays|monday|sunday|holidays|the|lunch|renovation|public|christmas|inventory
      switched|turned|switches|turns|shut|powered off|down in|during|at|on|for|by … planned|december|january|night|schedule|default|summer|scheduled|agreed|weekend|automatically
      is|are|was|left|remain|remains|stays|stay|empty|blank|missing|hidden|disabled|off empty|blank|hidden|disabled|off by|per default
      empty|blank|off|hidden|disabled by default
      leaving|leave|leaves|left for|to lisbon|london|lunch|home|work|the|paris|berlin|madrid|school|germany|france
      asked twice as
      asked|invited twice as
      i|we have|had|am|are not|never yet? read|looked|watched|tried|tested|opened|checked|finished|decided|booked|thought|started|spoken|seen|visited|been|met|discussed|planned|chosen|voted|scheduled … yet|tonight|tomorrow|later|will|but|there|properly
      board|committee|council|group|jury|team|panel has|have|had not met|decided|discussed|voted|yet
      still waiting|looking for|at|in my|a|the train|bus|flight|taxi|lunch|lobby|airport|station|plumber|coffee|green
      on the|our first|second|third|fourth|fifth|sixth|last floor|working|day|page|line|of|weekend|monday|tuesday|wednesday|thursday|friday|screen|slide|business
      second|third|fourth|fifth|sixth|first working|business day
      first|second|third|fourth|fifth year|week|month|time student|students|class|pupils|in|of|visitors
      dead link checker|checkers
      link|spell|error|bug|fault|leak|fraud|damage|outage checker|report|detector|finder|tracer|map
      wrong answer|answers|number|turn|way costs|cost|loses|gives|,|in|on|is|are
      nobody|no one|none is|was|will|be|needs|has|are in|here|at|home|to|there|working|on|required|obliged
      nobody is in
      the lift|elevator|traffic|queue|internet|wifi|train is|was
      nothing else|more|new|to add|planned|urgent|special|changes
      and nothing else|more
      refund|refunds|refunded deposit|policy|within|window|to the card
      refuse|waste|garbage|rubbish collection|bin|bins|disposal|truck|container|bag|bags
      broken|split|broken into|down|up into|by|into|for
      deposit|licence|license|term|grant|patent expires|ends|runs
      cancel|cancelled|terminate|terminated|end|ended by either|any|each|both
      with # months|weeks|days|month notice
      notice period
      either side|party may|can
      last|final|past|previous invoice|invoices was|is|were|has|have been? paid|settled|fine
      not agreed yet|, 
      text|part|parts|passage|numbers|items|values in|within|between square|brackets
      in|within|between square? brackets
      in square brackets is|are not
      currently missing , 
      few|couple|minor|small|some|the|all typos|typo|mistakes|errors|corrections|errata … corrected|fixed|removed|caught
      typos were|are|was|have corrected|fixed|been
      no|not strong|any strong? view|views|opinion|opinions|preference|preferences
      have|with no strong? views|opinion|view|preference|idea
      no strong views|opinion|opinions|preference|feelings
      not at all , which
      i|we have|had not fixed|updated|changed|corrected|added|numbered|formatted|finished|edited|touched
      should|may|might|shall|need|needs|will|can not be|use|include|exceed
      what … should|must not be
      should not be|include|exceed
      @time and again on
      again on monday|tuesday|wednesday|thursday|friday|saturday|sunday
      roughly is
      waiting times|time and all
      and all
      problem with the? price|date|time|change
      risk|fault|failure|damage|loss|hazard is|are defined|classified|described|assessed|calculated
      term|word|expression|keyword|label failure|fault|error|incident|defect|risk|loss|dispute
      the term|word
      whole|entire|overall sector|industry|market|economy|branch|trade
      small|tiny|minor correction|corrections|detail|details|typo|point
      quit|exit|close the app|program|window|browser|menu|tab|session|to
      pause|hold|stop|mute button|key|music|the video|recording
      lost and found
      missing person|persons|cat|dog|link|from the list
      one star|five hotel|rated|restaurant
      is|are|will|be on strike
      strike on|at|by train|trains|the railway|bus
      moving on to|, the|next|point|item|topic|agenda|slide
      moving on
      no longer with us
      take|takes|took|taking|need|needs|costs about|around|roughly|only|just|under|up? # minutes|hours|days to drive|walk|get|travel|fly|reach|bake|fill|cook|dry|complete|install|read
      too small|big|long|late|short for # ? people|persons|us , let
      deadline|date moved to|is
      case|rate|cost|costs|time , not
      in front of the|our house|station|building|entrance|door|gate|office|hotel|church|museum|camera|screen|school
      parking in front
      out of office|town|curiosity|interest|habit|hours|season|print|ten|two|three|fun
      on our own for|with time|day
      no end date
      😭|🥲 😭|🥲? 😭|🥲? , happy|tears|joy|good|laughing
      talk|talks|talked|spoke|spoken|talking|speak to|with #|some|several|two other? … school|schools|district|districts|prospects|customers|departments|teams|colleagues|people|sites|hospitals|friends
      refuse|refuses|refused to go back to? the? old|paper|excel|spreadsheets|whatsapp|pen|phone
      now refuse to go back to? the? old|paper|excel|spreadsheets|whatsapp|pen|phone
      had my|our|some|serious|big? doubts|reservations|concerns|worries … but
      text|texts in square? brackets is|are not agreed
      downtime|outage|maintenance|interruption|blackout is|are|was|will|has planned|scheduled|be|announced|booked
      planned|scheduled|announced|agreed|expected downtime|outage|interruption|maintenance
      error|errors|mistakes|gaps|duplicates in the? form|section|table|field|example|file are|is marked|shown|highlighted|listed
      may|could|might|can|would|will|always|usually ask|get|obtain for|a second|another|comparison quote|quotes|opinion
      credit note is attached|enclosed|below
      risk of overrun|delay|loss|damage is|lies|stays
      nothing changes for|in|on|about
      failing|fail fast|forward|safe
      have|has not had to … since|in|for|anymore|once|single|any
      nobody|none|no one? … wants|misses|asks … old|previous|paper … back
      comes|came|come from a|another|the competitor
      expect slower|late replies|answers
      track|record|count|log|register late|damaged|missing|failed|broken
      comes|came from a competitor
      took|take|taken it|that all? back
      braced ourselves|myself|for
      still prints|print his|her|their|my
      stopped keeping|checking|phoning|calling|printing … spreadsheets|spreadsheet|lists|office|reports|twice
      refuse|refuses|refused to go|give … back
      now refuse to go|give
      nervous about the
      count|counted the? stock by hand
      by hand once|every
      out of the office|country|box
      bone china
      the? support? contract|agreement|term|licence|lease runs out|until in|on|at
    `,
  },
];
