import { chloe, jonas, mara, tomasz } from './team.ts';
import type { DemoClient } from './types.ts';

const amara = 'amara.diallo@fernwhistle.example';
const theo = 'theo.pankratz@fernwhistle.example';

/** Onboarding: five weeks old, enthusiastic, with everything still ahead. */
export const fernwhistle = {
  name: 'Fernwhistle Education',
  domain: 'fernwhistle.example',
  people: { [amara]: 'Amara Diallo', [theo]: 'Theo Pankratz' },
  integrations: ['gmail', 'slack', 'zoom', 'calendar', 'manual'],
  activities: [
    {
      id: 'fernwhistle-yes-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 37,
      at: '18:22',
      subject: 'We choose you!',
      content: `Dear Mara,

we talked to four studios and you were the only one who asked what the children think. So: yes, please, we would love to build the reading companion with you!

I should warn you that we've never worked with an agency. There are nine of us, eight are teachers, and one (Theo) keeps the computers alive. Please tell us when we do it wrong.

Full of anticipation,
Amara Diallo
Founder, Fernwhistle Education`,
      participants: [amara, mara],
    },
    {
      id: 'fernwhistle-yes-2',
      integration: 'gmail',
      type: 'email',
      daysAgo: 36,
      at: '07:20',
      subject: 'Re: We choose you!',
      content: `Dear Amara,

this made the whole studio smile. You can't do much wrong with us as long as you keep telling us what happens in the classroom.

I'll send the contract today. Shall we get to know each other on Monday, all of us, half an hour?

Mara

On Tue, Amara Diallo <amara.diallo@fernwhistle.example> wrote:
> I should warn you that we've never worked with an agency.`,
      participants: [mara, amara],
    },
    {
      id: 'fernwhistle-call-1',
      integration: 'zoom',
      type: 'call',
      daysAgo: 31,
      at: '12:00',
      subject: 'Getting to know each other',
      content: `Planned for 30 minutes, took 55, nobody minded.

Amara told how the idea began: a boy who read to the class hamster because the hamster never corrected him. That's the product in one sentence. Theo asked good and rather careful questions about where the voices of children would be stored; he was relieved to hear "on the device".

Agreed: kick-off next week, then a visit to a school as soon as possible. Budget is small but firm (a foundation pays), EUR 52,000 for the first version.`,
      participants: [mara, amara, theo, chloe, jonas],
    },
    {
      id: 'fernwhistle-contract-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 29,
      at: '10:33',
      subject: 'Contract, countersigned',
      content: `Hello Tomasz,

signed and attached. That was painless, I had expected something with more Latin in it. The foundation will transfer the first third this week.

Amara`,
      participants: [amara, tomasz],
    },
    {
      id: 'fernwhistle-kickoff-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 23,
      at: '08:30',
      subject: 'Reading companion: kick-off',
      content: `Agenda
- What it should be, what it should not be
- Roles
- The first four weeks

Outcome
- It should listen, be patient and never correct without being asked. It should not give points, stars or rankings.
- Amara decides on content, Theo on technology and data protection. Chloé leads on our side, Jonas builds.
- Weeks 1 and 2 paper prototypes and a school visit, weeks 3 and 4 the first thing on a tablet.

Amara has already asked her network; three schools want to be the first.`,
      participants: [chloe, amara, theo, jonas, mara],
    },
    {
      id: 'fernwhistle-slack-1',
      integration: 'slack',
      type: 'chat',
      daysAgo: 22,
      at: '08:11',
      subject: '#fernwhistle',
      content: `Theo: Hello, am I in the right place?
Jonas: you are! welcome
Theo: Great. The tablets are six years old, is that a problem?
Jonas: not a problem at all, it just means we test on those first. can you send us two?
Theo: Already packed 📦`,
      participants: [theo, jonas],
    },
    {
      id: 'fernwhistle-access-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 17,
      at: '13:05',
      subject: 'Accounts, tablets, consent forms',
      content: `Hi Jonas,

everything from your list:
1. Accounts for the two of you are set up, the links come separately.
2. The tablets should have arrived on Friday.
3. Consent forms: 21 of 24 parents have signed, the remaining three will after the parents' evening.
4. I'm not sure I understood your question about backups. Can you explain it as if I were one of the teachers?

Thanks for your patience with me!
Theo Pankratz`,
      participants: [theo, jonas, amara],
    },
    {
      id: 'fernwhistle-slack-2',
      integration: 'slack',
      type: 'chat',
      daysAgo: 16,
      at: '09:47',
      subject: '#fernwhistle',
      content: `Jonas: backups in one sentence: if a tablet falls into the fish tank, what should still be there afterwards?
Theo: Oh! The list of books, not the recordings
Jonas: then that's all we keep 👍
Theo: It was the hamster water bottle last time btw, not the fish tank
Amara: I can confirm this 🐹`,
      participants: [jonas, theo, amara],
    },
    {
      id: 'fernwhistle-visit-1',
      integration: 'calendar',
      type: 'meeting',
      daysAgo: 14,
      at: '07:00',
      subject: 'School visit: what we saw',
      content: `Where: primary school, class 2b, 23 children. With Amara and the class teacher. Two lessons and a long break.

Agenda: watch, listen, ask a little, promise nothing.

First lesson. The teacher read aloud, then the children read in pairs. What struck us: the pairs are never equal. The stronger child corrects within a second, the weaker one stops, looks at the ceiling and waits until it's over. In one pair the weaker child had learned the page by heart and recited it with the book upside down, cheerfully, and nobody noticed but Chloé.

Second lesson. We put the paper prototype on four tables: a folded card with a pair of ears on it, and the sentence "I'm listening". No more than that. Five children read to the card without being asked. One girl, who according to the teacher hasn't read aloud in months, read half a page to it, very quietly, then turned the card around so that the ears looked at the window, "because it needs a rest now". Amara had to leave the room for a moment.

Break. We asked what the thing should be called and what it should look like. Results: it should have ears but no mouth ("otherwise it talks"). It may be old. It must not be a robot, robots are for maths. Two children wanted it to fall asleep when they read badly; we asked what "badly" means, and they said "too long".

What did not work. The tablets are heavy and slip off the table. The room is loud; 23 children reading at once are a waterfall, and Jonas doubts that the microphone can tell them apart without a headset. It's an open question, not a show-stopper; the school owns twelve headsets, of which nine work.

Outcome
1. The companion has ears and no mouth. It never speaks.
2. It gets tired after ten minutes, which ends the session kindly.
3. Jonas tests recognition with headsets and with recorded classroom noise by next week.
4. Chloé draws three old animals.
5. Theo finds out what rubber feet for 24 tablets cost.
6. The teacher would like to be asked again. We would like that too.`,
      participants: [chloe, amara, theo, jonas],
    },
    {
      id: 'fernwhistle-note-1',
      integration: 'manual',
      type: 'note',
      daysAgo: 13,
      at: '15:10',
      subject: 'After the school visit',
      content: `Chloé came back glowing. Strong fit, and they trust us completely, which is a responsibility: nobody over there will stop us if the scope grows. I'll keep an eye on the hours myself. The foundation decides about a second year before this one is over.`,
      participants: [mara, amara],
    },
    {
      id: 'fernwhistle-animals-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 9,
      at: '17:55',
      subject: 'The badger!!!',
      content: `Chloé!

The badger. It has to be the badger. I showed all three to the team and there was an actual gasp at the table. My daughter (7) asked if he was "already real". I'm so happy we found you.

Amara`,
      participants: [amara, chloe],
    },
    {
      id: 'fernwhistle-call-2',
      integration: 'zoom',
      type: 'call',
      daysAgo: 7,
      at: '11:00',
      subject: 'Noise test',
      content: `Jonas presented the measurements: with a headset the companion understands 92% of the words in a noisy room, without one 61%. So headsets it is. Theo wasn't surprised and had already asked for a price: EUR 380 for a class set, the foundation covers it.

Amara's only worry is the date of the first try-out, because the holidays begin soon after. Jonas is confident that a first version is on two tablets before that.`,
      participants: [jonas, amara, theo],
    },
    {
      id: 'fernwhistle-slack-3',
      integration: 'slack',
      type: 'chat',
      daysAgo: 3,
      at: '14:26',
      subject: '#fernwhistle',
      content: `Jonas: the badger listens. first build is on both tablets
Theo: Works on mine!! He even twitches his ears
Amara: 😭😭😭 (happy)
Chloé: wait until you see him fall asleep`,
      participants: [jonas, theo, amara, chloe],
    },
    {
      id: 'fernwhistle-tryout-1',
      integration: 'gmail',
      type: 'email',
      daysAgo: 1,
      at: '09:18',
      subject: 'Try-out next week?',
      content: `Good morning you two,

class 2b has time on Tuesday and again on Thursday. Would Tuesday be too early? I don't want to press, but twenty-three children ask their teacher every single day when the badger moves in.

A practical question from Theo: how do we get updates onto the tablets after that, does he have to do it by hand?

Happily impatient,
Amara`,
      participants: [amara, chloe, jonas],
    },
  ],
} satisfies DemoClient;
