import type { Family } from '../phrases.ts';

/** Praise, satisfaction and relief. The notation is explained in `phrases.ts`. */
export const winFeelings: readonly Family[] = [
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
      heartening|uplifting|delight|delights|compelling|convincing|rewarding|unbeaten|meticulous|brill
      cracking|epic|fab|great
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
      hyped|stoked|psyched|respect ,
      , respect
      hyped|stoked|psyched|bravo|chapeau|props|kudos|shoutout
      only praise
      can|could|must only|just|really praise|recommend|thank
      smooth as
      how easy|simple|quick|fast|smooth|well
      nps|csat|rating|score|feedback … # … comment|saying|promoter
      like ducks to
      frankly|simply|just|absolutely|truly bowled|brilliant|superb|delighted
      live without
      is|are|so|straight|pure fire|lit|dope|gold|rad|magic
      too weak a
      is too weak
      straight away
      best since|so|of|by|in|that|this|month|ever
      delighted is
      a word … uses|use
      exemplary|lifesaver|lifesavers
      pinch me|myself
      even the|our … likes|loves|smiled|nodded|agrees|uses|approves
      happy|happier|happiest|pleased|satisfied|glad|content|relieved|excited|enthusiastic|thankful|comfortable|reassured|convinced|confident|keen|hooked with|about|that|by|it|how|customers
      i|we|they|she|he|people|users|team|staff|customers|everyone|kids|guests really|also|quite|all|both|do? like|liked|enjoy|enjoyed it|the|how|this|that|your|what|working|using
      likes|liked|enjoyed|enjoys it|the|how|your|this|what|working|using
      swear|swears|swore by
      sold|hooked|keen on
      transformed|revolutionised|revolutionized|turbocharged|rescued|flagship|showcase|unstoppable
      unbeatable|thriving|flourishing|booming|blossoming|soaring|sparkling|gem
      lease of life
      proof of the
      @people @adv? love|loves|adore|adores|praise|praises|rave|raves|enjoy|enjoys|appreciate|appreciates|prefer|prefers|welcome|welcomed|applaud|applauded|embrace|embraced it|the|this|how|about|that|them|your|every|working|using
      @people are|is|were|was|look|looks|seem|leave|left @adv? happy|happier|delighted|thrilled|enthusiastic|excited|relieved|pleased|satisfied|smiling|grateful|impressed|hooked|motivated|calmer|proud|relaxed
      that is service
      color|colour me impressed
      good words|word for
      appreciate the|your quick|fast
      got our|my|their … back
      brillaint|briliant|amzing|excelent|awsome|gr8|fab|luv|thx so|for
      honestly never believed|thought|expected
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
