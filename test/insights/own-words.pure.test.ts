import { describe, expect, test } from 'vitest';
import type { PastActivity } from '../../src/insights/engine.ts';
import { utterancesOf } from '../../src/insights/text/own-words.ts';
import { sentencesOf } from '../../src/insights/text/sentences.ts';

function activity(type: PastActivity['type'], content: string): PastActivity {
  return {
    id: 'a',
    type,
    subject: 'Subject',
    content,
    occurredAt: '2026-11-20T08:00:00.000Z',
    participants: ['ida@harbour.example', 'tom@studio.example'],
  };
}

const ownWords = (content: string) => utterancesOf(activity('email', content)).map(({ text }) => text);

describe('a mail', () => {
  test('is attributed to its sender, or to nobody if there is none', () => {
    expect(utterancesOf(activity('email', 'All is well.'))).toEqual([
      { speaker: 'ida@harbour.example', text: 'All is well.' },
    ]);
    expect(utterancesOf({ ...activity('email', 'All is well.'), participants: [] })).toEqual([
      { speaker: null, text: 'All is well.' },
    ]);
  });

  test.each([
    ['English', 'On Thu, 5 Nov 2026 at 10:12, Tom Ray <tom@studio.example> wrote:'],
    ['English, wrapped', 'On Thu, 5 Nov 2026 at 10:12, Tom Ray from the studio\n<tom@studio.example> wrote:'],
    ['English, short', 'On Thu, Tom Ray <tom@studio.example> wrote:'],
    ['name first', 'Tom Ray <tom@studio.example> wrote on 5 Nov 2026:'],
    ['German', 'Am 05.11.2026 um 10:12 schrieb Tom Ray <tom@studio.example>:'],
    ['French', 'Le jeu. 5 nov. 2026 à 10:12, Tom Ray <tom@studio.example> a écrit :'],
    ['Spanish', 'El jue, 5 nov 2026 a las 10:12, Tom Ray (<tom@studio.example>) escribió:'],
    ['Italian', 'Il giorno gio 5 nov 2026 alle ore 10:12 Tom Ray <tom@studio.example> ha scritto:'],
    ['Dutch', 'Op do 5 nov. 2026 om 10:12 schreef Tom Ray <tom@studio.example>:'],
    ['Portuguese', 'Em qui., 5 de nov. de 2026 às 10:12, Tom Ray <tom@studio.example> escreveu:'],
    ['Swedish', 'Den tors 5 nov. 2026 kl 10:12 skrev Tom Ray <tom@studio.example>:'],
    ['Polish', 'W dniu 5.11.2026 o 10:12, Tom Ray <tom@studio.example> pisze:'],
  ])('keeps what is written above a quote, marked or not: %s', (_, attribution) => {
    for (const quoted of ['> Is it?\n> Really?', '\nIs it? Everything is broken.'])
      expect(ownWords(`Fine with us.\n\n${attribution}\n${quoted}`)).toEqual(['Fine with us.']);
  });

  test.each([
    '-----Original Message-----',
    '-----Ursprüngliche Nachricht-----',
    '---------- Forwarded message ---------',
    'Begin forwarded message:',
    '>>> "Ray, Tom" <tom@studio.example> 05/11/26 10:12AM >>>',
    'Von: Tom Ray\nGesendet: Donnerstag, 5. November 2026 10:12\nAn: Ida Holm\nBetreff: Termine',
    'De : Tom Ray\nEnvoyé : jeudi 5 novembre 2026\nÀ : Ida Holm\nObjet : Dates',
    '发件人: Tom Ray\n发送时间: 2026年11月5日\n主题: Dates',
    '差出人：Tom Ray\n宛先：Ida Holm\n件名：Dates',
    '*From:* Tom Ray\n*Date:* 5 Nov 2026\n*Subject:* Dates',
    `${'_'.repeat(32)}\nFrom: Tom Ray\nSent: Thursday\nTo: Ida\nSubject: Dates`,
  ])('ends above another mail: %s', (mark) => {
    expect(ownWords(`See below.\n\n${mark}\n\nThe delivery is late.`)).toEqual(['See below.']);
  });

  test('that only forwards has no text of its own', () => {
    const forwarded = 'From: Tom Ray\nDate: 5 Nov 2026\nTo: Ida\nSubject: Dates\n\nThe delivery is late.';
    for (const mail of [forwarded, '> The delivery is late.', '']) expect(ownWords(mail)).toEqual([]);
  });

  test('keeps the answers between quotes and below them', () => {
    const quote = 'On Thu, Tom Ray <tom@studio.example> wrote:\n> Does the first date hold?\n\n';
    const answers = 'It does.\n\n> And the second one?\nNot quite, we need a week more.';
    expect(ownWords(quote + answers)).toEqual(['It does.\n\nNot quite, we need a week more.']);
  });

  test.each([
    'On Monday I wrote: nothing new.\n\nFrom: here to there it takes an hour.\n\nDate and place follow.',
    'Please treat the price list as confidential.',
    'Hello Tom,\n\nthe crane is late',
    'Signed',
  ])('keeps prose that only resembles a quote, header, signature or footer: %j', (mail) => {
    expect(ownWords(mail)).toEqual([mail]);
  });

  test.each([
    '-- \nIda Holm\nHarbour Ltd',
    'Best regards,\nIda',
    'Kind regards\n\nIda Holm\nHead of Quay\nPhone: +45 33 12 34 56',
    'Mit freundlichen Grüßen\nIda Holm',
    `${'_'.repeat(47)}\nquay mailing list\nquay@lists.example\nhttps://lists.example/listinfo/quay`,
    'You received this message because you follow the quay. To unsubscribe, click here.',
    'This e-mail is confidential and may be privileged. If you are not the intended recipient, delete it.',
    'Diese E-Mail ist vertraulich. Falls Sie sie irrtümlich erhalten haben, vernichten Sie sie. Geschäftsführer: I. Holm',
  ])('is read without its signature or footer: %j', (below) => {
    expect(ownWords(`All is well.\n\n${below}`)).toEqual(['All is well.']);
  });

  test.each(['Thank you, that was what we needed.', 'Thanks, I will look at it.'])(
    'keeps thanks that say something above the signature: %s',
    (thanks) => {
      expect(ownWords(`Hi Tom,\n\n${thanks}\n\nRegards,\nIda`)[0]).toContain(thanks);
    },
  );

  test('keeps a postscript below the signature', () => {
    const mail = 'All is well.\n\nBest regards,\nIda\n\nPS: The crane is late.';
    expect(ownWords(mail)[0]).toContain('PS: The crane is late.');
  });
});

