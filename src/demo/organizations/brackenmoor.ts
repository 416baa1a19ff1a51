import { chloe, jonas, mara, tomasz } from './team.ts';
import type { DemoClient } from './types.ts';

const winifred = 'winifred.ashgrove@brackenmoor.example';
const petr = 'petr.novotny@brackenmoor.example';

/** Steady: content, reliable, pays on time, and answers weeks late. */
export const brackenmoor = {
  name: 'Brackenmoor Archive Trust',
  domain: 'brackenmoor.example',
  people: { [winifred]: 'Winifred Ashgrove', [petr]: 'Petr Novotný' },
  integrations: ['outlook', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'brackenmoor-structure-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 143,
      at: '09:10',
      subject: 'Catalogue: proposal for the structure',
      content: `Dear Winifred,

attached is our proposal for the structure of the online catalogue: by place, by person, by kind of document. The old shelf numbers stay visible, as you wished, they have just moved to the second line.

Could you let us have your comments within the next two weeks or so?

Kind regards,
Chloé`,
      participants: [chloe, winifred, petr],
    },
    {
      id: 'brackenmoor-structure-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 125,
      at: '15:33',
      subject: 'Re: Catalogue: proposal for the structure',
      content: `Dear Chloé,

please forgive the delay. The cataloguing committee meets once a month and I did not wish to answer without it. The committee is content with the proposal. There was a discussion of some length on whether a map is a picture, which we settled in the affirmative.

Kindest regards,
Winifred Ashgrove
Digital Curator

On Mon, Chloé Marchetti <chloe.marchetti@northwind-studio.example> wrote:
> Could you let us have your comments within the next two weeks or so?`,
      participants: [winifred, chloe, petr],
    },
    {
      id: 'brackenmoor-call-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 122,
      at: '10:00',
      subject: 'Next steps for the catalogue',
      content: `With Winifred and Petr. Calm and friendly as always. Structure is settled, so Jonas starts on the search. He needs about 500 sample scans with their records. Petr will see to it, "not this week, though". Winifred prefers a correct thing late to a wrong thing early and asked us to remember that when we feel impatient.`,
      participants: [jonas, winifred, petr, chloe],
    },
    {
      id: 'brackenmoor-scans-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 108,
      at: '08:45',
      subject: 'Sample scans?',
      content: `Hi Petr,

just a friendly reminder about the 500 scans. Nothing is burning; the search works with invented data for the moment, and the invented data is getting rather silly.

Jonas`,
      participants: [jonas, petr],
    },
    {
      id: 'brackenmoor-scans-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 86,
      at: '13:50',
      subject: 'Re: Sample scans?',
      content: `Hello Jonas,

here they are, 612 in fact, with records. Checksums are in the text file. It took me long, we had water in the cellar (nothing lost).

Petr Novotný`,
      participants: [petr, jonas],
    },
    {
      id: 'brackenmoor-committee-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 80,
      at: '13:00',
      subject: 'Presentation to the cataloguing committee',
      content: `Present: seven members of the committee, Winifred, Petr; Chloé, Jonas, Mara

Agenda
1. Search in the 612 samples
2. Reading a document page by page
3. Questions

Minutes
1. The search found a parish register that one of the members had believed lost since his own student days. It hadn't been lost, it had been filed under "Miscellaneous". This took up twenty minutes and was worth it.
2. Turning pages is accepted. Larger print is wished for; Chloé agreed at once.
3. Cost of storage: as planned, no surprises. Accessibility: a report by us before the opening. Opening: no hurry, "when it is ready", the founders' day next year would be fitting.

The committee thanks the studio for its patience.`,
      participants: [mara, winifred, petr, chloe, jonas],
    },
    {
      id: 'brackenmoor-designs-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 73,
      at: '11:11',
      subject: 'Designs for approval',
      content: `Dear Winifred,

as discussed, the final designs with the larger print. I've also added a quiet mode for the reading room, dark background and no animation. It needs the formal approval of the committee before we can go on with the templates.

Warm regards,
Chloé`,
      participants: [chloe, winifred],
    },
    {
      id: 'brackenmoor-designs-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 52,
      at: '14:40',
      subject: 'Re: Designs for approval',
      content: `Dear Chloé,

approved, without a dissenting vote. The quiet mode was called "considerate" by our oldest member, who has not used that word of a computer before.

I realise that three weeks is a long time in your trade. In ours it's a brisk walk.

Winifred`,
      participants: [winifred, chloe],
    },
    {
      id: 'brackenmoor-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 45,
      at: '09:20',
      subject: 'Planning around Brackenmoor',
      content: `Average time to an answer: about three weeks, always has been. They have never missed a payment (usually four days early) and never changed their mind afterwards. So we plan them as filler between other projects and everybody is fine with that. No cause for concern, just don't promise their slots to anyone.`,
      participants: [tomasz, winifred],
    },
    {
      id: 'brackenmoor-care-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 38,
      at: '08:00',
      subject: 'Care of the catalogue after the opening',
      content: `Dear Winifred,

once the catalogue is open it will need a little care: updates, backups, a person to ring up. We'd suggest EUR 900 a month, starting with the opening. The details are attached. There's no hurry with the answer.

Best regards,
Tomasz`,
      participants: [tomasz, winifred, petr],
    },
    {
      id: 'brackenmoor-call-2',
      integration: 'zoom',
      type: 'call',
      daysAgo: 30,
      at: '09:00',
      subject: 'Import of the full holdings',
      content: `Petr and Jonas planned the import: 48,000 documents, in six parts, one part every two weeks, starting with the maps. Petr checks each part before the next one begins. A first run with 2,000 maps went through during the call, 11 records with wrong dates, no other errors. Petr corrects them in the source. No risks seen at the moment.`,
      participants: [jonas, petr],
    },
    {
      id: 'brackenmoor-access-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 24,
      at: '12:15',
      subject: 'Accessibility report',
      content: `Dear Winifred, dear Petr,

the report is attached, 14 pages, the short version is on page one. Two findings we have already corrected (contrast of links, order of the headings). One needs a decision by you: the handwritten documents have no text that a screen reader could read. Transcribing all of them isn't realistic; a short description each might be.

Please tell us what you think when you have had the time to read it.

Chloé`,
      participants: [chloe, winifred, petr],
    },
    {
      id: 'brackenmoor-away-1',
      integration: 'outlook',
      type: 'email',
      daysAgo: 24,
      at: '12:16',
      subject: 'Automatic reply: Accessibility report',
      content: `Thank you for your message. I am in the stacks, where there is no reception, and will read it on my return to the surface. Messages are not forwarded.

Winifred Ashgrove`,
      participants: [winifred, chloe],
      archived: true,
    },
    {
      id: 'brackenmoor-access-2',
      integration: 'outlook',
      type: 'email',
      daysAgo: 6,
      at: '10:52',
      subject: 'Re: Accessibility report',
      content: `Dear Chloé, dear Tomasz,

two answers in one letter, both of them overdue.

The report is thorough and readable, which I have not always found to go together. Short descriptions are the right way; four of our volunteers would like to write them, and have asked whether there might be a form for it.

As to the care of the catalogue: the trustees agree to the terms as they stand. The signed paper is in the post.

With kind regards, and thanks for not pressing,
Winifred

On Mon, Chloé Marchetti <chloe.marchetti@northwind-studio.example> wrote:
> Transcribing all of them isn't realistic; a short description each
> might be.`,
      participants: [winifred, chloe, tomasz, petr],
    },
  ],
} satisfies DemoClient;
