import type { Family } from '../phrases.ts';

/** Signatures, renewals, expansions, approvals and referrals. The notation is explained in `phrases.ts`. */
export const winAgreements: readonly Family[] = [
  {
    kind: 'win',
    basis: 'event',
    weight: 3,
    phrases: `
      signed|countersigned|cosigned|… contract|contracts|agreement|renewal|order|paper|papers|deal|extension|amendment|offer|quote|msa|sow|statement|proposal|copy|yesterday|today|off
      contract|contracts|agreement|renewal|order|paperwork|deal|papers|extension|amendment|sow|msa|quote|dpa … signed|countersigned|sealed|closed|won|approved|executed|inked
      signing|inking … today|tomorrow|contract|renewal|agreement
      we|they|i|he|she have|has|just|finally|both? signed|inked|sealed|closed
      renewed|renewing|extended|extending|prolonged|re-signed|renews|extends … contract|subscription|licence|license|agreement|support|partnership|us|you|year|years|months|early|it|term|retainer|collaboration
      renewed|prolonged
      renewal|extension is|was|has|are been? confirmed|approved|through|done|agreed|settled|in|waved|final|complete
      continue|stay|go|carry|keep with|on working? you|us|together|ahead
      for another|two|a|# further|more|second|third? # year|years|term
      another|second|further # year|years|term
      purchase order|orders … attached|approved|issued|sent|signed|through|on|raised|follows
      po|order … attached|approved|issued|raised
      # more|additional|extra|further|new seats|licences|licenses|users|branches|stores|sites|locations|modules|accounts|schools|depots|clinics|wards
      expand~|extend~|roll~|rolling|rollout|scale~|broaden~ … other|more|all|rest|remaining|entire|whole|second|across|company|group|every|# sites|site|stores|branches|departments|teams|team|countries|country|depots|locations|wards|schools|clinics|offices|units|regions|groups|plants|warehouses|markets|hospitals|wide|department|of|world
      roll|rolling|rolled … out … to all|every|the
      second|third|next|another phase|product|module|project|site approved|begun|agreed|ordered|confirmed|booked
      want|wants|wanted|asked|asking|would like|love|keen … it|same|one|this|them|in too|as well|themselves|also
      green light|lighted|lit
      greenlit|greenlighted
      thumbs up|green from … board|management|legal|procurement|committee|trustees|finance|council
      signed off|it off
      sign off|signoff from|came|received|given|is
      approved|accepted|agreed|passed|adopted|endorsed … unanimously|without|vote|board|everyone|trustees|council|committee|first|as|budget
      unanimous|unanimously
      yes from|to legal|board|finance|procurement|the
      we choose|chose|picked|selected|went|decided you|for|your|with
      won|win|winning|awarded|scooped|landed … award|tender|contract|prize|bid|deal|customer|customers|client|clients|business
      award|prize for
      shortlisted for
      passed|pass|passing|gave|gives|handed|given|forwarded|mentioned|dropped|put … your name|number|details|card|contact|contacts
      spoke|speaks|spoken|talk|talked highly|warmly|well of|about
      case study|studies … agreed|happy|yes|use|may|sure|fine|approved
      reference|testimonial|quote|case … happy|gladly|glad|fine|delighted|agreed|may
      five|# star|stars review|rating
      would|will|like|love|want|wants|wanted|happy|keen|glad|ready|decided|agreed|need|plan|plans|able|going to also|indeed|now? renew|extend|prolong|order|buy|purchase|double|expand|upgrade|continue|stay|keep|sign|add|increase|go|proceed|book|roll … seats|licences|licenses|year|years|contract|term|module|you|plan|users|ahead|subscription|agreement|phase|sites|branches|package|order|more|another|good|it|out|everywhere|retainer|rest
      would|love|like|want|wants to renew|prolong|extend|expand
      would like|love to have the same|one|it
      have the same one|thing|dashboard|setup|for
      see|have|want|wants|get it|one|that|this|same … too|themselves|everywhere|for good
      want|wants|wanted|asked|ask|asks|asking|wish … keep|have it|the|using … after|for good|pilot|permanently
      keep|keeping|kept it for good
      want|wants in
      ordering|order|ordered|buying|rolling … whole|all|rest|every|entire|other … hospital|school|company|group|sites|fleet|house|branches|organisation|depots|department|stores
      prolong|prolongs|prolonging … contract|agreement|subscription|months|years|#
      stay|staying|stick|sticking|stuck|continue|remain|remaining with you|us
      with|commit|committed|committing you|us? for another|#|two|the # years|months|next
      here to stay
      deal is|was? done|closed|on|signed
      done deal
      it is a deal
      said|say|says|saying|voted yes
      put you|us in touch
      introduce|introducing you|us to
      expect|get a|an? email|call|mail|message from her|him|them|my|our|their
      passed|passing|pass|gave|given|giving your|on name|number|details|on
      use|quote|publish our|us numbers|name|logo|figures|as
      heard about|of it|you|your|this|us from|through
      heard about|of you|your|it|us
      press|newspaper|journal|magazine|radio|tv picked|mentioned|featured|praised|wrote
      asks|asked|asking for a demo|brochure|quote
      client|customer|customers|users|they|he|she|guest|guests|patients|parents|teachers|drivers|members confirm|confirmed|confirms|report|reported … stable|working|works|fixed|solved|fine|happy|good|smoother|faster
      signed … for another|more|#|the
      trustees|board|committee|council|partners|management … extend|renew|continue
      signed|countersigned copy|and|attached|yesterday|version back|attached|returned|posted|on|sealed|sent|today
      countersigned
      more|very|really|only? happy|glad|delighted|willing|pleased|gladly to? be|act|serve|give|provide|speak|recommend|vouch|write … reference|testimonial|case|recommend|conference|panel|review|recommendation|webinar
      as a reference
      be your reference
      added|add|adding|ordered|order|ordering|bought|buy|take|taking|need|purchased|book|booked|want|wants … # … seats|licences|licenses|users|modules|sites|stores|depots|seat|licence|places|units|branches|locations|devices|boxes|sensors|accounts|tablets|scanners|more
      board|council|committee|trustees|management|director|directors|ceo|cfo|boss|headteacher|governors|partners|procurement|steering|md|owner|minister|chair|leadership|regulator|ministry|works … approved|agreed|loved|impressed|backs|backed|nodded|accepted|delighted|smiled|endorsed|signed|blessing|yes|convinced|applauded|praised|happy
      budget|funding|money|proposal|offer|request|business|case|investment|it|design|designs|phase|contract|release|extension|grant|application has|have|is|was|got|been|were|are just|finally|now|already|unanimously|fully|formally|been? approved|agreed|secured|granted|accepted|confirmed|ratified|doubled
      told|tell … colleague|colleagues|peers|friend|friends|everyone|association about|how … you|your|it
      asked|asks|asking for|who your|built|made name|number|contact|details|it|this|our
      when can|could|will they|she|he|others|my|our … have|get it|one|that|them
      go|went ahead from|with|given|for
      got|went|came|sailed|passed … through by|at|with the? board|committee|council|legal|procurement|parliament|assembly|trustees|first|no|flying
      recommended|recommending|referred|recommends|recommend|referring|vouched|vouch … you|your
      recommended|recommending|introduced|introduce you|your
      approved from|on|by our|my|us side|end
      consider it|this|us approved|done|signed|settled|accepted|in
      ready|good to sign
      po|order|paperwork|contract|signature|signatures|agreement is|are on its|their|the way
      po number is|follows|below|attached
      invoice|invoices|deposit … paid|went in|out full|early|advance|already|today|this
      paid in full|advance|early
      paid upfront
      lock in the|our|#|another|two
      multi year deal|contract|agreement|term
      upgrade|upgraded|upgrading|moving|move|moved|switch to|us enterprise|premium|pro|business|higher|bigger|larger|annual
      bigger|larger|higher plan|package|tier
      sent|send|sending|given|passed … your details|name|number|contact|card to|on|along
      spread|spreading the word
      posted|wrote about you
      quote me
      case study|reference … happy|gladly|sure|yes|agreed|fine
      use our logo|name|numbers|quote
      ink is
      wins|win|won us|me|them? the|a|an|new tender|contract|award|grant|funding|customer|deal|pitch
      landed us|the|a
      secured … funding|grant|budget|contract|deal|extension|slot
      extension|extended the|our pilot|trial|contract
      pilot … permanent|extended|full|rollout|company
      permanent customer|contract|licence
      all|every users|sites|data|stores|depots|branches … migrated|moved|live|over|onboarded|trained
      switched|turned off the old
      decommissioned
      commit|committed to another|#|the|a
      no brainer
      asked|asks|asking|want|wants|volunteered|begging|hoping to be next|first|included|part
      be next
      put … name|you forward for
      name forward
      voted|vote|votes|voting for|in|to … you|favour|favor|continue|keep|extend|carry
      standardise|standardize|standardising|standardizing on|with you|your
      going with you|your
      told … should|to talk|call|speak|write|get to|with|in you
      should|must talk|speak|call to|with? you
      your proposal|offer|bid|pitch|design|draft … won|chosen|accepted|highest|best|first|selected|convinced|preferred|approved
      highest|top|best score|mark|ranking|rating
      upped|increased|raised our|the order|orders|volume|budget|commitment|retainer
      came through|good
      funded
      two|# new … joined
      sold out
      acceptance protocol|certificate|form … signed
      signed the acceptance|contract|agreement|renewal|extension|order|protocol|papers|deal
      verbal|firm commit|commitment|yes|agreement|approval|ok
      signed off by
      extension|renewal for # |another|two|three years|months
      prepare|send|draw|make … extension|renewal|contract|order|quote … for … # |years|more|whole|all|group
      asked|asks|asking|want|wants for a|the price|quote|offer|proposal … whole|all|group|rest|more|entire|every|another
      for the whole|entire group|company|fleet|hospital|network|organisation|chain
      logo|quote|case|reference|name approved|agreed|cleared
      credits|credit|credited us|you for|with
      promoted … thanks|because|credits|for
      opposing|rival|other … asked us|what|who … use
      asked us what|who
      opened|started|began the|our meeting|qbr|call|session by saying|with praise
      release|releasing|released the|last|final last|final|remaining payment|payments|retention
      take|takes|took|taking … over … release|accept|pay
      holdout|holdouts|laggard|laggards|straggler
      you won|win|got|have the|our|this job|contract|tender|business|deal|bid|order|pitch
      asked|asks|wants|asking|wanted|ordered for? the|a same system|thing|setup|one|tool|solution|app|service
      only|sole|exclusive|trusted supplier|partner|vendor|provider|agency
      gave|given|give|gives their|its|his|her|the blessing|okay|ok|nod|approval
      nothing|nobody stands in the|our way
      asked|asks|asking|ask|wonder|wondered who|which … installed|built|made|designed|supplies|supplied|developed|did
      extended|prolonged|renewed|signed the|our|a frame|framework|service|maintenance|support|licence|rental|lease contract|agreement|until|deal
      until 2027|#
      volunteered to
      # th? customer|user|member|order|booking … today|onboarded|joined|signed
      speak at your|our|the user|conference|event|group|summit|webinar
      back for more
      completed|finished the? onboarding|migration|rollout|training|transition|integration|implementation|pilot
      recommended your product|service|services|team|company|software|tool … to
      voted|vote|decided|spoke … in favour|favor of
      upgrade|upgraded|upgrading … plan|tier|package|enterprise|premium|subscription|licence|account
      nodded|waved|sailed it|the|straight? through
      renewal|proposal|budget|offer|contract|application|bid|request|grant|extension … went|got|came|gone through
      would|will like|love to expand|extend|renew|upgrade|order|double
      copied|adopted|adopting|copy your|our|the template|approach|setup|system|idea|model|way
      good to roll|go
      for the long haul
      in|here for the long
      taken|take|taking|exercise|exercised|exercising up? the|our option
      go out for signature
      no further|more|other remarks|comments|changes|questions|objections|redlines
      biggest|strongest|loudest|best|great advocate|fan|ambassador|supporter|champion internally|now|of|for|in|is|,
      introduced me|us|you to … wants|demo|head|arm|interested
      wants a demo
      we approve
      credit line … extended
      wants|want the|your … in all|every|#
      thanked us|you on|in|publicly|by|personally
      closed at # %
      intro|introduction after|to|,
      asked for an intro|introduction
      coming|joining onto|on to our contract|plan|account
      on our contract as well|too
      converted to the|a full|paid|annual|permanent
      has|have recommended us|you to
      introduced us|you|me to her|his|their|the counterpart|head|colleague|colleagues|peers|network|sister
      want|wants|wanted to use our|your|the|us … as example|the|model|template|blueprint|reference
      as the|an|a example|model|blueprint|benchmark|showcase for
      happily talk|speak|recommend|refer … prospect|prospects|customers|others|to
      add … to the contract
      want|wants it as well|too
      saw|seen|see ours|yours|it|our and|, want|wants|asked
      mentioned|praised|named you on stage|in|at|by
      be in touch to buy|order
      we keep it|them
      where do we pay
      docusign|signature|signatures completed|complete|done|received|in
      completed by both
      original is in|on
      signed and scanned|sealed|returned|sent|dated
      budget is released|there|approved|secured
      send … order form
      order form for
      year two|three|four|# together
      po for the
      got the po|signature|contract|order|go
    `,
  },
];