describe('a conversation', () => {
  test('is split by who speaks, longer turns together', () => {
    const chat = 'Ida: morning\nTom: hello\nstill on for ten?\nIda: yes: ten';
    expect(utterancesOf(activity('chat', chat))).toEqual([
      { speaker: 'Ida', text: 'morning' },
      { speaker: 'Tom', text: 'hello\nstill on for ten?' },
      { speaker: 'Ida', text: 'yes: ten' },
    ]);
  });

  test.each([
    '[00:12] Ida Holm: Good morning.\n[00:20] Tom: Hello.\n[00:31] Ida Holm: Let us begin.',
    'Ida Holm (00:12): Good morning.\nTom (00:20): Hello.\nIda Holm (00:31): Let us begin.',
    'Ida Holm 10:12\nGood morning.\n\nTom 10:13\nHello.\n\nIda Holm 10:14\nLet us begin.',
    '20/11/2026, 10:12 - Ida Holm: Good morning.\n20/11/2026, 10:13 - Tom: Hello.\n20/11/2026, 10:14 - Ida Holm: Let us begin.',
  ])('is split whatever way the times are written: %#', (content) => {
    expect(utterancesOf(activity('call', content))).toEqual([
      { speaker: 'Ida Holm', text: 'Good morning.' },
      { speaker: 'Tom', text: 'Hello.' },
      { speaker: 'Ida Holm', text: 'Let us begin.' },
    ]);
  });

  const speakersIn = (content: string) =>
    utterancesOf(activity('call', content)).map(({ speaker }) => speaker);

  test('has a header and asides attributed to nobody', () => {
    const turns = 'Ida: Good morning.\n\nTom: Hello.\n\n(Tom leaves.)\n\nIda: Well.';
    const transcript = `Transcript, 12 minutes\nPresent: Ida, Tom\n\n${turns}`;
    expect(speakersIn(transcript)).toEqual([null, 'Ida', 'Tom', null, 'Ida']);
  });

  test('has at least three turns, which are at least a third of the lines', () => {
    const turns = 'Ida: Good morning.\nTom: Hello.\nIda: Well.';
    expect(speakersIn(turns + '\nand so on'.repeat(6))).toEqual(['Ida', 'Tom', 'Ida']);
    expect(speakersIn(turns + '\nand so on'.repeat(7))).toEqual([null]);
    expect(speakersIn('Ida: Good morning.\nIda: Well.')).toEqual([null]);
  });

  test('that is summarized is attributed to nobody', () => {
    const summary = 'Call with Ida.\n\nRisk: the crane.\nNext: a date.\nTom: sends the list.';
    const labelled = 'Next steps: a date.\nOpen points: the crane.\nNext steps: the list.';
    for (const type of ['call', 'meeting', 'note'] as const)
      for (const text of [summary, labelled])
        expect(utterancesOf(activity(type, text))).toEqual([{ speaker: null, text }]);
  });
});

describe('sentences', () => {
  test('go on over the line breaks of wrapped mail', () => {
    const first = 'We have looked at the second proposal that you sent us last week.';
    expect(sentencesOf(`${first.replace(' last', '\nlast')} It is fine.`)).toEqual([first, 'It is fine.']);
  });

  test('end with paragraphs, list items and short lines', () => {
    const mail = 'Hi Tom,\n\nthree points:\n- the crane\n- the quay\n1. a date\n\nShort\nAnother';
    const sentences = ['Hi Tom,', 'three points:', 'the crane', 'the quay', 'a date', 'Short', 'Another'];
    expect(sentencesOf(mail)).toEqual(sentences);
  });

  test('do not end at abbreviations and numbers', () => {
    const sentences = ['We met Dr. Meier and Mr. Ray at 10.30.', 'Costs fell by 3.5 per cent, i.e. a lot.'];
    expect(sentencesOf(sentences.join(' '))).toEqual(sentences);
  });

  test('are cut after 600 characters', () => {
    const long = 'and the gate opened again '.repeat(40);
    expect(sentencesOf(`${long}. It is fine.`)).toEqual([long.slice(0, 600), 'It is fine.']);
  });

  test('are nothing where there are no words', () => {
    expect(sentencesOf(' \n--\n...\n')).toEqual([]);
  });
});
