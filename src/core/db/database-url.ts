/** A PostgreSQL server for postgres.js: a URL, and the options that replace its host. */
export interface Server {
  readonly url: string;
  readonly options: object;
}

const urlPattern = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<rest>.*)$/;
const hostPattern = /^(?:\[(?<v6>[\dA-Fa-f:.]+)\]|(?<host>\/[^:]*|[^\s:/[\]]+))(?::(?<port>\d+))?$/;

/**
 * Parses the servers of a `postgres://` URL, in order, by the rules of libpq: `a:5432,b:5433`, `[::1]`, and `?host=` with
 * hosts or the directory of a Unix socket. Servers must accept writes, whatever `target_session_attrs` says.
 *
 * postgres.js supports neither of the last two. With several hosts that are all down, it retries them forever without a
 * pause.
 * @returns an empty array if the text is not such a URL
 */
export function serversOf(text: string): Server[] {
  const { start, hosts = '', rest = '' } = urlPattern.exec(text)?.groups ?? {};
  const one = `${start}localhost${rest}`;
  if (start === undefined || !URL.canParse(one)) return [];
  const url = new URL(one);
  const { searchParams } = url;
  const places = (decoded(hosts) || searchParams.get('host') || 'localhost').split(',');
  const ports = (searchParams.get('port') ?? '5432').split(',');
  for (const name of ['host', 'port', 'target_session_attrs']) searchParams.delete(name);
  const options = places.flatMap((place, at) => optionsOf(place, ports[at] ?? ports[0]) ?? []);
  return options.length === places.length ? options.map((each) => ({ url: url.href, options: each })) : [];
}

function optionsOf(place: string, elsewhere: string | undefined): object | undefined {
  const { v6, host, port = elsewhere } = hostPattern.exec(place)?.groups ?? {};
  const number = Number(port);
  if (!(number >= 1 && number <= 65_535)) return undefined;
  // The driver splits strings at colons, but not lists.
  if (v6 !== undefined) return { host: [v6], port: [number] };
  return host === undefined ? undefined : { host, port: number };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
