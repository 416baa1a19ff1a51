import { expect, test } from 'vitest';
import { solvedAlone, tellsRepaired, tellsSolved, withdraws } from '../../src/insights/built-in/settling.ts';
import { asks } from '../../src/insights/text/asks.ts';

test.each([
  'Solved! The copy had a fault.',
  'Success!',
  'Bingo, that was the setting.',
  'I made it work.',
  'It took a while, but now it works.',
  'Tested and works.',
  'Seems to be fixed in 3.2.',
  'It seems to work.',
  "It's showing now.",
  'I had to plug it in again, and got it to work.',
  'Checking that has now solved my problem.',
  'I have traced the problem to the firewall.',
  'The problem is found: that was a cable.',
  'I finally caught the bug.',
  'I figured out the issue.',
  'Here is the solution.',
  'It was resolved on a commit of Monday.',
  'Everything is working as it should be.',
  'It works very well now.',
  'I finally got the scanner talking.',
  'About five it started to work correctly.',
  'The import ran without errors.',
  'The lists are shown with no problems.',
  'Now it is okay.',
  'It is okay now.',
  'I figured it all out.',
  'That seemed to do it.',
  'It is now working.',
  'I found out why.',
  'I have found it.',
  'This is the right solution.',
  'It is all sorted.',
])('reports a solution: %s', (sentence) => expect(tellsSolved(sentence)).toBe(true));

test.each([
  'Success depends on the gate.',
  'It works from the old network.',
  'It works on the other phone.',
  'It was working fine until Monday.',
  'It had been running fine for months.',
  'We used it with previous versions and it worked.',
  'Sometimes it is working fine.',
  'It works now, but not on Mondays.',
  'Only the logo is working fine.',
  'The only thing that seems to work is the logo.',
  'It works now, however the list is slow.',
  'While it seems to work, the gate is slow.',
  'I am glad that it is working now.',
  'Good that it is working for you.',
  'The list needs to be sorted out first.',
  'It fixed the gate to the wall.',
  'In the older version, everything works.',
  'Because it works now, the list is short.',
])('reports none: %s', (sentence) => expect(tellsSolved(sentence)).toBe(false));

test.each([
  [true, 'Sorry for the false issue.'],
  [true, 'That was my mistake.'],
  [true, 'I had a typo in the address.'],
  [true, 'It is a mistake on our end.'],
  [true, 'Please close the ticket.'],
  [true, 'Ah, that explains it.'],
  [true, 'I will close the ticket.'],
  [true, 'I was wrong.'],
  [true, 'We mistakenly opened the other gate.'],
  [true, 'Sorry for this question.'],
  [true, 'Sorry for wasting your time.'],
  [false, 'Please close the account.'],
  [false, 'Please do not close the ticket.'],
  [false, 'Why did you close the ticket?'],
  [false, 'They will close the ticket before it is solved.'],
  [false, 'It is not my fault that the driver left.'],
  [false, 'How is that my fault?'],
  [false, 'You made a mistake.'],
  [false, 'That explains nothing about the gate.'],
])('takes back a concern (%s): %s', (expected, sentence) => expect(withdraws(sentence)).toBe(expected));

test.each([
  'The workaround has fixed it.',
  'Here is the solution I found.',
  'I finally got it working.',
  'I found out why.',
])('is no solution of ours: %s', (sentence) => expect(solvedAlone(sentence)).toBe(true));

test.each([
  [true, "It's a bug. It is now fixed for Monday."],
  [true, 'I believe that the list is corrected.'],
  [true, "We've removed the link."],
  [true, 'It should be fixed in 3.2.'],
  [false, 'It will be fixed soon.'],
  [false, 'It is not fixed yet.'],
  [false, 'Tell us when it is fixed.'],
  [false, 'The plan has a fixed price.'],
])('reports a repair of ours (%s): %s', (expected, text) => expect(tellsRepaired(text)).toBe(expected));

test.each([
  [false, 'Please call me if you have any questions.'],
  [false, 'Please let me know if you need anything else.'],
  [false, 'If there are any questions about the gate, please call the office.'],
  [false, 'See http://globex.example/list?'],
  [true, 'Please call me about the questions.'],
  [true, 'Please let me know what you need.'],
  [true, 'Have you seen http://globex.example/list, by the way?'],
])('asks (%s): %s', (expected, sentence) => expect(asks(sentence)).toBe(expected));
