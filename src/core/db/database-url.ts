/** The address of a PostgreSQL server for postgres.js: a URL, and options for what the driver cannot read from a URL. */
export interface Server {
  readonly url: string;
  readonly options: { readonly path?: string };
}

const urlPattern = /^postgres(?:ql)?:\/\/(?<user>[^/?#]*@)?(?<hosts>[^/?#@]*)(?<rest>.*)$/;
const hostPattern =
  /^(?:\[(?<v6>[0-9A-Fa-f:.]+)\]|(?<directory>\/[^:]*)|(?<name>[^:/[\]]+))(?::(?<port>\d+))?$/;

/** Parameters that are not passed on to the driver. Servers must accept writes, whatever `target_session_attrs` says. */
const handledParameters = ['host', 'port', 'target_session_attrs'];

/**
 * Parses the servers of a `postgres://` URL, in order, by the rules of libpq: `a:5432,b:5433`, `[::1]`, and `?host=` with
 * hosts or the directory of a Unix socket.
 *
 * postgres.js supports neither of the last two. With several hosts that are all down, it retries them forever without a
 * pause.
 * @returns an empty array if the text is not such a URL
 */
export function serversOf(text: string): Server[] {
  const { user = '', hosts = '', rest = '' } = urlPattern.exec(text)?.groups ?? {};
  const one = `postgres://${user}${user && 'localhost'}${rest}`;
  if (!urlPattern.test(text) || !URL.canParse(one)) return [];
  const url = new URL(one);
  const places = decoded(hosts) || url.searchParams.get('host');
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  for (const name of handledParameters) url.searchParams.delete(name);
  // Without a host the driver reads PGHOST, as libpq does.
  if (!places) return [{ url: url.href, options: {} }];
  const servers = places.split(',').flatMap((place, at) => serverAt(place, ports[at] ?? ports[0], url) ?? []);
  return servers.length === places.split(',').length ? servers : [];
}

function serverAt(place: string, elsewhere: string | undefined, url: URL): Server | undefined {
  const { v6, directory, name, port = elsewhere } = hostPattern.exec(place)?.groups ?? {};
  const number = Number(port ?? 5432);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return undefined;
  const { username, password, pathname, search } = url;
  const user = username && `${username}${password && `:${password}`}@`;
  const at = (host: string) => `postgres://${user}${host}${pathname}${search}`;
  // The driver splits strings at colons but not lists, which its types do not mention.
  const list: object = { host: [v6], port: [number] };
  if (v6 !== undefined) return { url: at('localhost'), options: list };
  if (directory !== undefined) {
    return { url: at('localhost'), options: { path: `${directory}/.s.PGSQL.${number}` } };
  }
  // Without a port the driver reads PGPORT, as libpq does.
  const named = at(`${name}${port === undefined ? '' : `:${number}`}`);
  return name !== undefined && URL.canParse(named) ? { url: named, options: {} } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The host and port of a server, or the path of its socket, for messages. */
export function placeOf({ url, options }: Server): string {
  if ('host' in options && 'port' in options) return `[${options.host}]:${options.port}`;
  const { hostname, port } = new URL(url);
  return options.path ?? `${hostname || 'localhost'}:${port || 5432}`;
}
