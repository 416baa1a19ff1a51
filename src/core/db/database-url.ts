/** A PostgreSQL server, as postgres.js takes it: by its URL, and by options where its URL cannot say it to that driver. */
export interface Server {
  readonly url: string;
  readonly options: { readonly path?: string };
}

const urlForm = /^postgres(?:ql)?:\/\/(?<user>[^/?#]*@)?(?<hosts>[^/?#@]*)(?<rest>.*)$/;
const hostForm = /^(?:\[(?<v6>[0-9A-Fa-f:.]+)\]|(?<directory>\/[^:]*)|(?<name>[^:/[\]]+))(?::(?<port>\d+))?$/;

/** Read here, and not passed on: a server has to take writes whatever the URL asks for. */
const readHere = ['host', 'port', 'target_session_attrs'];

/**
 * The servers of a `postgres://` URL in their order, by the rules of libpq: `a:5432,b:5433`, `[::1]`, and `?host=` with
 * hosts or the directory of a Unix socket.
 *
 * postgres.js understands neither of the last two. Of several hosts that are down, it tries one after the other without
 * ever pausing or failing.
 * @returns none when the text is no such URL
 */
export function serversOf(text: string): Server[] {
  const { user = '', hosts = '', rest = '' } = urlForm.exec(text)?.groups ?? {};
  const one = `postgres://${user}${user && 'localhost'}${rest}`;
  if (!urlForm.test(text) || !URL.canParse(one)) return [];
  const url = new URL(one);
  const places = decoded(hosts) || url.searchParams.get('host');
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  for (const name of readHere) url.searchParams.delete(name);
  // Without any host the driver looks into the environment, as libpq does.
  if (!places) return [{ url: url.href, options: {} }];
  const servers = places.split(',').flatMap((place, at) => serverAt(place, ports[at] ?? ports[0], url) ?? []);
  return servers.length === places.split(',').length ? servers : [];
}

function serverAt(place: string, elsewhere: string | undefined, url: URL): Server | undefined {
  const { v6, directory, name, port = elsewhere } = hostForm.exec(place)?.groups ?? {};
  const number = Number(port ?? 5432);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return undefined;
  const { username, password, pathname, search } = url;
  const user = username && `${username}${password && `:${password}`}@`;
  const at = (host: string) => `postgres://${user}${host}${pathname}${search}`;
  // The driver takes host and port as lists, too, and cuts no list at its colons; its types tell of strings only.
  const list: object = { host: [v6], port: [number] };
  if (v6 !== undefined) return { url: at('localhost'), options: list };
  if (directory !== undefined) {
    return { url: at('localhost'), options: { path: `${directory}/.s.PGSQL.${number}` } };
  }
  // Without a port the driver looks into the environment, as libpq does.
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
