/** Hostile and malformed values. Texts are written as they appear in the request. */

/** Splits a text at spaces and line breaks; backslashes stay as they are written. */
const words = (text: TemplateStringsArray) => String.raw(text).trim().split(/\s+/);

/** Splits a list at its separators. */
export const listed = (text: string) => text.split('¦');

const long = 'x'.repeat(300);
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** Values in JSON, and what is none. */
export const literals: readonly string[] = [
  ...words`
    null true 0 -0 -1 1.5 1e400 -1e400 1e-400 9007199254740993 99999999999999999999999999 [] {} [null] ""
    "\u0000" "a\u0000b" "\ud800" "\udc00\ud800" "a\ud83d" "\ufeff" "\u202e\u0000" "\u0007\u001b[2J"
    "<script>alert(1)</script>" "__proto__" "constructor" {"__proto__":{"isAdmin":true}}
    {"constructor":{"prototype":{"x":1}}} {"toString":1,"valueOf":2,"then":3} {"toJSON":1} {"length":-1}
    {"$ne":null} NaN undefined 'x' 01 +1 .5 0x10 "open "\x41" "\u12" 1, http://x.example "http://[::1"
    "http://user:password@x.example/%zz" "javascript:alert(1)" "https://x.example/\ud800" "xn--a.example"
    "..example" "a.b" "Europe/Berlin\u0000" "../../etc/localtime" "EUR" "eur" "2026-02-30T25:61:61Z"
    "2026-06-30T23:59:60Z" "0000-00-00T00:00:00Z"
  `,
  '" "',
  '"\u2028"',
  '"\u{1f600}"',
  '"e\u0301\u0301\u0301\u0301"',
  `"${'\u0301'.repeat(300)}"`,
  `"${long}"`,
  `"${'\u{1f600}'.repeat(256)}"`,
  `"${'x'.repeat(20_000)}"`,
  '"Robert\'); drop table clients;--"',
  nested('[', ']', 31),
  nested('[', ']', 33),
  nested('[', ']', 5_000),
  nested('{"a":', '', 5_000),
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `[${'1,'.repeat(9_000)}1]`,
  `{${Array.from({ length: 3_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  '"tab\tinside"',
  '/* c */1',
  '"xn--\u{fc}.example"',
];

/** Names of fields that are special somewhere, as they stand between quotes. */
export const oddKeys: readonly string[] = [
  ...words`
    __proto__ constructor prototype toString hasOwnProperty __defineGetter__ then toJSON clientId userId
    activityId id organizationId organization_id plan slug email idpUserID createdAt 0 -1 length \u0000 \ud800
    body batch input set.name
  `,
  '',
  ' ',
  'x'.repeat(200),
];

/** Pieces of a query or a path, escaped or not. */
export const pieces: readonly string[] = [
  ...words`
    % %% %zz %2 %ff %c3%28 %E0%A4%A %00 %0a%0d %20 + %2B %25 %252e%252e . .. ... %2e%2e %2e %2f %2F..%2F %5c ;x=1
    ; * :clientId {clientId} __proto__ constructor null undefined NaN -1 0 1e2 0x10 5.0 20 101 9007199254740993
    %D9%A5 '%20or%201=1-- %F0%9F%98%80 %ED%A0%80 %EF%BB%BF %E2%80%AE true TRUE [] {} a[b]=c a,b | ^ ~ " <x>
    $%7B7*7%7D 2026-11-20T20:35:34Z 2026-11-20T20:35:34%2B25:00
  `,
  '',
  '\\',
  '1'.repeat(400),
  '`',
  'x'.repeat(100),
  'x'.repeat(3_000),
  '%41'.repeat(500),
];

export const contentTypes: readonly string[] = [
  ...listed(
    'application/json; charset=utf-8¦Application/JSON;charset="UTF-8"¦application/json;;;;¦application/json; charset=utf-16¦' +
      'application/json; charset=latin1¦application/json; boundary=x¦application/json, application/json¦application/jsonp¦' +
      'application/merge-patch+json¦application/x-www-form-urlencoded¦multipart/form-data; boundary=x¦multipart/form-data¦' +
      'text/plain¦text/html¦application/octet-stream¦application/xml¦json¦/¦;¦*/*¦¦__proto__',
  ),
  `application/json${';'.repeat(2_000)}x`,
  `application/json${' ;'.repeat(2_000)}`,
];

export const oddHeaders: readonly string[] = [
  ...listed(
    'Content-Encoding: gzip¦Content-Encoding: br¦Content-Encoding: identity¦Content-Encoding: identity, gzip¦' +
      'Accept: text/html¦Accept: text/event-stream¦Accept: application/jsonl¦trpc-accept: application/jsonl¦' +
      'Accept-Charset: utf-16¦Accept-Version: 9.9.9¦Range: bytes=0-1¦If-Match: "x"¦If-Match: *¦' +
      'Idempotency-Key: one¦Idempotency-Key: "two"¦Idempotency-Key: ¦If-None-Match: *¦If-Modified-Since: never¦' +
      "Idempotency-Key: '); drop table clients; --¦X-HTTP-Method-Override: DELETE¦X-Forwarded-For: 127.0.0.1, ::1¦" +
      'X-Forwarded-Host: evil.example¦X-Forwarded-Proto: https¦X-Original-URL: /v1/organization¦' +
      'X-Rewrite-URL: /v1/organization¦Forwarded: for=unknown;host=evil.example¦Origin: null¦Origin: https://evil.example¦' +
      'Referer: http://[¦Expect: something¦Upgrade: h2c¦Upgrade: websocket¦Connection: Upgrade¦Connection: keep-alive, x¦' +
      'Keep-Alive: timeout=1000000¦TE: trailers¦Trailer: Authorization¦Host: ¦Host: [::1¦Host: a b¦Max-Forwards: 0¦Date: x¦' +
      '__proto__: x¦constructor: x¦Content-Language: \u00ff\u00fe¦traceparent: 00-x¦Proxy-Authorization: Basic x¦' +
      'Access-Control-Request-Method: PUT',
  ),
  `Content-Encoding: ${'x'.repeat(500)}`,
  `If-Match: "zzzzzzzzzzzz", W/"", "${'-'.repeat(900)}"`,
  `Idempotency-Key: ${'x'.repeat(900)}`,
  `X-Request-Id: x${'y'.repeat(300)}`,
  `Cookie: token=${'x'.repeat(3_000)}`,
  `X-Long: ${'x'.repeat(8_000)}`,
];
