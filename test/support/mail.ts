import { randomUUID } from 'node:crypto';

let serial = 0;

export interface MailFields {
  from?: string;
  to?: string;
  subject?: string;
  body?: string;
  date?: string;
  id?: string;
}

/** Makes a message from a client to us. */
export function mail({ from, to, subject, body, date, id }: MailFields = {}): string {
  serial += 1;
  return [
    `From: ${from ?? 'Pat <pat@globex.example>'}`,
    `To: ${to ?? 'ann@acme.example'}`,
    `Subject: ${subject ?? `Message ${serial}`}`,
    `Date: ${date ?? 'Mon, 05 Jan 2026 10:00:00 +0000'}`,
    `Message-ID: <${id ?? randomUUID()}@globex.example>`,
    '',
    body ?? `Hello ${serial}!`,
    '',
  ].join('\r\n');
}
