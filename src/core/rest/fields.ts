import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An id that no row has and that sorts before all others. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * An id in a path. Anything but a UUID becomes the nil UUID, which no row has, so it gets the same 404 as an unknown
 * id.
 */
export const pathId = (kind: string) =>
  z
    .string(`Send the id of the ${kind}, a UUID.`)
    .transform((text) => (uuidPattern.test(text) ? text.toLowerCase() : nilUuid))
    .meta({ type: 'string', format: 'uuid', description: `The id of the ${kind}.` });

/** True if PostgreSQL can store the text unchanged: no NUL, no lone surrogates. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** The length of names, in characters: names in responses state it, too. */
export const nameBounds = { minLength: 1, maxLength: 255 };

export const emailField = () => z.email('must be an email address').max(254).toLowerCase();

/** A name: trimmed, 1–255 characters. */
export const nameField = () => {
  const rule = 'Send a string of 1 to 255 characters, without NUL.';
  return z
    .string(rule)
    .trim()
    .refine((text) => isStorable(text) && text.length > 0 && [...text].length <= nameBounds.maxLength, rule)
    .meta(nameBounds);
};

/** The short name of an organization. */
export const slugField = () => z.string().regex(/^[a-z0-9-]{1,63}$/, 'must be 1 to 63 of a-z, 0-9 and "-"');

/** A trimmed text as `normalize` returns it, which returns undefined for one that breaks the rule. */
const normalized = (rule: string, normalize: (text: string) => string | undefined) =>
  z
    .string(rule)
    .trim()
    .transform((text, context) => {
      const stored = normalize(text);
      if (stored !== undefined) return stored;
      context.addIssue({ code: 'custom', message: rule });
      return z.NEVER;
    });

/** The maximum length of a domain (RFC 1035). */
export const maxDomainLength = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** False for a domain with a label that starts with `xn--` but is not punycode; newer versions of Node accept it. */
function isPunycode(domain: string): boolean {
  const unicode = domainToUnicode(domain);
  return !/(^|\.)xn--/.test(unicode) && domainToASCII(unicode) === domain;
}

