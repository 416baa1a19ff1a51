import { sql } from 'drizzle-orm';

/** Well-known free-mail domains, where sharing a domain does not make people colleagues. */
export const freeMailDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de hotmail.com hotmail.co.uk hotmail.fr hotmail.de live.com msn.com
  yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.co.jp ymail.com aol.com icloud.com me.com mac.com gmx.com gmx.net gmx.de
  gmx.at gmx.ch web.de t-online.de freenet.de mail.com proton.me protonmail.com pm.me fastmail.com hey.com zoho.com
  tutanota.com tuta.com posteo.de mailbox.org yandex.com yandex.ru mail.ru qq.com 163.com 126.com naver.com orange.fr
  wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it comcast.net verizon.net att.net btinternet.com
  bluewin.ch ziggo.nl kpnmail.nl telenet.be seznam.cz wp.pl onet.pl`.split(/\s+/),
);

export const freeMailArray = sql.raw(`'{${[...freeMailDomains].join(',')}}'::text[]`);
