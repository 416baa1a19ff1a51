import { chloe, jonas, mara, tomasz } from './team.ts';
import type { DemoClient } from './types.ts';

const donal = 'donal.keane@saltmarrow.example';
const yuki = 'yuki.hanasaki@saltmarrow.example';
const femke = 'femke.vos@saltmarrow.example';

/** Mixed: the shop sells better than ever, but the budget shrinks. */
export const saltmarrow = {
  name: 'Saltmarrow Kitchens',
  domain: 'saltmarrow.example',
  people: { [donal]: 'Dónal Keane', [yuki]: 'Yuki Hanasaki', [femke]: 'Femke Vos' },
  integrations: ['outlook', 'slack', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'saltmarrow-brief-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 132,
      at: '13:37',
      subject: 'The checkout, our problem child',
      content: `Chloé,

as promised on the phone, the brief, which is short because the problem is. Out of a hundred people who put a meal box into the basket, fifty-eight buy it. The rest get lost somewhere between the allergies and the delivery window. We have a theory for every one of the six steps and no proof for any.

I don't need it pretty, I need it to work on a phone held in one hand while the other one stirs a pot. (If it's pretty too, I won't complain.)

Cheers,
Dónal

Dónal Keane
E-commerce Director, Saltmarrow Kitchens`,
      participants: [donal, chloe],
    },
    {
      id: 'saltmarrow-workshop-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 118,
      at: '08:00',
      subject: 'Checkout workshop',
      content: `Agenda
09:00 recordings of real sessions
10:30 sketching in pairs
12:00 decision

Decisions
- Six steps become three: box, delivery, payment. Allergies move to the profile and are only confirmed.
- The delivery window is chosen first, because it's what people worry about most.
- An A/B test over four weeks, half of the traffic. Yuki owns the measurement, Jonas the implementation.

Everyone left tired and in good spirits.`,
      participants: [chloe, donal, yuki, jonas],
    },
    {
      id: 'saltmarrow-slack-1',
      integration: 'slack',
      type: 'chat',
      daysAgo: 104,
      at: '09:03',
      subject: '#saltmarrow-checkout',
      content: `Yuki: test is on! 50/50 since 9:00
Jonas: events look right on our side. basket, delivery, paid
Yuki: same here. And now we sit on our hands for four weeks
Dónal: I give it two days before I peek
Yuki: Dónal. no. statistics.
Dónal: 🙄`,
      participants: [yuki, jonas, donal],
    },
    {
      id: 'saltmarrow-results-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 76,
      at: '08:48',
      subject: 'The results are in',
      content: `Hello everyone,

four weeks, 41,212 baskets, so I dare to say it is significant:

- old checkout: 58.3% completed
- new checkout: 69.1% completed

That's almost eleven points, or +18.5% orders from the same traffic. On phones the gap is even larger. Calls to support about delivery windows went down by a third. I checked it three times because I didn't believe it.

I found nothing that got worse, apart from voucher codes, which a few people can't find (0.4%, easily fixed).

Brilliant work. Honestly the best test I've ever run.

Yuki Hanasaki
Growth, Saltmarrow Kitchens`,
      participants: [yuki, donal, chloe, jonas, mara],
    },
    {
      id: 'saltmarrow-results-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 76,
      at: '10:15',
      subject: 'Re: The results are in',
      content: `Dear Yuki,

what a wonderful mail to start a Friday with! The voucher field is my fault, I hid it a bit too well. Jonas will put it back in sight on Monday, and then we roll out to 100% if you agree.

Chloé

On Fri, Yuki Hanasaki <yuki.hanasaki@saltmarrow.example> wrote:
> I found nothing that got worse, apart from voucher codes, which a
> few people can't find (0.4%, easily fixed).`,
      participants: [chloe, yuki, donal, jonas],
    },
    {
      id: 'saltmarrow-call-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 69,
      at: '12:30',
      subject: 'What comes after the checkout',
      content: `Dónal has three wishes: let subscribers pause without calling, recommend boxes by what was cooked before, and a family plan. He would start with pausing tomorrow if it were up to him. It's no longer only up to him: the new CFO, Femke Vos, signs everything above EUR 20,000 since this month.

He asked for an offer on the pause flow with a clear saving in it. We agreed on a page, not a deck.`,
      participants: [mara, donal],
    },
    {
      id: 'saltmarrow-budget-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 62,
      at: '15:40',
      subject: 'Your rates',
      content: `Dear Ms Lindqvist,

I have recently taken over finance at Saltmarrow and am reviewing all suppliers. Your work is well spoken of here. Your day rates, however, are about 15% above those of two comparable agencies, and ingredient prices leave us little room this year.

I'd like to know what you can offer us. To be clear, this isn't a complaint about quality.

Kind regards,
Femke Vos
CFO`,
      participants: [femke, mara, donal],
    },
    {
      id: 'saltmarrow-budget-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 59,
      at: '09:28',
      subject: 'Re: Your rates',
      content: `Dear Ms Vos,

thank you for your openness. I'd rather not lower the rate, since the people you would then get are not the people who did the checkout. What I can offer:

a) A fixed price for the pause flow, EUR 38,000, so that the risk of overrun is ours.
b) A retainer of eight days a month with 8% off, for at least six months.
c) A part of the fee tied to the result: 20% are due only if calls about pausing fall by half.

I'm convinced that (c) would suit both of us. Shall we talk it over on the phone?

Kind regards,
Mara Lindqvist`,
      participants: [mara, femke, donal, tomasz],
    },
    {
      id: 'saltmarrow-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 55,
      at: '14:50',
      subject: 'Who decides at Saltmarrow',
      content: `Dónal loves us, Yuki loves us more, Femke counts. She is fair and quick, but she compares. Dónal says sales are up and margin is down, because of butter, of all things. Expect a smaller budget next quarter whatever the numbers say. Offer (c) seems to be the one she likes.`,
      participants: [mara, donal],
    },
    {
      id: 'saltmarrow-slack-2',
      integration: 'slack',
      type: 'chat',
      daysAgo: 44,
      at: '07:55',
      subject: '#saltmarrow-pause',
      content: `Yuki: Femke said yes to the pause flow!! variant c
Chloé: 🥳 when do we start?
Yuki: yesterday
Jonas: branch exists since this morning, I had a feeling
Yuki: you people`,
      participants: [yuki, chloe, jonas],
    },
    {
      id: 'saltmarrow-review-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 36,
      at: '13:00',
      subject: 'Quarterly review with finance',
      content: `Agenda: results, budget, plan for the next quarter

1. Results (Yuki): the checkout holds at 69%. That is about EUR 1.1 million more revenue a year at constant traffic. Applause, literally.
2. Budget (Femke): the external budget is cut by 30% for the next two quarters, for all suppliers. The family plan is postponed. She called the results "excellent" and the cut "not a verdict on you".
3. Plan: the pause flow goes on as agreed. Recommendations only if there is money left, which is doubtful.

Dónal was visibly unhappy with 2 and said so.

Action: Tomasz to send a smaller plan, six days a month instead of ten.`,
      participants: [mara, donal, yuki, femke, tomasz],
    },
    {
      id: 'saltmarrow-plan-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 29,
      at: '11:02',
      subject: 'Smaller plan for the next two quarters',
      content: `Dear Femke, dear Dónal,

attached is the plan with six days a month. What you keep: the pause flow, measurement, and fixes within two working days. What falls away: recommendations, the family plan, and the monthly usability test. I would urge you to keep at least every second test, they found the delivery window in the first place.

Best regards,
Tomasz`,
      participants: [tomasz, femke, donal],
    },
    {
      id: 'saltmarrow-plan-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 27,
      at: '16:20',
      subject: 'Re: Smaller plan for the next two quarters',
      content: `Tomasz,

fine by me, not happily. I'll fight for the tests in the next budget round. For what it's worth: it is absurd to cut the one thing that pays for itself, and I said that in exactly these words upstairs.

D.`,
      participants: [donal, tomasz, mara],
    },
    {
      id: 'saltmarrow-note-2',
      integration: 'manual',
      type: 'note',
      daysAgo: 22,
      at: '10:40',
      subject: 'Saltmarrow: six days a month',
      content: `Plan with six days accepted, Dónal grumbling. Pause flow is live for all subscribers since Monday, no incidents. With four days a month freed up, Chloé can start earlier at Fernwhistle. Remember to ask Femke about the late invoice.`,
      participants: [tomasz, donal],
    },
    {
      id: 'saltmarrow-call-2',
      integration: 'zoom',
      type: 'call',
      daysAgo: 15,
      at: '09:30',
      subject: 'Payment terms',
      content: `Call with Femke, 18 minutes, matter-of-fact.

She asked for 60 days instead of 30 for all invoices. Tomasz declined 60 and offered 45 if the retainer is fixed until the end of the year. She'll think it over. The last invoice is nine days late; she hadn't known and promised to release it today (it arrived the next morning).

No doubt about the work itself. She has seen the first numbers of the pause flow and finds them "encouraging".`,
      participants: [tomasz, femke],
    },
    {
      id: 'saltmarrow-record-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 6,
      at: '08:14',
      subject: 'Record week',
      content: `Hi Chloé, hi Jonas,

best week in the history of the shop, 9,480 boxes. And calls about pausing are down by 61% since the new flow went live, so your bonus is safe, I already told Femke. Subscribers who pause come back in four out of five cases, and before, those people simply cancelled.

I only wish we had the money to do the recommendations as well. Nothing new there, I'm afraid, the freeze stays for now.

Yuki`,
      participants: [yuki, chloe, jonas, mara],
    },
    {
      id: 'saltmarrow-slack-3',
      integration: 'slack',
      type: 'chat',
      daysAgo: 2,
      at: '12:41',
      subject: '#saltmarrow-pause',
      content: `Dónal: Femke accepts 45 days. Between us, she also asked what the recommendations would cost if we did them "very small"
Mara: interesting! how small is very small?
Dónal: Below 20k small
Mara: then let me see what Chloé can do with that
Chloé: I can do one thing well for that. not three
Dónal: One thing well is my favourite kind`,
      participants: [donal, mara, chloe],
    },
  ],
} satisfies DemoClient;
