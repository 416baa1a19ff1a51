import { chloe, jonas, mara, tomasz } from './team.ts';
import type { DemoClient } from './types.ts';

const priya = 'priya.raman@globex.example';
const soren = 'soren.dahl@globex.example';

/** Thriving: a launch that went well, a renewal signed, a second product begun, a referral. */
export const globex = {
  name: 'Globex Freight',
  domain: 'globex.example',
  people: { [priya]: 'Priya Raman', [soren]: 'Søren Dahl' },
  integrations: ['gmail', 'slack', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'globex-portal-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 147,
      at: '08:12',
      subject: 'Carrier portal: prototype approved',
      content: `Hi Chloé, hi Mara,

we put the clickable prototype in front of eleven carriers yesterday and nine of them booked a slot without a single hint from us. The two who got stuck both looked for the button at the bottom of the page, so maybe that is worth a second look.

Consider it approved from our side. Søren has seen it too and only said "when can I have it", which from him is high praise.

Best,
Priya

Priya Raman
Head of Digital, Globex Freight`,
      participants: [priya, chloe, mara],
    },
    {
      id: 'globex-slack-1',
      integration: 'slack',
      type: 'chat',
      daysAgo: 140,
      at: '09:31',
      subject: '#globex-portal',
      content: `Jonas: morning! do dock slots ever overlap, or can we treat them as exclusive?
Priya: exclusive, except Hamburg gate 4. Don't ask 😅
Jonas: ha. so one gate with a capacity of two?
Priya: exactly. I'll send you the gate list in ten minutes
Priya: sent
Jonas: that was four minutes. thank you!`,
      participants: [jonas, priya],
    },
    {
      id: 'globex-demo-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 133,
      at: '13:00',
      subject: 'Sprint demo: slot booking',
      content: `Summary of the call (38 minutes)

Jonas showed the slot booking end to end with real data from the Rotterdam depot. Priya tried it on her phone while we talked and it held up. Søren joined for the last ten minutes.

- Capacity of two at Hamburg gate 4 works.
- The e-mail confirmation is accepted as it is. They'd like the gate number in the subject line.
- No blockers. The go-live date stays.

Priya's closing words: "I can't fault it, and I did try."`,
      participants: [jonas, priya, soren, mara],
    },
    {
      id: 'globex-slack-2',
      integration: 'slack',
      type: 'chat',
      daysAgo: 114,
      at: '07:48',
      subject: '#globex-portal',
      content: `Jonas: open to all carriers since 07:30. 64 bookings so far, no errors
Priya: 64?! On a normal Tuesday we'd have taken maybe 20 calls by now
Søren: The desk is strangely quiet. I like it.
Chloé: 🎉
Priya: 🎉🎉 cake is on me next time you're in Hamburg`,
      participants: [jonas, priya, soren, chloe],
    },
    {
      id: 'globex-launch-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 112,
      at: '15:20',
      subject: 'First numbers, and a big thank you',
      content: `Hi all,

three days in, so take this with the usual pinch of salt: 81% of all slots are now booked in the portal, the average booking takes 52 seconds, and the dispatch desk has had its first afternoon without overtime in months. One carrier wrote to ask whether we could "make the customs people use this too".

I have worked with a few agencies over the years and this is the first launch where I went home on time. Thank you, really. You listened, you said no when no was the right answer, and you delivered on the day you named.

Priya`,
      participants: [priya, mara, jonas, chloe],
    },
    {
      id: 'globex-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 105,
      at: '11:40',
      subject: 'Lunch with Søren',
      content: `Met Søren in Hamburg. Relaxed, proud of the portal, showed it to the people at the next table. He hinted that the warehouse teams are jealous and that there is money left for something in the second half of the year. I didn't push. To do: have an idea ready before the quarterly review.`,
      participants: [mara, soren],
    },
    {
      id: 'globex-review-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 91,
      at: '12:00',
      subject: 'Quarterly review',
      content: `Agenda
1. Numbers since launch
2. Support requests
3. What next

Outcome
1. 88% of slots booked online. Waiting time at the gates is down from 47 to 29 minutes on average. Globex will publish this in its annual report.
2. Fourteen support requests, each answered the same day and closed.
3. The support contract runs out in about two months. Both sides would like to continue. Priya asked for a sketch of how the warehouse teams could use the same booking data. Chloé to bring something visual, not a slide deck.`,
      participants: [mara, priya, soren, chloe],
    },
    {
      id: 'globex-label-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 77,
      at: '08:02',
      subject: 'Labels print sideways in Gdynia',
      content: `Morning Jonas,

small one: since last night the gate labels in Gdynia come out rotated by 90 degrees. It's not urgent, people are just tilting their heads.

P.`,
      participants: [priya, jonas],
    },
    {
      id: 'globex-label-2',
      integration: 'gmail',
      type: 'email',
      daysAgo: 77,
      at: '09:26',
      subject: 'Re: Labels print sideways in Gdynia',
      content: `Hi Priya,

found it, fixed it, and it's live. A driver update on their print server turned the default orientation around; we now set it ourselves and no longer trust the default. No other depot is affected, I checked all nine.

Heads may return to the upright position.

Jonas

On Thu, Priya Raman <priya.raman@globex.example> wrote:
> small one: since last night the gate labels in Gdynia come out
> rotated by 90 degrees. It's not urgent, people are just tilting
> their heads.`,
      participants: [jonas, priya],
    },
    {
      id: 'globex-renewal-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 63,
      at: '14:30',
      subject: 'Renewal and the warehouse idea',
      content: `Call with Søren and Priya, 25 minutes.

Søren wants to renew for two years instead of one, on the condition that Jonas stays the named engineer. He has no problem with the price adjustment ("that's fair, you earned it"). Chloé's sketch of the warehouse board was shown and landed very well; Priya has already pinned it up in the depot.

Next: proposal for the renewal plus phase one of the warehouse board, in one document, in two weeks.`,
      participants: [mara, soren, priya],
    },
    {
      id: 'globex-renewal-2',
      integration: 'gmail',
      type: 'email',
      daysAgo: 49,
      at: '09:00',
      subject: 'Proposal: support for two years, and the warehouse board',
      content: `Dear Søren, dear Priya,

attached you will find the proposal we spoke about. The essentials:

- Support and small improvements of the carrier portal for 24 months, EUR 6,200 a month, with Jonas as the named engineer and Chloé for design.
- Warehouse board, phase one: four depots, fixed price of EUR 84,000, eleven weeks.
- You can end phase one after week four, paying only for what was done by then. We would rather earn the rest.

Tomasz is happy to walk your procurement colleagues through the terms.

Kind regards,
Mara Lindqvist
Northwind Studio`,
      participants: [mara, soren, priya, tomasz],
    },
    {
      id: 'globex-renewal-3',
      integration: 'gmail',
      type: 'email',
      daysAgo: 48,
      at: '07:35',
      subject: 'Re: Proposal: support for two years, and the warehouse board',
      content: `Mara,

read it last night. Clear, fair, no surprises. One wish: can Gdynia be among the four depots? They have been such good sports about the labels.

Legal needs about ten days, but you can plan with us.

Søren

On Thu, Mara Lindqvist <mara.lindqvist@northwind-studio.example> wrote:
> - Warehouse board, phase one: four depots, fixed price of EUR 84,000,
>   eleven weeks.
> - You can end phase one after week four, paying only for what was
>   done by then. We would rather earn the rest.`,
      participants: [soren, mara, priya],
    },
    {
      id: 'globex-renewal-4',
      integration: 'gmail',
      type: 'email',
      daysAgo: 35,
      at: '13:44',
      subject: 'Signed!',
      content: `Both contracts are signed and on their way to Tomasz. Two more years, and a new toy for the warehouses. We're delighted.

Priya`,
      participants: [priya, mara, tomasz],
    },
    {
      id: 'globex-board-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 21,
      at: '08:00',
      subject: 'Warehouse board: kick-off in Hamburg',
      content: `Agenda: people, depots, first two weeks, risks.

Notes
- Depots: Hamburg, Rotterdam, Aarhus, Gdynia.
- Each depot names one shift lead as its voice. Three of the four were in the room and had brought their own lists, which saved us a week of interviews.
- Risk: the handheld scanners in Aarhus are old. Globex IT replaces them anyway this quarter, so it is not a blocker.
- First clickable version in three weeks.

Decision: the board shows the next six hours and nothing else. Priya: "If it fits on one screen, they will use it."

There was cake.`,
      participants: [chloe, priya, soren, jonas, mara],
    },
    {
      id: 'globex-note-2',
      integration: 'manual',
      type: 'note',
      daysAgo: 20,
      at: '09:15',
      subject: 'Hamburg, the day after',
      content: `Three shift leads with handwritten lists, that says it all. Nobody over there thinks of us as suppliers any more. Only watch out for the hours of Jonas: portal support plus the board is a full week, and his name is in the contract.`,
      participants: [mara, priya],
    },
    {
      id: 'globex-slack-3',
      integration: 'slack',
      type: 'chat',
      daysAgo: 9,
      at: '10:17',
      subject: '#globex-warehouse',
      content: `Chloé: new build is up. six hours, one screen, big letters
Priya: Just showed it to Agnieszka in Gdynia. Quote: "finally someone who knows we wear gloves"
Chloé: that made my week ❤️
Priya: She has one question, can the colours be told apart under the yellow lamps?
Chloé: good one. I'll test it with a yellow filter today and send photos`,
      participants: [chloe, priya],
    },
    {
      id: 'globex-referral-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 2,
      at: '11:09',
      subject: 'Somebody you should meet',
      content: `Hi Mara,

I was on a panel last week and told the story of the portal, waiting times and all. Afterwards the operations director of a clinic group asked for your name: Orrisby Clinics, they struggle with room bookings. I said you were the best partner we have had and that they should hurry before we book you out completely.

Shall I introduce you? And yes, you may use our numbers for a case study, Søren agreed this morning.

Priya`,
      participants: [priya, mara],
    },
  ],
} satisfies DemoClient;
