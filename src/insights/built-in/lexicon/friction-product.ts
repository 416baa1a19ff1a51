import type { Family } from '../phrases.ts';

/** Faults of software, devices and goods. The notation is explained in `phrases.ts`. */
export const frictionProduct: readonly Family[] = [
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    fixed: true,
    phrases: `
      could|can|would|will|did|do|does|is|are not|never|no|longer @adv? find|load|open|sync|save|sign|log|print|scan|connect|respond|start|boot|launch|render|refresh|fit|hold|close|match|reconcile|balance|survive|last|fire|trigger|arrive|reach|cover|scale|charge|heat|turn|lock|seal|stick|register|accept|recognise|recognize|export|import|upload|download|restore|recover|display|compile|build|deploy|resolve|authenticate|verify in|out|up|on|off|half|most|any|some|our|the|my|a|an|properly|correctly|at|anything|more|all|to|even|again|since|after|with|for|when|their|one|past|every|everything|this
      will|would|does|do not let|allow me|us|them|users|anyone|people save|open|log|print|in|export|do|edit|delete|add|through|submit|upload|change|enter|finish|sign
      not|never even? last|lasting|lasts a|one|the|half|until|an|through|more single|shift|day|full|week|hour|than|morning|night
      no way to tell|see|export|search|undo|filter|delete|cancel|reach|find|contact|save|recover|get|change|turn
      is|are|was|were|been riddled|littered|full|plagued|rife|crawling|strewn with|of errors|mistakes|bugs|typos|holes|gaps|problems|issues|duplicates|defects|nonsense|faults|wrong
      riddled|littered|plagued|rife|crawling with|by
      held|holding|hold|sticking together with|by
      held together
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 3,
    phrases: `
      crash|crashes|crashed|crashing|outage|outages|blackout|blackouts|meltdown|meltdowns
      system|server|site|platform|shop|production|everything|network|app|service is|was|went|goes|are|been completely|totally|all|again? down|offline|dead|unreachable
      completely|totally|entirely down|offline|dead|unusable|unreachable
    `,
  },
  {
    kind: 'friction',
    basis: 'event',
    weight: 2,
    phrases: `
      spinner|wheel|hourglass|loader|progress … spins|spinning|round|forever|turns|stuck|endless|never|keeps|hangs
      goes|go|going|went round|around and|in
      spinning wheel
      lands|land|landing|end|ends|ended|goes|going|go|going|went|disappear|disappears up? in|into|to the? spam|junk|nirvana|nowhere|void
      in the? spam|junk
      latency|response|load|loading|queue|error|errors|memory|cpu|cost|costs|bill|bills|wait|waiting|p95|p99|failure|latencies|churn|returns|complaints|price|prices|invoice|fees|premium|rent @adv? rate|rates|usage|times|time? has|have|had? nearly|almost|more? jumped|spiked|shot|climbed|rose|ballooned|exploded|doubled|tripled|quadrupled|soared|rocketed|crept|surged|increased
      jumped|spiked|shot|ballooned|exploded|crept|rocketed|ballooning|spiking|skyrocketed|skyrocketing since|after|up|from|to|again|overnight|with
      build|builds|pipeline|pipelines|deploy|deploys|deployment|deployments|tests|test|job|jobs|check|checks|nightly|ci|sync|import … red|failing|broken|fails|failed|timing|timeout|aborts|aborted|hang|hangs|stuck|crashes|dies|stopped
      has|have|are|is been? red since|again|for|all
      gets|get|got|getting killed|stuck|logged|kicked|thrown|lost|dropped|cut|rejected|garbled|truncated|corrupted|throttled|blocked|stranded|bounced|ignored
      logged|kicked|thrown|signed|booted out every|constantly|again|in|after|all|mid|of|at|while
      memory leak|leaks|climbs|grows|exhausted
      out of memory|disk|stock|order|sync|date|warranty|paper|gas
      every|each|any|with new|single|time release|update|upgrade|patch|version|deploy|build|change|deployment|sprint … break|breaks|broke|regression|something|new|bug|worse|introduces|fails|another
      seems to break|fail|crash|hang|forget|lose|ignore
      silently drops|ignores|loses|skips|swallows|discards|overwrites|truncates|dropped|failed|ignored
      break|breaks|breaking|broke something|things|everything|half|our|the|other|existing
      sound|audio|video|picture|line|signal|connection|wifi|internet|power|call|calls|stream|feed|heating|image|network|light|lights|screen|screens … cut|cuts|drop|drops|dropped|dropping|flickers|freezes|goes|dies|fades|lags|stutters|crackles|went|froze|keeps|flicker out|off|every|whenever|again|in|all|dead|black|constantly|mid|several|at|when
      cut|cuts|cutting|dropping|drops|dropped out|off whenever|every|when|all|mid|constantly|during|after|halfway
      installer|import|export|upload|download|job|script|sync|update|backup|checkout|payment|payments|login|form|scanner|printer … aborts|aborted|abort|stops|stuck|dies|fails|failing|rejects|chokes|quits|halts|bombs|errors|crashes|declined|hangs|broke
      half|most|some|many|several|all|both|none|#|a lot|few of? our|the|my|these|their|your @people|stores|tills|sensors|sites|screens|gates|scanners|machines|devices|pages|links|rooms|buses|cameras|pumps|tablets|units|lamps|doors|meters|radios are|is|were|was|have|went|go|stay|been|still|not|being gone|offline|down|dark|dead|broken|out|unusable|cold|faulty|defective|leaking|damaged|missing|late|wrong|silent|blank
      paint|plaster|tiles|coating|label|labels|glue|wallpaper|veneer|lining|seal|seals|varnish|roof|pipe|pipes|tap|hinge|hinges|seam|seams|zip|handle|handles|wheel|wheels … peeling|peels|flaking|cracking|cracked|coming|came|fell|falling|leaks|leaking|dripping|broke|broken|loose|snapped|fell|perished|worn|bubbling|blistering|lifting|splitting|tore
      peeling|flaking off|after|already|again|from
      smelled|smells|smelt|stank|stinks|reeked|reeks|stink
      lukewarm|undercooked|burnt|overcooked|soggy|stale|mouldy|moldy|rotten|bruised|wilted|frost|frosted|frozen|withered|crushed|dented|soaked|sour|rancid again|on|bitten|when|in|at|by|through|and
      frost bitten|damaged
      frostbitten|wilted|bruised|mouldy|rancid|limp|overripe|unripe
      came|arrived|arrive|delivered|comes|arrives|shipped|turned|sent … without|missing|unlabelled|unlabeled|incomplete|empty|broken|crushed|bruised|scratched|wilted|unsealed|opened|smashed|dented|torn|lukewarm|cold|stale|dirty|unmarked|dead|faulty|late|soggy
      sat|sitting|sit|stood|standing|left|lay idle|about|twiddling
      idle for|all|because|while|since|half
      visible|accessible|shown|exposed|readable|open|sent|leaked|disclosed to other|everyone|anyone|the|all|strangers|others|everybody|third customers|public|parents|patients|clients|world|web|web|tenants|companies|wrong|party|parties|users
      was|were|is|are visible|accessible|exposed to|for|on
      wiped|wipes|wiping|erased|nuked|trashed|clobbered|overwrote|obliterated our|the|all|my|everything|every|half|out|custom
      takes|take|took|need|needs|requires|costs us? # clicks|steps|screens|attempts|tries|reboots|logins|calls|people|minutes|hours to|where|per|for|before|just|now|every|a
      # clicks|steps|screens|attempts|tries to|for|instead|before|just|until
      # clicks
      workaround … takes|costs|hours|tedious|manual|work|still|painful|eats|every|not
      flying blind
      blind … because|since|without|until
      data|figures|numbers|totals|stock|report|reports|dashboard|map|times|prices|records|entries|balances is|are|was|were|look|looks|come|comes|seem|seems|still? stale|off|wrong|incomplete|out|inconsistent|inaccurate|unreliable|nonsense|garbage|empty|old|messed|skewed|rubbish|missing|scrambled|mixed|way|useless|useless
      off by #
      stale data|bread|prices|cache
      docs|documentation|manual|guide|instructions is|are|was|were|being out|outdated|wrong|missing|useless|incomplete|nonexistent|confusing|in|stale|thin|poor|unreadable|old
      wrong|spanish|german|italian|french|chinese|outdated|old manual|version|language|size|colour|color|model|part|parts|file|template|form|contract|cable|cables|plug|adapter|key|keys instead|again|was|were|and|,
      instead of the|our|my|what|a … ordered|one|ones|english|promised|agreed|usual|new|correct|right
      does not|never hold|seal|close|fit|drain|heat|cool|rinse|stay|shut|turn|lock|charge
      do not hold|seal|close|fit|drain|heat|stay|shut|lock|charge
      rattling|rattles|squeaks|squeaking|grinding|screeching|vibrates|hums|humming|overheating|overheats|sparks|sparking|smoking|leaking|dripping
      draughty|drafty|damp|mould|mold|mildew|rust|rusting|rusted|cockroaches|mice|flies|hair|glass in|on|behind|under|after|everywhere
      bitten
      recall|recalled|recalling the|our|all|#|two|batch|batches
      regress|regressed|regression|regressions since|in|again|after
      fails|fail|failing|failed silently|intermittently|randomly|sporadically|constantly|repeatedly|every|again|on|to|at|for
      randomly|constantly|repeatedly|sporadically|intermittently crashes|logs|drops|fails|freezes|restarts|disconnects|loses|reboots|changes|deletes|closes|down|offline|failing|crashing
      data loss|corruption|leak|breach
      single point of failure
      sev|severity|p # incident|outage|again|for
      war room
      rolled|rolling|roll back the|to|our|again|twice|because
      throttled|throttling|ratelimited|capped|blacklisted|blocklisted
      certificate|cert|domain|licence|license|password expired|lapsed|ran again|without|over|on|and
      double entries|entry|records|bookings|mails|charges|invoices
      ghost|phantom|duplicate bookings|orders|entries|tickets|users|mails|emails|invoices|records|charges|alerts|calls|stock
      false positives|alarms|alerts
      alert|alerts fatigue|storm
      spam us|me|our|them|everyone|users
      search|filter|filters|sorting|sort … ignores|useless|broken|nothing|wrong|irrelevant|finds|returns|slow|hopeless
      too|so small|tiny|bright|dark|loud|heavy|faint to|for to? read|people|users|older|use|carry|anyone|hear|gloves|our|see
      worse|weaker|slower|shakier|buggier|clunkier|harder|uglier|noisier|dearer|pricier than|since|every|each|by before|the|ever|it|what|old|last|day|week|month
      step|steps|leap backwards|backward|back from
      downgrade from|in|,
      not production|enterprise|market|demo ready|grade|worthy
      half baked|finished|done|cooked|working|empty
      beta quality|software|at|stage
      hacky|kludgy|brittle|fragile|creaking|creaky|shonky|ropey|dodgy|iffy|patchy|flakey|borked|bugged|wonky|busted|knackered|kaput|fubar|hosed|janky|screwed|stuffed
      keels|keeled|conked|conks|packed|packs|gave|gives|grinds|ground|came over|out|in|up|to again|every|when|under|the|halt|a|standstill|on|whenever
      grinds|ground|came|come|comes|coming|brought to a? halt|standstill|stop|crawl
      slow|slows|slowed|slowing to a crawl
      at|to a crawl|snail
      like|as slow|watching paint|treacle|molasses
    `,
  },
];
