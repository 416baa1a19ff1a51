import { chloe, jonas, mara } from './team.ts';
import type { DemoClient } from './types.ts';

const ines = 'ines.calderon@veloquill.example';
const bastien = 'bastien.lefevre@veloquill.example';

/** Silent: contact every single week until six weeks ago, then no answer to anything. */
export const veloquill = {
  name: 'Veloquill',
  domain: 'veloquill.example',
  people: { [ines]: 'Inés Calderón', [bastien]: 'Bastien Lefèvre' },
  integrations: ['gmail', 'slack', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'veloquill-slack-1',
      integration: 'slack',
      type: 'chat',
      daysAgo: 141,
      at: '08:40',
      subject: '#veloquill-rider-app',
      content: `Inés: hola! the board liked the direction. We go on with the rider app 🚲
Chloé: lovely news! then I book the weekly slot, Wednesdays at ten?
Inés: perfect. Bastien joins when it is about maps
Bastien: it is always about maps`,
      participants: [ines, chloe, bastien],
    },
    {
      id: 'veloquill-weekly-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 134,
      at: '08:00',
      subject: 'Weekly: rider app',
      content: `Agenda: user groups, map, timetable

- Commuters first, tourists second. Students are a group of their own, because they share one account and think nobody notices.
- Bastien demonstrated the map. Stations load too slowly in the suburbs, he takes care of it.
- Next week: first flow for "find a bike and go".`,
      participants: [chloe, ines, bastien, mara],
    },
    {
      id: 'veloquill-call-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 127,
      at: '08:00',
      subject: 'Weekly: rider app',
      content: `Went through the first flow with Inés. She would like one tap less before the lock opens, and she's right. Agreed to drop the confirmation screen and to show an undo for ten seconds instead. She answers quickly, decides on the spot, and always knows who else needs to be asked. A joy.`,
      participants: [chloe, ines],
    },
    {
      id: 'veloquill-mail-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 120,
      at: '12:18',
      subject: 'Station names',
      content: `Hi Chloé,

attached is the list of station names, in both languages. Forty of them are longer than your design can hold, sorry! I marked those which we may shorten. The mayor insists on "Plaza de la Constitución", all of it.

Saludos,
Inés`,
      participants: [ines, chloe],
    },
    {
      id: 'veloquill-slack-2',
      integration: 'slack',
      type: 'chat',
      daysAgo: 113,
      at: '09:22',
      subject: '#veloquill-rider-app',
      content: `Bastien: suburbs load in 0.8 s now, down from 5
Jonas: wow. what was it?
Bastien: we asked for each station one by one. I am not proud
Jonas: we've all been there 😄`,
      participants: [bastien, jonas, ines],
    },
    {
      id: 'veloquill-workshop-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 106,
      at: '08:00',
      subject: 'Workshop: prices and passes',
      content: `Two hours with Inés, Bastien and their finance colleague on how passes should appear in the app.

Outcome
- Three passes instead of seven. Nobody in the room could explain the difference between "Flex" and "Flex Plus".
- The price is shown before the lock opens, always.
- Open: what happens when a pass ends during a ride. Inés asks the city.`,
      participants: [chloe, ines, bastien, mara],
    },
    {
      id: 'veloquill-mail-2',
      integration: 'gmail',
      type: 'email',
      daysAgo: 99,
      at: '14:02',
      subject: 'Re: Passes that end during a ride',
      content: `The city says: the ride counts by its start. So no special case, which makes all of us happy I think.

Inés

On Mon, Chloé Marchetti <chloe.marchetti@northwind-studio.example> wrote:
> did you hear back from the city about passes that end during a ride?
> No rush, it only blocks one screen.`,
      participants: [ines, chloe],
    },
    {
      id: 'veloquill-slack-3',
      integration: 'slack',
      type: 'chat',
      daysAgo: 92,
      at: '10:45',
      subject: '#veloquill-rider-app',
      content: `Chloé: test riders for next week: six confirmed, two maybe
Inés: I bring two colleagues from the call centre. They know every complaint by heart
Chloé: excellent, they're the real experts`,
      participants: [chloe, ines],
    },
    {
      id: 'veloquill-call-2',
      integration: 'zoom',
      type: 'call',
      daysAgo: 85,
      at: '08:00',
      subject: 'Results of the ride tests',
      content: `Summary

Eight riders, a drizzly afternoon, no falls. Seven found a bike and opened it in under a minute. Nobody missed the confirmation screen. Weak point: returning a bike at a full station; five of eight stood there and didn't know what to do.

Inés was pleased and said the videos would do more for her budget than any report. She takes them to her steering group. We propose a solution for full stations by next week.`,
      participants: [chloe, ines, bastien, jonas],
    },
    {
      id: 'veloquill-mail-3',
      integration: 'gmail',
      type: 'email',
      daysAgo: 78,
      at: '09:50',
      subject: 'Full stations: go ahead with B',
      content: `Dear Chloé, dear Jonas,

variant B, please, the one that reserves a place at the next station and gives five free minutes. Everybody here voted for it except one, and he votes against everything.

The steering group liked the videos a lot. They did ask what it would cost to build all of it, so could you prepare an offer for the build? Roughly is fine for now.

Un saludo,
Inés Calderón
Product Lead, Veloquill`,
      participants: [ines, chloe, jonas, mara],
    },
    {
      id: 'veloquill-slack-4',
      integration: 'slack',
      type: 'chat',
      daysAgo: 71,
      at: '08:58',
      subject: '#veloquill-rider-app',
      content: `Mara: the offer for the build is in your inbox, Inés. Two variants, as you wished
Inés: got it, thank you! I present it internally next week
Mara: if you need me for it, just say so
Inés: 👍`,
      participants: [mara, ines],
    },
    {
      id: 'veloquill-weekly-2',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 64,
      at: '08:00',
      subject: 'Weekly: rider app',
      content: `Short one. Designs are complete, handed over and accepted. The offer is being read by "more people than usual", says Inés. Bastien was not there, he's been moved to another team for the time being.

Next week: questions on the offer, if there are any.`,
      participants: [chloe, ines, mara],
    },
    {
      id: 'veloquill-mail-4',
      integration: 'gmail',
      type: 'email',
      daysAgo: 57,
      at: '16:11',
      subject: 'Offer',
      content: `Hi Mara,

no questions from me, the offer is clear. There is a bit of movement in the company right now and all larger spendings go over one more desk. I don't think it's a problem, but it takes a little longer. I keep you posted.

Inés`,
      participants: [ines, mara],
    },
    {
      id: 'veloquill-slack-5',
      integration: 'slack',
      type: 'chat',
      daysAgo: 50,
      at: '11:30',
      subject: '#veloquill-rider-app',
      content: `Chloé: shall we keep today's slot, or skip?
Inés: skip please, internal meetings all day 🙈
Chloé: no problem at all. next week then!`,
      participants: [chloe, ines],
    },
    {
      id: 'veloquill-call-3',
      integration: 'zoom',
      type: 'call',
      daysAgo: 43,
      at: '08:00',
      subject: 'Weekly: rider app',
      content: `Six minutes. Inés sounded rushed. No decision on the offer yet; there is a new managing director who wants to see all projects first. She'll come back to us next week with a date. She said thank you twice, which struck me as odd.`,
      participants: [mara, ines],
    },
    {
      id: 'veloquill-weekly-3',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 36,
      at: '08:00',
      subject: 'Cancelled: Weekly: rider app',
      content:
        'This event was cancelled by the organiser. Nobody from Veloquill had joined after fifteen minutes.',
      participants: [chloe, ines],
      archived: true,
    },
    {
      id: 'veloquill-mail-5',
      integration: 'gmail',
      type: 'email',
      daysAgo: 34,
      at: '09:05',
      subject: 'Did we lose you?',
      content: `Dear Inés,

we missed you on Wednesday. In our last call you were going to come back to us with a date; I hope all is well on your side. If the offer is too large for the moment, we can cut it into smaller pieces; if there's something else, I would be glad to hear that too.

Take care,
Mara`,
      participants: [mara, ines],
    },
    {
      id: 'veloquill-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 22,
      at: '13:15',
      subject: 'Tried to reach Inés by phone',
      content: `Called twice, yesterday and today, voicemail both times, left a message. No reply to the e-mail, nothing in Slack since the week of the skipped weekly. Bastien's account in the shared channel has been deactivated. The last invoice was paid, so it isn't about money already owed. The offer expires at the end of next month.`,
      participants: [mara, ines],
    },
    {
      id: 'veloquill-mail-6',
      integration: 'gmail',
      type: 'email',
      daysAgo: 13,
      at: '08:30',
      subject: 'Re: Did we lose you?',
      content: `Dear Inés,

one more try from me, after that I'll leave you in peace for a while. We are holding two people for the start of the build. A "not now" is perfectly fine as an answer, I would only need to know it.

Mara

On Fri, Mara Lindqvist <mara.lindqvist@northwind-studio.example> wrote:
> we missed you on Wednesday. In our last call you were going to come
> back to us with a date; I hope all is well on your side.`,
      participants: [mara, ines, bastien],
    },
  ],
} satisfies DemoClient;
