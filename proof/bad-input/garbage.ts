import type { Random } from './random.ts';

/** Makes what is no HTTP, or HTTP that is broken; each goes over a connection of its own, which is then ended. */
export function garbageMaker(random: Random, token: string) {
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const post = `POST /v1/clients HTTP/1.1\r\n${head}${json}`;
  const get = `GET /v1/health HTTP/1.1\r\n${head}`;
  const byte = () => random.bytes(1).toString('latin1');
  const makers: readonly (() => string | Buffer)[] = [
    () => random.bytes(1 + random.below(2_000)),
    () => random.bytes(20_000),
    () => Buffer.concat([Buffer.from(get), random.bytes(50)]),
    () => Buffer.concat([Buffer.from(`${get}\r\n`), random.bytes(100)]),
    () => '\r\n\r\n\r\n',
    () => '\0'.repeat(100),
    () => 'GET /v1/health\r\n\r\n',
    () => `GET /v1/health HTTP/0.9\r\n${head}\r\n`,
    () => `GET /v1/health HTTP/1.0\r\n${head}\r\n`,
    () => `GET /v1/health HTTP/2.0\r\n${head}\r\n`,
    () => `GET /v1/health HTTP/9.9\r\n${head}\r\n`,
    () => `GET /v1/health http/1.1\r\n${head}\r\n`,
    () => `GET  /v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `GET /v1/hea lth HTTP/1.1\r\n${head}\r\n`,
    () => `GET v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `GET http://x/v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `GET http://[::1/v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `GET //x/v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `GET ?x HTTP/1.1\r\n${head}\r\n`,
    () => `GET /v1/health#x HTTP/1.1\r\n${head}\r\n`,
    () => `GET /${byte()}${byte()} HTTP/1.1\r\n${head}\r\n`,
    () => `FOO /v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `get /v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `${byte()}ET /v1/health HTTP/1.1\r\n${head}\r\n`,
    () => `CONNECT x.example:443 HTTP/1.1\r\n${head}\r\n`,
    () => `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    () => Buffer.from('16030100c8010000c40303', 'hex'),
    () => `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${head}\r\n`,
    () => `${get}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    () => `${get}${Array.from({ length: 2_500 }, (_, index) => `a${index}:b\r\n`).join('')}\r\n`,
    () => `${get}No colon\r\n\r\n`,
    () => `${get}: empty\r\n\r\n`,
    () => `${get}X Y: z\r\n\r\n`,
    () => `${get}X: a\0b\r\n\r\n`,
    () => `${get}X: a${byte()}b\r\n\r\n`,
    () => `${get}X: a\rb\r\n\r\n`,
    () => `${get}X: a\r\n folded\r\n\r\n`,
    () => get.replaceAll('\r\n', '\n').concat('\n'),
    () => get.replaceAll('\r\n', '\r').concat('\r'),
    () => `${get}Host: y\r\n\r\n`,
    () => 'GET /v1/health HTTP/1.1\r\n\r\n',
    () => `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":`,
    () => `${post}Content-Length: -1\r\n\r\n{}`,
    () => `${post}Content-Length: +2\r\n\r\n{}`,
    () => `${post}Content-Length: 2, 2\r\n\r\n{}`,
    () => `${post}Content-Length: 0x2\r\n\r\n{}`,
    () => `${post}Content-Length: 99999999999999999999\r\n\r\n{}`,
    () => `${post}Content-Length: 100\r\n\r\n{}`,
    () => `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: ${byte()}\r\n\r\n`,
    () => `${post}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Transfer-Encoding: identity\r\n\r\n{}`,
    () => `${post}Transfer-Encoding: \x0bchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    () => `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    () =>
      `${get}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n${random.bytes(20).toString('latin1')}`,
    () => `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\nPRI`,
    () => `${get}\r\n`.slice(0, random.below(get.length)),
    () => `${post}Content-Length: 17\r\n\r\n{"name":"Globex"}`.slice(0, random.below(180)),
  ];
  return (): Buffer => {
    const made = random.of(makers)();
    return typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
  };
}