/** Normalizes a host name for storage (lower case, punycode); undefined if the text is not one. */
export function toDomain(text: string): string | undefined {
  // The conversion takes quadratic time: seconds for the largest text that fits into a body.
  if (text.length > 2 * maxDomainLength) return undefined;
  // domainToASCII also accepts percent escapes and other parts of URLs.
  if (/[\s%/\\?#@:[\]]/.test(text)) return undefined;
  const domain = domainToASCII(text);
  if (!isPunycode(domain)) return undefined;
  const labels = domain.split('.');
  const isHostName =
    labels.length > 1 && domain.length <= maxDomainLength && labels.every((part) => label.test(part));
  return isHostName && !/^\d+$/.test(labels.at(-1) ?? '') ? domain : undefined;
}

/**
 * An internet domain with at least one dot, stored in lower case, IDNs as punycode (RFC 5890).
 * @param orElse ends the error message with what else may be sent
 */
export const domainField = (orElse = '') => {
  const rule = `Send a host name with at least one dot, such as "globex.example", up to 253 characters${orElse}.`;
  return normalized(rule, toDomain).meta({ type: 'string', minLength: 1, maxLength: maxDomainLength });
};

const uriCharacter = "[\\w\\-.~!$&'()*+,;=:@/?]|%[\\da-f]{2}";
const webUri = new RegExp(
  `^https?://(?!/)(?:\\[[\\da-f:.]+\\])?(?:${uriCharacter})+(?:#(?:${uriCharacter})*)?$`,
  'i',
);

export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Normalizes a web URL to RFC 3986; undefined if the text is not one. A URL that already conforms stays unchanged. */
function toUri(text: string): string | undefined {
  if (text.length > maxUrlLength || !isStorable(text)) return undefined;
  const url = parseUrl(text);
  if (!url || !/^https?:/i.test(text)) return undefined;
  if (webUri.test(text)) return text;
  const { href, hash } = url;
  const [, start = '', rest = ''] = /^(\w+:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\])?)([^#]*)/.exec(href) ?? [];
  const fragment = hash === '' ? '' : `#${escapeForUri(hash.slice(1))}`;
  const uri = `${start.replace(strayPercent, '%25')}${escapeForUri(rest)}${fragment}`;
  return uri.length <= maxUrlLength ? uri : undefined;
}

const strayPercent = /%(?![\da-f]{2})/gi;
const escapeForUri = (part: string) =>
  part.replace(strayPercent, '%25').replace(/[^\w\-.~:/?@!$&'()*+,;=%]/g, encodeURIComponent);

/** The maximum length of a URL, which is ASCII once normalized. */
export const maxUrlLength = 2048;

/** An http(s) URL of up to 2,048 characters, normalized to RFC 3986. */
export const webUrlField = () => {
  const rule = 'Send an http or https URL of up to 2,048 characters, or null for none.';
  return normalized(rule, toUri).meta({ type: 'string', format: 'uri', maxLength: maxUrlLength });
};

export const maxTimezoneLength = 100;

/** An IANA time-zone name that `Intl` knows. UTC offsets are refused. */
export const timezoneField = () => {
  const rule = 'Send an IANA time-zone name, such as "Europe/Berlin".';
  return z.string(rule).trim().refine(isTimezone, rule).meta({ minLength: 1 });
};

/** Names that `Intl` accepts and IANA does not have. Some, such as `IST` and `CST`, are ambiguous. */
const icuOnlyNames =
  /^(SystemV\/.*|ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;

/** True for the name of a zone in the IANA database, in any case. */
export function isTimezone(text: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,99}$/.test(text) || icuOnlyNames.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The active codes of ISO 4217. `Intl` lacks those of funds and metals, and its list depends on the Node version. */
const currencies = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE ' +
    'CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ ' +
    'GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL ' +
    'LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR ' +
    'PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF ' +
    'XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG'
  ).split(' '),
);

export const currencyPattern = '^[A-Z]{3}$';

/** An ISO 4217 currency code in capitals. */
export const currencyField = () => {
  const rule = 'Send an ISO 4217 currency code in capitals, such as "EUR".';
  return z
    .string(rule)
    .trim()
    .refine((text) => currencies.has(text), rule)
    .meta({ pattern: currencyPattern });
};

/** A field that must not be sent, whatever its value. */
export const forbiddenField = (why: string) =>
  z
    .never(`Do not send it: ${why}`)
    .optional()
    .meta({ description: `Must not be sent: ${why}` });

// Not z.iso.datetime, which also checks the days of each month: these values come from the database.
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A timestamp in responses: ISO 8601 in UTC with milliseconds. */
export const timestamp = (description: string) =>
  z
    .string()
    .regex(timestampPattern)
    .meta({
      description,
      format: 'date-time',
      examples: ['2026-11-20T20:35:34.909Z'],
    });

export const timestampOrNull = (description: string) =>
  timestamp(description).nullable().meta({ description });

/** A timestamp in inputs: an RFC 3339 date-time with an offset. Accepts lower-case `t` and `z`, and leap seconds. */
export const dateTimeField = (description: string) =>
  z
    .string(dateTimeRule)
    .refine((text) => !Number.isNaN(toMilliseconds(text)), dateTimeRule)
    .meta({ format: 'date-time', description });

const dateTimeRule = 'Send an RFC 3339 date-time, such as "2026-11-20T20:35:34Z".';
const dateTime = z.iso.datetime({ offset: true });

/** Converts an RFC 3339 date-time to milliseconds since 1970; NaN if the text is not one. */
export function toMilliseconds(text: string): number {
  const usual = text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59');
  if (!dateTime.safeParse(usual).success) return Number.NaN;
  const moment = Date.parse(usual);
  if (usual === text.toUpperCase()) return moment;
  // A leap second is the last second of a day in UTC.
  return Math.floor(moment / 1000 + 1) % 86_400 === 0 ? moment + 1000 : Number.NaN;
}

/** True for an instant in the years 1970 to 2100 (UTC); false for an invalid Date. */
export function isCredible(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1970 && year <= 2100;
}

/** A `dateTimeField` that becomes a credible instant in UTC with milliseconds. */
export const instantField = (description: string) =>
  dateTimeField(description)
    .transform((text) => new Date(toMilliseconds(text)))
    .refine(isCredible, 'Send a time in the years 1970 to 2100.')
    .transform((instant) => instant.toISOString());

export const maxPageSize = 100;

const limitRule = 'Send a whole number from 1 to 100, in decimal digits.';

/** The page size, 1 to 100: 20 by default; larger values count as 100. */
export const limitInput = z
  .number(limitRule)
  .refine((limit) => Number.isInteger(limit) && limit >= 1, limitRule)
  .default(20)
  .transform((limit) => Math.min(limit, maxPageSize))
  .meta({
    type: 'integer',
    minimum: 1,
    default: 20,
    description: 'The number of records per page, 1 to 100. Larger values count as 100.',
  });
