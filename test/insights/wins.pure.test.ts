import { describe, expect, test } from 'vitest';
import type { PastActivity } from '../../src/insights/engine.ts';
import { linesOf } from './checklist.ts';
import { activity, computeCards, history, mara, ours, priya, theirs } from './histories.ts';

describe('the card of wins', () => {
  const asked = theirs('Can you help?', 9);
  const wins = async (...activities: PastActivity[]) =>
    linesOf((await computeCards(history(activities)))['wins-and-traction']).map(({ text }) => text);

  const announcement =
    'The annual depot conference offers an outstanding programme and excellent opportunities to meet other planners.';

  test.each([
    ['what works beside an open complaint', 'The export is broken. We love the rest of it.'],
    ['what works on another device', 'On the test account it worked flawlessly.'],
    ['thanks before anything is solved', 'Thank you for your assistance and support.'],
    ['praise of something else in an announcement', announcement],
    ['an invitation', 'Join us to hear of the amazing functions of the planner.'],
    ['what it wonders', 'I wonder whether you compare planners, and which is the best.'],
    ['the end of a quotation', 'The planner is the best of all," he said, "and we love it."'],
  ])('leaves out %s', async (_what, content) => {
    expect((await wins(theirs(content, 9)))[0]).toMatch(/^No wins/);
  });

  test.each(['Your team did an excellent job, thank you!', 'We have signed the contract, thank you.'])(
    'shows what a word of thanks only ends: %s',
    async (content) => {
      expect((await wins(theirs(content, 9)))[0]).toContain(content);
    },
  );

  test('leaves out praise that nobody of ours can have earned, in mail without us', async () => {
    const content = 'The depot planner is an outstanding tool for the drivers in the north.';
    const toList = theirs(content, 9, { participants: [priya, 'list@lists.example'] });
    expect((await wins(toList))[0]).toMatch(/^No wins/);
    expect((await wins(theirs(content, 9)))[0]).toContain(content);
  });

  test.each(['Finally I found the problem.', 'I have finally worked it out.'])(
    'leaves out what the client solved alone: %s',
    async (content) => {
      expect((await wins(asked, theirs(content, 8)))[0]).toMatch(/^No wins/);
      expect((await wins(asked, theirs(`${content.slice(0, -1)}, thank you!`, 8)))[0]).toContain('thank you');
    },
  );

  test('shows what works only as the last word of the client, not in its first', async () => {
    const works = theirs('The new export works perfectly.', 8);
    expect((await wins(asked, works, ours('Good.', 7)))[0]).toContain('works perfectly');
    expect((await wins({ ...works, subject: 'Export' }))[0]).toMatch(/^No wins/);
  });

  test('leaves out praise of nobody in mail that others read', async () => {
    const praise = (content: string) =>
      wins(theirs(content, 9, { participants: [priya, mara, 'x@other.example'] }));
    expect((await praise('That is a really good point for everybody.'))[0]).toMatch(/^No wins/);
    expect((await praise('We think that yours is a really good portal.'))[0]).toMatch(/^No wins/);
    expect((await praise('Yours is a really good portal, and we love it.'))[0]).toContain('love');
    expect((await praise('We signed the contract.'))[0]).toContain('signed');
    expect((await praise('I use it daily in our depot and love it.'))[0]).toMatch(/^No wins/);
    expect((await praise('Thanks for the feedback, which is very helpful.'))[0]).toMatch(/^No wins/);
    expect((await praise('A list of the gates will be awesome for us.'))[0]).toMatch(/^No wins/);
  });

  test.each([
    ['of somebody, beside a question', 'I am so proud of my team. Can you send the plan?'],
    ['beside its own mistake', 'We love your plan, it was just my mistake.'],
  ])('leaves out praise %s', async (_what, content) => {
    expect((await wins(asked, ours('Please try the list.', 8), theirs(content, 7)))[0]).toMatch(/^No wins/);
  });

  test('leaves out praise before a complaint in its thread, and shows it in a note of both', async () => {
    const praise = 'We love the new portal.';
    const complaint = theirs('The export is broken.', 60);
    const answer = ours('We replaced it.', 50);
    expect((await wins(theirs(praise, 61), complaint, answer))[0]).toMatch(/^No wins/);
    expect((await wins(complaint, answer, theirs(praise, 49)))[0]).toContain(praise);
    const content = 'They signed the renewal for two years. The export is broken.';
    expect((await wins(activity({ type: 'note', content })))[0]).toContain('signed');
  });

  test('leaves out thanks in advance', async () => {
    expect((await wins(theirs('A big thanks to anyone who can help!', 7)))[0]).toMatch(/^No wins/);
  });

  test('shows a recommendation', async () => {
    const content = 'We recommend you to everybody.';
    expect((await wins(theirs(content, 9)))[0]).toContain(content);
  });

  test('shows praise of ours beside a question', async () => {
    expect((await wins(theirs('We love your portal. Can you send the plan?', 7)))[0]).toContain('love your');
  });
});
