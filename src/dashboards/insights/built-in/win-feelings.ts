import type { Family } from './phrases.ts';

/** Praise, satisfaction and relief. The notation is explained in `phrases.ts`. */
export const winFeelings: readonly Family[] = [
  {
    kind: 'win',
    basis: 'feeling',
    weight: 3,
    fixed: true,
    phrases: `
      can not|hardly|barely fault
      no complaints|grumbles|gripes|regrets|quibbles
      not a single|one complaint|grumble|gripe|quibble
      no|zero|few cause|reason|reasons|grounds to|for complain|complaint|complaints
      nothing to complain|criticise|criticize|grumble|moan
      nothing to complain|grumble|moan about
      no one|body|reason|cause complained|complains|grumbled
      nobody|none … complained|complains|grumbled|moaned|grumbles|moans
      can|could not|hardly complain
      not|never|nobody|none|no disappoint~
      nothing but praise|good|positive|compliments|love
      nothing but good|great|nice|kind things|words|feedback|to
      could|can not|hardly|scarcely be|have been happier|better|prouder|smoother|easier|clearer|more|simpler
      could|can not|hardly be|have been more pleased|satisfied|happy|delighted|impressed|grateful|helpful
      could|can not|hardly be|have gone|go|went|run|ask|asked|wish|wished|hope|hoped better|smoother|for
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
      not|no|never a|one|single single? hitch|hiccup|snag|glitch
      more than happy|pleased|satisfied|delighted with|about|so
      more than pays|paid|paying for
      better than any|anything|i|we|ever|expected|expectations|hoped|promised|planned|feared|the
      less|far less painful|painless|scary|stressful|work
      too good to be true
      just what we|i|the needed|wanted|hoped|asked|doctor|were
      exactly what|how we|i|the had? need|needed|wanted|hoped|asked|want|imagined|looking|were|expected|kids
      exactly|just|precisely the|as kind|sort|we|i … needed|wanted|hoped|imagined|looking|asked
      what|everything we … hoped for
      all|everything we could … ask|wish|hope for
      what would we|i do without you|it|this
      wish|wishing we|i had done|bought|switched|started|known|met|found|called|moved … ago|earlier|sooner|before|from
      only wish|regret … sooner|earlier|before|ago
      only regret|complaint is|being … not|sooner|earlier
      can|could|would|will|do not|never want|like|wish|need|going? to go back
      can|could|would|will not|never go back
      should have done|bought|switched|started|called|moved|asked … years|months|ages|long ago
      without|no a|any|single|one|the|slightest? hitch|hitches|fuss|drama|hiccup|hiccups|incident|incidents|glitch|glitches|blip|snag|snags|trouble|surprises|interruption|tears|overtime|complaint|complaints|bother|error|errors|downtime
      not|none|nobody of? our|the|my? … has|have|had called|rung|phoned|complained|mentioned|moaned|grumbled|noticed|missed|asked|rang
      not one|a single of? … has|have|had called|rung|phoned|complained|mentioned|moaned|grumbled|noticed|missed|asked
      nobody|none|no|nor has|have|had|even|ever? complained|mentioned|missed|noticed|moaned|grumbled|called|misses
      nobody misses|complains|complained
      not had|needed|have|has|need to open|call|phone|chase|ask|restart|touch|raise|ring|escalate|print|correct|worry|think|explain|use|intervene|wait|queue|retype|stay|pay|send|look
      no reason|need to leave|look|switch|change|go|complain|worry|move|renegotiate|chase
      no votes|objections|findings|dissenting|deviations|rework|remarks
      not come|came|returned|reappeared|resurfaced|happened|occurred|seen back|again|since|it|,
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
      says|say it all
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
      got|was|has|been|just|finally released|unlocked|freed|approved
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
    `,
  },
  {
    kind: 'win',
    basis: 'feeling',
    weight: 3,
    phrases: `
      delighted|thrilled|ecstatic|chuffed|elated|overjoyed|stoked|pumped
      over the moon
      cloud nine
      love|loves|loved|loving|adore|adores|adored it|this|the|how|that|what|your|you|working|these|every|them|using|having
      love|loves|loved|loving it|them
      amazing|awesome|fantastic|brilliant|outstanding|superb|stellar|phenomenal|incredible|terrific
      marvellous|marvelous|stunning|magnificent|fabulous|exceptional|wonderful|excellent|impressive
      impeccable|flawless|flawlessly|exemplary|brilliantly|beautifully|splendid|spectacular|unbeatable
      magical|superbly|wonderfully|faultless|faultlessly|seamless|seamlessly|invaluable|priceless
      indispensable
      lifesaver|lifesavers|godsend|gamechanger|showstopper
      life saver|savers|changing|changer
      game changer|changing
      dream team|come|to
      top notch|class|marks|work|job|drawer|stuff|effort
      first class|rate
      world class
      second to none
      gold standard|star|dust
      best partner|partners|supplier|vendor|decision|investment|money|thing|launch|demo|quarter|week|month|year|agency|onboarding|support|team|day|training|result|results|experience|purchase|we|i|ever|yet|news|provider|tool|system|software|consultant|engineer|workshop|session|project|rollout|implementation|migration|contractor
      in the best|finest|strongest shape|hands|place
      one of the best
      worth every penny|cent|euro|minute|dollar|pound|single
      worth its weight
      worth the money|effort|wait|investment|price|switch|trip|hassle|cost|while
      worth it
      huge|big|massive|enormous|real|heartfelt|sincere|special thank|thanks|kudos|compliment|compliments|success|win|hit|relief|improvement|help|difference|step|progress|fan|fans|shout|praise|upgrade|achievement|milestone|leap|asset|value|pleasure|joy|treat|success
      kudos|bravo|woohoo|yay|hooray|hurrah|wow|whoop|yesss|yess
      well|nicely|beautifully|superbly|perfectly done|handled|executed|played|organised|organized|prepared|run|explained|thought|built|written|put
      great|good|nice|fine|excellent|fab|super|lovely|solid|cracking|sterling|stunning|fantastic|awesome|amazing|brilliant|outstanding|wonderful|terrific|superb|impressive|incredible|marvellous|excellent job|work|stuff|effort|teamwork|progress|result|results|outcome|success|feedback|experience|support|service|product|tool|partner|partnership|collaboration|help|improvement|value|quality|team|news|response|reaction|reviews|numbers|impression|session|training|presentation|demo|launch|start|quarter|month|year|week|shape|decision|fit|hands|solution|design|release|update|relationship|idea|catch|turnaround|sign|signs|workshop|onboarding|save|move|handover|turnout|return|version|addition|investment|report|documentation|communication
      exceed~|surpass~|beat|beats|smashed|smash|outperform~|blew … expectations|expectation|target|targets|goal|goals|hopes|forecast|plan|quota|estimate|estimates|water
      above and beyond
      extra mile
      beyond … expectations|expected|hoped
      above|over expectations|target|plan|forecast|quota
      made|makes|make my|our|their|his|her day|week|month|year|life|lives|job|smile|proud|happy|easier|team
      can not|could not stop smiling|talking|raving|using|praising
      proud|grateful|thankful|indebted|impressed of|with|that|by|how|for|to
      proud|impressed|grateful
      singing|sing|sang … praises
      rave|raving|raved|raves
      glowing|rave review|reviews|feedback|reference|report|comments|about
      praise~|compliment~|applaud~|commend~|congratulate~
      compliments … from|on|to|team|chef
      couldn't recommend
      highly recommend|recommended|satisfied|pleased|appreciated|impressed|regarded|rated
      star|stars of|rating|out
      hit it|this out|it … park
      knocked it|this|our out|socks … park|off
      nailed|aced|smashed|crushed|killed|rocked|killing|crushing|smashing it|this|the
      you rock|rocked|nailed|smashed|legend|star|delivered|saved|listened|guys
      you are|were a|the|an star|legend|lifesaver|best|genius|angel|absolute|hero|heroes|gem|joy|wizard|pleasure|godsend
      bang|spot on
      above all praise
      works|working|worked|runs|ran|running|goes|went|going|gone like|as a|if|clockwork|planned|charm|dream|magic clockwork|charm|dream|hoped?
      to the letter|minute|t
      ear to ear
      saved|saves|saving|save the|my|our|us|his|her day|bacon|weekend|christmas|skin|neck|life|time|money|hours|days|weeks|from|a|#|so|hundreds|loads|tons|an|at|about|around|roughly|nearly|almost|over|tonnes|thousands|half
      raised|set|sets|setting the bar|standard
      love at first sight
      a breath of fresh
      breath of fresh air
      music to my|our ears
      best of breed|all
      star|legend|hero|heroes|gem|treasure|angel|genius|lifeline
      love|loves|loved|adore|adores your|the|it|this|how|what|every
    `,
  },
  {
    kind: 'win',
    basis: 'feeling',
    weight: 2,
    phrases: `
      happy|happier|happiest|pleased|satisfied|glad|content|relieved|excited|enthusiastic|thankful|comfortable|reassured|convinced|confident|keen|hooked|overwhelmed with|about|that|by|it|how|customers
      happy|happier|pleased|satisfied|glad|relieved|thrilled customers|customer|users|staff|bunny|camper|team|faces|people|children|teachers|drivers|parents|boss|guests|clients|nurses|patients|members
      is|are|am|was|were very|so? keen to
      beaming|smiling|grinning|smiles|cheering|cheered|applause|applauded|clapped|raving
      huge|big|great|massive hit|help|relief|success|plus|win
      piece of cake
      plain sailing
      appreciate|appreciated|appreciates|appreciating the|how|your|that|it|all|every|this|what|you
      valued|trusted|treasured partner|advisor|adviser
      value~ the|your|how|our
      trust|trusts|trusted you|your|completely|fully|us|them|it
      trust|faith|confidence in|is|has … you|back|restored|grown|your|growing|us
      restored|regained|renewed|rebuilt|earned|won|gained … trust|confidence|faith|respect
      good|great|right|safe|capable|excellent|best hands
      faith|confidence|trust|morale|mood … restored|back|returned|up|high|better
      is|are|was|my|our|everybody's|everyone's|their favourite|favorite
      fan|fans of
      thumbs up
      well received|liked|worth|deserved|spent|earned|impressed|pleased|designed|organised|organized|ahead
      went|gone|going|goes|going|landed|lands|landing|worked|working|works|running|runs|ran|progressing|progresses|holding|holds|held|performing|performs|performed|behaving|behaves|copes|coped|doing|settled|settling|received|came|coming|handled|paid|shaping|scaling|scaled|selling|sold|rolling|ticking|slept|integrates|integrated|fits|responded|responds very|really|so|remarkably|pretty|exceptionally|extremely|exceedingly|surprisingly|quite|along|up|down|in|across|off|out? well|great|nicely|smoothly|perfectly|beautifully|fine|brilliantly|flawlessly|superbly|wonderfully|reliably|splendidly|better|best|swimmingly|easily|steadily|happily|over|nice|super
      good|strong|flying|promising|great|excellent start
      it|this|that|everything|all just|finally|now|simply works|worked
      works a treat
      just works
      does what it says|should|promises|promised
      does|did the trick|job
      do|does|did exactly what|as
      delivers|delivered on|what|exactly|as|everything|ahead|early|the|more
      on|hit|hitting the nail|mark|spot
      right first time
      hit the ground|spot|mark|nail
      fits|fit like|the a? glove|bill
      ticks|ticked|tick … boxes|box
      hard work|effort|efforts paid|pays|paying
      paid|pays|paying|pay off|dividends|itself
      pay|pays|paid|paying for itself|themselves
      bearing|bears|bore|bear fruit
      looking|look|looks really|so|very|absolutely|pretty? great|good|fantastic|amazing|promising|lovely|brilliant|excellent|awesome|superb|healthy|bright|fab|stunning|beautiful|smart|sharp
      really|genuinely|truly|massively|super|very|so|extremely|incredibly|remarkably|surprisingly|wonderfully|absolutely|pretty|quite|most useful|helpful|valuable|easy|simple|clear|fast|quick|quickly|good|nice|cool|handy|solid|reliable|clever|smart|stable|impressive|professional|friendly|patient|efficient|kind|responsive|straightforward|slick|generous|strong|attentive|thoughtful|well|painless
      so|very|really|incredibly|super|extremely|dead much? easier|faster|better|quicker|simpler|smoother|clearer|nicer|calmer
      night and day
      world|worlds|world's of difference|apart|away
      makes|made|making … difference
      makes|made|making|make life|work|things|it|everything|my|our|their|us|jobs|days|planning … easier|simpler|better|faster|calmer|easy|lighter|happier
      breath|breathe again|easier|easy
      sleep|slept|sleeping well|better|again|easier|soundly|through
      weight|load|burden|stone|pressure off|lifted|is … shoulders|mind|heart|off
      heart|chest|shoulders a? lighter
      light at the end
      eyes lit|light
      lit up
      won me|us|them|him|her|over
      won|win|converted|persuaded|convinced … sceptics|skeptics|doubters|over|board|team|everyone
      even the|our|my|his|her most|biggest|oldest|old|grumpiest|toughest|staunchest? sceptics|skeptics|sceptic|skeptic|doubters|critics|grumpy|accountants|boss|cfo|lawyers|finance|auditors|auditor|doubter|hardest
      jealous|envious|envy
      buzz|buzzing
      favourable|favorable|favourably|favorably
      keep it|doing up|what|this|them|coming
      lucky|fortunate|blessed to have|with|we|you
      glad|happy|pleased|relieved|thankful we|i|you|that we|i|it|you|did|chose|picked|have|switched|listened|went|made
      did|made|took|was|is the right choice|decision|call|thing|move|step
      right choice|decision
      peace of mind
      perfect|perfectly|lovely|superb|slick|polished|elegant|delightful|joy|refreshing|remarkable
      remarkably|ace|smooth|smoothly|effortless|effortlessly|painless|painlessly|intuitive|dependable
      trustworthy|responsive|insightful|thorough|rewarding|fruitful|encouraging|promising|positive
      positively|successful|successfully|successes|triumph|uneventful|reassuring|trouble|hassle|applause
      heartening|uplifting|delight|delights|compelling|convincing|rewarding|unbeaten|meticulous
      considerate|brill|cracking|epic|fab|great
      a|real|such|absolute|pure|complete|total joy|delight|pleasure|treat|dream|doddle|breeze|blessing|relief|hit|winner|success|triumph|revelation|walkover|bargain|hero|star|gem|highlight
      like|likes|liked|liking|enjoy|enjoyed|enjoys|enjoying … it|the|how|that|this|your|what|working|using … a|very|really|lot|much|so|most|working|every|immensely
      like|likes|liked|enjoy|enjoyed|enjoys|enjoying it|how|your|using|working|what|the
      is|are|am|was|were|be|been|being|so|very|really|quite|all|feel|feeling|feels|left|remain|remains|looks|look|seem|seems|seemed|genuinely|extremely|absolutely|rather|pretty|super|totally|truly|both|now|made|makes|sounded|sounds happy|happier|pleased|satisfied|relieved|excited|enthusiastic|reassured|convinced|hooked|confident|content|jealous|inspired|smitten|sold|upbeat|cheerful|chuffed|moved|touched|thankful
      clear|fair|honest|quick|fast|prompt|friendly|patient|kind|transparent|swift|speedy|straightforward|careful|competent|solid|clean|tidy|clever|helpful|great|excellent reply|response|turnaround|help|support|fix|service|explanation|reaction|communication|delivery|pricing|advice|trainer|trainers|people|team|staff|engineers|engineer|consultant|training|reactions
      thank|thanks you? so|very|ever|a much|again|million|lot|bunch|all|everyone? for
      thank|thanks|thankful|grateful|cheers … for … quick|fast|swift|speedy|great|good|excellent|hard|brilliant|effort|efforts|fix|fixing|solving|sorting|saving|work|turning|turnaround|amazing|fantastic|thorough|support|staying|flexibility|rapid|care|extra|everything|making
      thanks to you|your
      good|great|lovely|positive|kind|nice|excellent|strong|overwhelmingly|amazing|glowing feedback|things|comments|reactions|reception|vibes|noises|impression|review|reviews
      good|great|excellent|wonderful|fantastic|happy news|report|progress|result|results|call|meeting|session|chat
      much|way|lot|noticeably|significantly|considerably|so|miles|loads|tons|markedly|visibly|infinitely|even|sooo easier|faster|better|quicker|simpler|smoother|clearer|nicer|calmer|shorter|happier|quieter|cleaner|safer|lighter|improved
      better|easier|faster|quicker|simpler|smoother|happier|calmer than before|ever|last|the|our|any|it|usual|old|what
      feels|felt|feel like|so|much|really|a|far|very|pretty|finally? home|christmas|safer|natural|lighter|heard|understood|supported|modern|light|proud
      ran|went|gone|go|came|passed|worked|coped like|off|out clockwork|well|fine
      rated|rates|scored|scores|score|gave|gives|give it|you|them|the|us|a|an? # out|stars|#|%|points|of
      word has|is|got spread|out|around
      keep up|it the|up good|great|work
      off|got|get to a flying|great|good|strong|excellent|promising start
      very|so|really|pretty|extremely good|great|nice|helpful|useful|clear|easy|clever|fast|quick|friendly|professional|pleased|happy|reliable|stable|efficient|neat|cool|solid|impressive|handy|smart|positive|constructive|well|smoothly|simple|satisfying|valuable
      best supplier|vendor|meeting|training|decision|support|system|tool|demo|workshop|money|year|month|quarter|launch|thing|partner|software|agency
      compliment|compliments|tribute
      🎉|🥳|👏|🙌|❤|😍|💪|🚀|🏆|🤩|🎊|🍾|🥂
    `,
  },
  {
    kind: 'win',
    basis: 'feeling',
    weight: 1,
    phrases: `
      good|nice|cool|boring|amazed|surprised|reliable|helpful|solid|professional|productive|valuable|sweet
      impressed|impresses|easy|easier|simple|quick|quickly|useful|handy|clever|smart|friendly|calm|calmer
      quiet|better|faster|nicer|quicker|fair|clear|warm|warmly|welcome|cheerful|happily|gladly|fun|tasty
      brill|cracking|stable|thanks|celebrate|celebrated|celebrating|cake|champagne|party|beers|enjoy
      finally|hurray|finest|fine|best|strong|stronger|healthy|content
      😊|😀|😃|😄|💯|🙂|⭐|😁|💚|💙|🔥|👌|✨|🤗|😎|😌|💐|🍰|🎂
    `,
  },
];
