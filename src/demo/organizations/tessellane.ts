import { chloe, jonas, mara, tomasz } from './team.ts';
import { escalationTranscript } from './tessellane-transcript.ts';
import type { DemoClient } from './types.ts';

const annika = 'annika.brandt@tessellane.example';
const gerald = 'gerald.oyelaran@tessellane.example';
const ruth = 'ruth.castellanos@tessellane.example';

/** At risk: milestones missed twice, an invoice disputed, an escalation, and a tone that has gone cold. */
export const tessellane = {
  name: 'Tessellane Mutual',
  domain: 'tessellane.example',
  people: { [annika]: 'Annika Brandt', [gerald]: 'Gerald Oyelaran', [ruth]: 'Ruth Castellanos' },
  integrations: ['outlook', 'slack', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'tessellane-start-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 146,
      at: '09:40',
      subject: 'Looking forward to it',
      content: `Dear Mara,

the contract came back from legal this morning, so nothing stands in the way of next week. The whole claims team is curious about the app; some of them have been asking for it for three years. I'm very much looking forward to working with you.

One thing you should know about us: our members find out about dates from our newsletter, so once a date is printed it is hard to move.

With kind regards,
Annika Brandt
Head of Claims, Tessellane Mutual`,
      participants: [annika, mara],
    },
    {
      id: 'tessellane-kickoff-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 139,
      at: '08:30',
      subject: 'Claims app: kick-off',
      content: `Agenda
- Scope of the first release
- Milestones
- Access to the policy system

Outcome
- First release: report a claim, upload photos, follow the state. Chat with an adjuster comes later.
- M1 designs in four weeks, M2 beta in week six, M3 in the stores in week twelve.
- Gerald organises access to the test system. He expects it to take two weeks at most.
- Status by e-mail every second Friday.

Good atmosphere. Annika brought printed examples of real claims, which helped a lot.`,
      participants: [mara, annika, gerald, jonas, chloe],
    },
    {
      id: 'tessellane-slack-1',
      integration: 'slack',
      type: 'chat',
      daysAgo: 118,
      at: '08:55',
      subject: '#tessellane-claims',
      content: `Jonas: hi Gerald, any news on the test system? without it we're building against guesses
Gerald: Still with our security people. I have chased them twice.
Jonas: understood. we can go on with the photo upload for now, but next week it starts to cost us days
Gerald: Noted. I'll escalate on my side.`,
      participants: [jonas, gerald],
    },
    {
      id: 'tessellane-m2-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 98,
      at: '14:10',
      subject: 'Milestone 2 moves by one week',
      content: `Dear Gerald, dear Annika,

I have to tell you that the beta will not be ready tomorrow. We got access to the test system eight days later than planned and we underestimated how differently older policies are stored. Both together cost us a week. The new date for the beta is Friday next week.

The date in the stores is not affected as things stand today. I'm sorry about the short notice, we should have warned you on Monday.

Best regards,
Tomasz Wójcik
Delivery, Northwind Studio`,
      participants: [tomasz, gerald, annika, mara],
    },
    {
      id: 'tessellane-m2-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 97,
      at: '07:58',
      subject: 'Re: Milestone 2 moves by one week',
      content: `Tomasz,

thank you for being open about it. I accept our part in the delay. Still, hearing it the day before is disappointing, I had testers booked for Friday and now have to explain to fourteen people why they are not needed.

Please make sure the new date holds.

Gerald

On Thu, Tomasz Wójcik <tomasz.wojcik@northwind-studio.example> wrote:
> The new date for the beta is Friday next week.
>
> The date in the stores is not affected as things stand today.`,
      participants: [gerald, tomasz, annika],
    },
    {
      id: 'tessellane-status-1',
      integration: 'zoom',
      type: 'meeting',
      daysAgo: 84,
      at: '12:00',
      subject: 'Beta: state of things',
      content: `Present: Annika, Gerald, Jonas, Tomasz

Agenda: beta, open defects, date in the stores

1. The beta arrived on Monday instead of last Friday. Nine of fourteen testers could sign in; the others have policies from before the merger, and those cannot be found.
2. Twenty-three defects, four of them serious. The worst: on older phones the app closes while photos are uploaded.
3. Jonas considers the date in the stores to be at risk. Annika said that the newsletter with the date goes to print in a week and asked for a yes or a no. We could not give her one.

To do
- Jonas: list of the four serious defects with an estimate, by tomorrow
- Tomasz: a date we can stand behind, by Wednesday`,
      participants: [tomasz, annika, gerald, jonas],
    },
    {
      id: 'tessellane-status-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 77,
      at: '16:02',
      subject: 'Newsletter',
      content: `Mara,

I am writing to you directly, because the date that Tomasz promised by Wednesday has still not reached me. This is the second missed date in a month. The newsletter went to print this afternoon with the old one in it, because I had nothing else to give them.

I would like to understand what is going on.

Annika Brandt`,
      participants: [annika, mara],
    },
    {
      id: 'tessellane-invoice-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 70,
      at: '09:15',
      subject: 'Invoice for milestone 2, and additional work',
      content: `Dear Gerald,

please find attached our invoice for milestone 2 (EUR 46,000) together with the additional work on older policies (EUR 18,400, 115 hours; the time sheet is on page two). Payable within 30 days.

Kind regards,
Tomasz`,
      participants: [tomasz, gerald],
    },
    {
      id: 'tessellane-invoice-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 66,
      at: '08:20',
      subject: 'Re: Invoice for milestone 2, and additional work',
      content: `Tomasz,

we cannot accept this invoice.

1. Milestone 2 is not complete. Five of our fourteen testers have never been able to sign in.
2. Nobody here ordered 115 hours of additional work. Older policies are part of our portfolio, they were part of the kick-off, and I see no change request.

Please withdraw it and send a corrected one. Until then we dispute the full amount.

Gerald Oyelaran
Programme Manager`,
      participants: [gerald, tomasz, annika],
    },
    {
      id: 'tessellane-invoice-3',
      integration: 'outlook',
      type: 'email',
      daysAgo: 65,
      at: '11:47',
      subject: 'Re: Invoice for milestone 2, and additional work',
      content: `Dear Gerald,

you are right that there was no change request, and I should have raised one before the work began rather than after. Jonas did mention the extra effort in the status of week six, but I understand that a sentence in a status report is not an order.

I'd like to suggest that we leave the EUR 18,400 out for now and talk about it once the beta works for everybody. For milestone 2 itself I would ask you to pay the undisputed part.

Regards,
Tomasz

On Mon, Gerald Oyelaran <gerald.oyelaran@tessellane.example> wrote:
> 2. Nobody here ordered 115 hours of additional work. Older policies
> are part of our portfolio, they were part of the kick-off, and I see
> no change request.`,
      participants: [tomasz, gerald, annika, mara],
    },
    {
      id: 'tessellane-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 63,
      at: '15:30',
      subject: 'Worried about Tessellane',
      content: `Talked to Annika for five minutes at the end of her day. She isn't angry, she is tired, which I find worse. She had vouched for us. Her managing director was asked about the app at a members' evening and had no answer.

Our own part: we promised a date in order to be polite. The invoice was technically explainable and tactically a disaster. Jonas is alone on this since Leonie's leave began, I have to find him a second pair of hands.`,
      participants: [mara, annika],
    },
    {
      id: 'tessellane-escalation-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 42,
      at: '11:10',
      subject: 'Escalation call: claims app (transcript)',
      content: escalationTranscript,
      participants: [ruth, annika, gerald, mara, jonas],
    },
    {
      id: 'tessellane-escalation-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 41,
      at: '06:40',
      subject: 'What we agreed yesterday',
      content: `Dear Ruth, dear Annika, dear Gerald,

thank you for the frank conversation. In writing, so that you can hold us to it:

1. The crash during photo upload is fixed and on the testers' phones within two weeks.
2. The old policies: all fourteen testers can sign in within three weeks.
3. The additional EUR 18,400 are cancelled. A credit note is attached.
4. A written report every Friday by noon, also when there is nothing good in it.
5. A second engineer joins Jonas from Monday.

If one of these slips, you hear it from me, and before the day, not on it.

Mara Lindqvist`,
      participants: [mara, ruth, annika, gerald, jonas],
    },
    {
      id: 'tessellane-fix-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 28,
      at: '15:51',
      subject: 'Photo upload: fixed build available',
      content: `Hi Gerald,

the build with the corrected photo upload is on the testers' phones since noon. On our own eleven devices we could not make it crash any more in about 400 attempts. The old policies are not solved yet: three of the five testers can sign in, two still can't, and I don't know why. I'll need until the end of the week after next for these, which is later than the three weeks we promised.

Jonas`,
      participants: [jonas, gerald, annika, mara],
    },
    {
      id: 'tessellane-fix-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 24,
      at: '07:31',
      subject: 'Re: Photo upload: fixed build available',
      content: `It does not crash. It now rotates the pictures and loses every second one. Two testers have given up.

Gerald Oyelaran`,
      participants: [gerald, jonas, annika, mara],
    },
    {
      id: 'tessellane-notice-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 14,
      at: '10:00',
      subject: 'Formal notice concerning milestone 2',
      content: `Dear Ms Lindqvist,

We refer to the agreement on the development of a claims application. Milestone 2 was due almost three months ago and, according to our programme management, has not been achieved to date. The undertakings given after our call were kept in part only: two of our testers remain without access, and the report due last Friday did not arrive.

We hereby set a final period of three weeks for the complete delivery of milestone 2. Payment of the open invoice is withheld until then. Should the period expire without result, we reserve the right to terminate the agreement and to claim damages.

This letter also reaches you by registered post.

Ruth Castellanos
Chief Financial Officer
Tessellane Mutual`,
      participants: [ruth, mara, gerald],
    },
    {
      id: 'tessellane-call-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 8,
      at: '12:30',
      subject: 'Check-in after the notice',
      content: `Short and cool, 11 minutes. Gerald kept his camera off.

We reported: the rotation is solved, no pictures lost since Thursday, thirteen of fourteen testers in. The last one has a policy that exists twice in the old system, which needs a decision by Tessellane, not by us. Gerald said he would "take it away" but that it doesn't change the deadline.

Asked whether it would help if we came by in person, he answered that he didn't think so.`,
      participants: [mara, gerald, jonas],
    },
    {
      id: 'tessellane-note-2',
      integration: 'manual',
      type: 'note',
      daysAgo: 7,
      at: '08:50',
      subject: 'Tessellane: where we stand',
      content: `Two weeks until the period set by Ruth is over. Technically we are nearly there, humanly we are not. Gerald has stopped asking questions. If the duplicate policy isn't decided this week we will miss the deadline through no fault of our own, and nobody will care whose fault it was. Zofia is a great help. Somebody must own the Friday report, it failed again last week.`,
      participants: [mara, gerald, annika],
    },
    {
      id: 'tessellane-report-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 3,
      at: '07:12',
      subject: 'Friday report',
      content: `It is Monday. Where is it?

G. Oyelaran`,
      participants: [gerald, mara, jonas],
    },
    {
      id: 'tessellane-alternatives-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 1,
      at: '14:25',
      subject: 'For your information',
      content: `Dear Mara,

I'd rather you heard this from me. The board has asked us to look at alternatives, and we are speaking with two other suppliers this week. Nothing is decided, and if the fourteenth tester can sign in before the deadline I will say so. But I can no longer argue that we should simply wait.

I'm sorry it has come to this. I had hoped for something quite different.

Annika`,
      participants: [annika, mara],
    },
  ],
} satisfies DemoClient;
