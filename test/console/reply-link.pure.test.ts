import { expect, test } from 'vitest';
import { replyLink } from '../../console/src/client/reply-link.ts';

const subjectIn = (link = '') => new URL(link).searchParams.get('subject');

test('a reply goes to the sender, under the subject with one "Re:"', () => {
  expect(replyLink('pat@globex.example', 'Renewal')).toBe(
    'mailto:pat@globex.example?subject=Re%3A%20Renewal',
  );
  expect(subjectIn(replyLink('pat@globex.example', 'RE: Renewal'))).toBe('RE: Renewal');
});

test('a hostile subject or address adds no header and no recipient', () => {
  const subject = 'Hi\r\nBcc: all@evil.example&bcc=x@evil.example#?cc=y@evil.example 50% é🙂';
  const link = replyLink('pat+x?cc=z@globex.example', subject) ?? '';
  const { pathname, searchParams, hash } = new URL(link);
  expect(pathname).toBe('pat%2Bx%3Fcc%3Dz@globex.example');
  expect([...searchParams.keys(), hash]).toEqual(['subject', '']);
  expect(subjectIn(link)).toBe(`Re: ${subject.replace('\r\n', ' ')}`);
  expect(link).not.toMatch(/%0[ad]/i);
});

test.each([
  'Pat Doe',
  'pat',
  'a@b.example,c@d.example',
  '<pat@globex.example>',
  'pat@globex@evil.example',
  '',
])('there is no reply to %j', (address) => expect(replyLink(address, 'Renewal')).toBeUndefined());
