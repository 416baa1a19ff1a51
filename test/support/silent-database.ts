import { forwardTo } from './forwarder.ts';

/** Starts a server that accepts connections and never answers. With a target, it forwards until `fallSilent`. */
export async function silentDatabase(target?: URL) {
  const way = await forwardTo(target?.href ?? 'postgres://nobody@127.0.0.1/none');
  if (!target) way.hold();
  return { url: way.url, connected: () => way.attempts() > 0, fallSilent: way.silence };
}
