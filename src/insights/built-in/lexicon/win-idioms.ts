import type { Family } from '../phrases.ts';

/** Turns of praise that hold as they stand, many of them negative in form. The notation is explained in `phrases.ts`. */
export const winIdioms: readonly Family[] = [
  {
    kind: 'win',
    basis: 'feeling',
    weight: 3,
    fixed: true,
    phrases: `
      can not|hardly|barely fault
      no complaints|grumbles|gripes|regrets|quibbles
      nothing to complain|criticise|criticize|grumble|moan
      nobody|none … complained|complains|grumbled|moaned|grumbles|moans
      can|could not|hardly complain
      not|never|nobody|none|no disappoint~
      nothing but praise|good|positive|compliments|love
      nothing but good|great|nice|kind things|words|feedback|to
      could not have gone|worked|run|been better|smoother|easier|nicer
      could not ask|wish|hope|have asked|have wished for
      could not have asked|wished|hoped for … better|more|smoother|nicer
      could not have done|managed … without
      could|can not agree|recommend … more|enough|highly
      can|could not speak|rate … highly enough
      can|could not imagine|picture … without
      can|could not praise|thank … enough|highly
      can|could not believe how easy|fast|quick|quickly|smooth|smoothly|simple|good|easily|well|much
      never looked|looking back
      no going|way|turning back
      would|will not … go back
      would|will not want … back|without
      would|will not|never change a|anything thing?
      would|will not|never be|do|live|work|manage without
      would|will not trade|swap … for
      do not know how|what we|i did|managed|would|do … without|before
      how did we|i ever|manage|cope|live|work … without|before
      would|will|can|could happily|gladly|highly|definitely|absolutely|always|certainly recommend … you|it|them|this|your|the|to
      would|will|could|can do|work|choose|buy|book|hire|sign … again … heartbeat|anytime|tomorrow
      would|will do|choose|buy|book|hire|sign … again
      in a heartbeat
      if it were|was not for you|your
      hats|hat|hat's off
      take|takes|took my hat off
      not bad at all
      not half|too|so bad
      no bad thing
      not|never put a foot wrong
      not|never let us|me down
      never|not had it so|better good?
      never been|worked|looked|run|felt|seen … happier|better|smoother|easier|so|such|well|calmer
      more than happy|pleased|satisfied|delighted with|about|so
      more than pays|paid|paying for
      better than any|anything|i|we|ever|expected|expectations|hoped|promised|planned|feared|the
      less|far less painful|painless|scary|stressful|work
      just what we|i|the needed|wanted|hoped|asked|doctor|were
      exactly what|how we|i|the had? need|needed|wanted|hoped|asked|want|imagined|looking|were|expected|kids
      exactly|just|precisely the|as kind|sort|we|i … needed|wanted|hoped|imagined|looking|asked
      what|everything we … hoped for
      all|everything we could … ask|wish|hope for
      what would we|i do without you|it|this
      wish|wishing we|i had done|bought|switched|started|known|met|found|called|moved … ago|earlier|sooner|before|from
      only wish|regret … sooner|earlier|before|ago
      can|could|would|will|do not|never want|like|wish|need|going? to go back
      can|could|would|will not|never go back
      should have done|bought|switched|started|called|moved|asked … years|months|ages|long ago
      without|no a|any|single|one|the|slightest? hitch|hitches|fuss|drama|hiccup|hiccups|incident|incidents|glitch|glitches|blip|snag|snags|trouble|surprises|interruption|tears|overtime|complaint|complaints|bother|error|errors|downtime
      not|none|nobody of? our|the|my? … has|have|had called|rung|phoned|complained|mentioned|moaned|grumbled|missed|asked|rang
      not one|a single of? … has|have|had called|rung|phoned|complained|mentioned|moaned|grumbled|missed|asked
      nobody|none|no|nor has|have|had|even|ever? complained|mentioned|missed|moaned|grumbled|called|misses
      nobody misses|complains|complained
      not had|needed|have|has|need to open|call|phone|chase|ask|restart|touch|raise|ring|escalate|print|correct|worry|think|explain|use|intervene|wait|queue|retype|stay|pay|send|look
      no reason|need to leave|look|switch|change|go|complain|worry|move|renegotiate|chase
      no votes|objections|findings|dissenting|deviations|rework|remarks
      was|were|used a|the|quite|very|rather|deeply|most|initially|to|first? be? sceptic|sceptical|skeptic|skeptical|doubter|doubtful|cynic
      wrong to doubt|worry
      proved|proven|prove me|us|them|him|her|everyone|the wrong|sceptics|doubters|concept
      stand corrected
      eat my hat|words
      non event|issue
      expected|expecting|feared|prepared|braced|told … a|for|to? expect? a|the? fight|worst|trouble|chaos|teething|disaster|resistance|drama|storm|complaints|battle|war|nightmare|problems … but|and|,|none|yet
      expect teething|trouble|problems
      strike|riot|mutiny|revolt|lynch|mad … took|take|taken|without|away
      lost|stuck|nowhere without the|your|you|it|this|them
      speak|speaks|spoke for themselves|itself
      out of your|their|his|her way for|to
      part of how|our|the we|daily|furniture|routine|day|life
      second nature
      that|this|which is a first
      first for us|our
      close|closing|closed the|this|that|my|our ticket|case
      ticket|case|incident can|may be closed
      can|may close|be closed
      count us|me in
      sign me|us up
      we|they|i are|am sold|staying|hooked|aboard
      won not|never forget
      not forget it|that|this|how|what
      in good|great|the best way
      in the best way|sense
      in a good way
      kept our|us|the|my … moving|running|going|alive|afloat|open|flowing|happy|sane
      keeps|kept us|me|them sane|going|afloat
      back in business|control|time|budget
      ahead of the game|curve
      as promised|agreed|planned|advertised|hoped|intended|described|we set
      just|exactly as we|i|you|planned|promised|agreed|hoped|described|intended
      true to your|their word
      kept|keeps|keep your|their|his|her promise|word|promises
      standing ovation
      all|everything tests? green
      green across|all
      never been so|this|such easy|good|stable|happy|quick|fast|simple|quiet|calm|clean|smooth|relaxed|well|clear|low|high|short|full|accurate
      never so|been|had|seen|ran|run|looked|worked|this|such … easy|good|stable|happy|quick|fast|simple|quiet|calm|clean|smooth|smoothly|relaxed|well|quickly|easily|calmly
      # times? … again choose|hire|buy|pick
      choose|hire|buy|pick|do|sign … again tomorrow|anytime
      would choose|hire|buy|pick|book|recommend you|it|them
      quickest|fastest|smoothest|easiest|friendliest|cleanest|calmest|happiest|clearest|nicest|safest … ever|years|seen|had|known|career|time|decade|supplier|rollout|launch|migration|answer|project|vendor|so|i|we|handover|onboarding|month|year
      what|which took|needed|cost|used … an|a|#|half? afternoon|day|days|week|weeks|month|hours|hour
      could|can not|never in|with a|# month|year|months|weeks|before
      queue|queued|queueing|queuing|line|lined|fight|fighting up|over for|to
      nothing to add|change|correct|improve
      nothing|little left to|that fix|do|change|they|we|i|improve|correct
      everything we|i asked|wanted|needed|hoped|ordered for|is|was|and
      plus|and a couple|few|some things|extras we|i
      home at|by|before five|four|six|#|dark|on
      persuaded|converted|convinced|won the|our|even|my|over last|doubters|sceptics|biggest|remaining|board|doubter
      made us look good|great
      fair play
      nice|great|good|lovely one|stuff|job|work|touch
      life easier|better|simpler
      searched|looked|looking for something|anything|faults? to complain|criticise|criticize|wrong … nothing|none|not
      found nothing
      can|could not say|find a|one|anything|something|any bad|negative|wrong|single|to word|fault|complaint|thing|complain
      not a|one bad word
      bad word not
      not a peep|squeak|murmur from the
      not a peep|squeak|murmur
      grumble|complain|moan about|at everything|anything
      good word
      would|will not go back to
      said|says|told … would|will|could not go|swap|want|give|part|live back|without|it
      not go|going back to
      stay|staying|stayed put
      training|teaching|showing … new|others|colleagues|associates|hires|it|next
      off my|our|their plate|back|hands|shoulders|mind
      took|taken|take|takes … off my|our|their plate|back|hands|shoulders
      why we|they|i|nobody did|had|have not do|done|did|buy|switch|started|start … years|ago|sooner|earlier|before
      years|months ago ,|and|we should
      told|asked|advised|urged|begged … to call|contact|ring|talk|speak|try|get|look you|to|at|with
      call you ,|about|because|next|this
      placing|placed|place an|a|their|another order
      moving|move|moved|transfer|transferring|bring|bringing|shift|migrate|migrating … remaining|rest|all|other|last|more … over|to you|your
      over to you
      picks|pick|answers|replies|responds … within|in a|#|an|minutes|seconds minute|hour|minutes|seconds|hours
      knows|know their|the|his|her stuff|answer|business|craft|trade
      getting|sleeping|finally|can|i|we some? sleep|sleeping
      hitting|hit|beating|making|meeting its|their|our|the numbers|targets|plan|goals|forecast
      goal|target|plan|budget|forecast|aim|expectation was #
      at|reached|hit|now # %? ,|and|, … goal|target|plan|aim … was
      full amount
      is|are|all|now|they|we|officially|everyone|fully on board|it
      all in|aboard
      all|every # … on|in|are|is … now|live
      every one of them|us|our is|are|has
      never got|went|exceeded|took|rose past|above|over|beyond
      rather|quite|dead|well|really|so|pretty chuffed|pleased|proud
      no more … pages|alerts|alarms|calls|nights|complaints|tickets|emails|shouting|guesswork|chaos|panic|paper|manual|double|late|lost
      jumped at the
      hit a home
      home run
      out of the park
      ducks in a
      smooth sailing
      plain sailing
      walk in the park
      child's|child play
      piece of cake
      pay|pays|paid dividends
      icing on the
      cherry on
      jewel in
      feather in
      best thing since
      sliced bread
      cut above
      head and shoulders
      leaps and bounds
      by leaps
      miles|streets|light ahead|better|years of|than|ahead
      streets ahead
      pole position
      on cloud|fire
      on a roll|high
      in full swing
      full steam
      firing on all
      all cylinders
      like a dream|charm|rocket|glove|swiss
      swiss clock|watch
      well oiled
      smooth operator
      safe pair of
      win win
      feather
      sweet spot
      a class act
      class act
      tip|tips|tipped my|top hat
      raise|raised a glass|toast
      pop|popped|popping the champagne|cork|bottle
      champagne
      pat on the
      big hand
      round of applause
      take a bow
      gold medal
      ten out of
      full marks
      flying colours|colors
      a plus
      five stars|star
      bowled over
      blown|blew me|us|away|my|their|them away|mind|socks
      jaw|jaws dropped
      speechless with
      tears of joy
      goosebumps
      warms my
      warm and
      made my|our|their|us|everyone day|week|month|smile|proud
      put|puts a smile
      big smile
      happy dance
      dancing in
      music to
      long may
      may it
      keep them coming
      more of the same|this
      more please
      please more
      roll on
      can not|could wait
      here is|are|to to another|years|many
      onwards and
      partners for
      partner for life
      changed my|our mind
      you were right about|all|and|to
      not one|single @fault
      not a single @fault
      without a|one single @fault
      zero @fault
      no single? @fault since|so|yet|reported|whatsoever|today|over|during|after|anymore
      hard|difficult|tough to please|impress
      easily impressed|pleased
      good as your|their|his|her word
      earned your|their|its|every fee|money|keep|place|stripes|penny|trust
      deserve|deserves|deserved a|the|some|all raise|medal|praise|credit|bonus|prize|award|applause|thanks|beer|bonuses
      finally a|an|someone|somebody|some who|supplier|tool|system|vendor|that
      take it|that|everything back
      left the place cleaner
      cleaner|better than they|we found
      to say thank|thanks
      say a? big? thank
      wanted to thank|say
      expected|expecting|feared to lose|spend|need|wait … and|but lost|spent|needed|took|only
      sit down , … good
      in a good sense|way
      would not want|wish to … without
      pass on|along my|our|their compliments|thanks|congratulations|praise|regards
      compliments
      who built|made it|this|that
      no|zero|few|little cause|reason|reasons|grounds to|for complain|complaint|complaints|regret
      nobody|none … complained|complains|grumbled
      could|can not|hardly|scarcely be|have been? happier|better|prouder|smoother|easier|clearer|simpler|calmer
      could|can not|hardly|scarcely be|have been? more pleased|satisfied|happy|delighted|impressed|grateful|helpful|excited|thankful|content|positive|supportive
      could|can not|hardly|scarcely have? gone|go|been|went|worked|run better|smoother|easier
      could not have? ask|asked|wish|wished|hope|hoped for
      not a single|one complaint|grumble|gripe|quibble|hitch|snag|glitch
      not once … let|failed|missed|complained|crashed|late|down|regretted|called
      never had|have a|any|one|single single? @fault
      had|have|having no @fault at all|last|this|all|in|whatsoever
      pleasantly surprised
      pleasant surprise
      only regret is|being … not|sooner|earlier
      problem|problems|issue|issues|bug|bugs|error|errors|fault|crash|delays|complaints … not|never come|came|returned|reappeared|resurfaced|recurred|occurred|happened
      no issues|errors|outages|crashes|complaints|incidents|delays|failures|bugs|hiccups at all
      budget|funding|money|grant|funds|amount … got|was|has|been|just|finally released|unlocked|freed|approved
      nothing … would|could|should|to change|improve|add|fix
      no reason to leave|look|change|switch|go
      strike … took|take|without|away
      not|never hear a word against
      never been better|easier|happier|smoother|quicker|faster|busier
      new lease of
      different world
      world of difference|good
      good as gold
      right as rain
      happy as larry|a|can
      pleased as punch
      tickled pink
      all systems go
      mission accomplished
      job done|jobbed
      job well done
      on the money|dot|nose
      in the bag
      over|across the line|finish
      signed , sealed
      needs|needed|need|required|requires no|little|hardly|without training|manual|explanation|introduction|hand|instructions|help
      self explanatory
      go to tool|place|system|supplier|partner|solution
      worth its|their weight
      weight in gold
      envy of
      poster child
      set|sets|raising|raised the standard|bar
      to the day|penny|minute|letter|hour|second
      no longer have|has|need|needs to
      do not|does not have|need to … any more|anymore|longer
      not … miss the old|it|paper|spreadsheet
      do|does not miss the
      nobody|no one wants|wanted to go back|miss|leave
      can|could finally
      at long last
      never been stronger|better|closer|healthier|warmer
      nothing bad|negative to say
      can not say … anything … grumble|complain|criticise|wrong|bad
      anything to grumble|complain|criticise|moan about
      not regret … second|minute|moment|switching|it|choosing|buying|the
      refuse|refuses|refused to go|give|return|switch back|it|up|the
      now refuse|refuses to go|give
      would go|want back to the|paper|old
      nobody … would go back
      never the cheapest
      i|well will be damned|blowed
      i'll be damned
      be damned ,
      actually works|worked
      found nothing|anything … nitpick
      tried|searched|looked … nitpick|fault|flaw|flaws
      smoothest|easiest|quickest|best … ever had|seen|done|made
      exactly what you promised|said
      what you promised , and|which|on
      am now ,?
      convinced … am|are now
      not convinced|sure|keen in|at spring|first|autumn|january|the start|beginning|winter|summer|year
      not a|one single? single late|lost|missed|broken|wrong|failed|damaged|unhappy|angry|sick|open|cancelled
      no one|body has shouted|sworn|cursed|complained|moaned
      nobody|none … believed|thought|expected|imagined … and|but you|it|they|we did|does|worked|delivered
      given up hope … now|and
      braced ourselves|myself … and|but none|nothing|got
      can not remember the last time
      your fault|mistake
      handled it|this|everything|that gracefully|well|brilliantly|perfectly|superbly|professionally|fast
      in a day|week|hour|minute|weekend|afternoon|month what
      biggest worry|fear|concern|headache was … and|but that|it went|was
      about to cancel|leave|give|quit|switch … then
      fight over the|it|them
      entirely|completely|totally our|my fault
      over the moon
      stopped checking|getting|doing|coming twice|up
      which tells you something
    `,
  },
];
