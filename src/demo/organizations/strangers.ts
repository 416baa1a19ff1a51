import { chloe, jonas, mara, tomasz } from './team.ts';
import type { DemoActivity } from './types.ts';

/** Activities from domains without a client or a rule, which stay unassigned. */
export const strangers = [
  {
    id: 'stranger-printer-1',
    integration: 'gmail',
    type: 'email',
    daysAgo: 47,
    at: '06:55',
    subject: 'Your posters are ready',
    content: `Hello,

your order (12 posters, A1, matt) is finished and can be collected on weekdays between 8 and 17. Please bring the number 3307.

Buchdruckerei Lindenhof`,
    participants: ['auftrag@druckerei-lindenhof.example', chloe],
  },
  {
    id: 'stranger-talk-1',
    integration: 'gmail',
    type: 'email',
    daysAgo: 20,
    at: '13:29',
    subject: 'Would you speak at our evening on small software?',
    content: `Dear Jonas,

we run a small series of talks, about sixty people, no sponsors, good soup. Would you like to talk about software that stays small? We could offer you the evening in seven or in eleven weeks.

Cordially,
Ødger and Sunniva, Kleinkram Talks`,
    participants: ['hello@kleinkram-talks.example', jonas],
  },
  {
    id: 'stranger-heating-1',
    integration: 'calendar',
    type: 'meeting',
    daysAgo: 3,
    at: '06:30',
    subject: 'Heating inspection, second floor',
    content:
      'Agenda: valves, meter reading. Please make sure that somebody is in and the radiators can be reached.',
    participants: ['termine@hausdienst-morgenrot.example', tomasz, mara],
  },
] satisfies DemoActivity[];
