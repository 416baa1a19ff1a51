import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Conversation {
  /** The responses that have not been written to their end. */
  readonly open: Set<ServerResponse>;
  last?: ServerResponse;
}

/** Keeps whose turn it is on each connection, for answers that go to the socket past Node's own order. */
export function keepTurns() {
  const conversations = new WeakMap<Duplex, Conversation>();
  return {
    /** Sees every request before anything answers it. */
    watch(server: Server): void {
      server.prependListener('request', ({ socket, headers }, response) => {
        // Node loses what has already come behind such a request; who waits for its answer must see that none comes.
        if (headers.upgrade !== undefined) response.setHeader('Connection', 'close');
        const conversation = conversations.get(socket) ?? { open: new Set() };
        conversations.set(socket, conversation);
        conversation.last = response;
        conversation.open.add(response);
        response.on('close', () => conversation.open.delete(response));
      });
    },

    /** True when no request waits behind the one that the response answers. */
    isLast: (response: ServerResponse): boolean => conversations.get(response.req.socket)?.last === response,

    /**
     * Waits until the answers to all requests before are written.
     * @returns false when what broke is the rest of a request that has its answer already
     */
    async waitFor(socket: Duplex): Promise<boolean> {
      const { open, last } = conversations.get(socket) ?? { open: new Set() };
      const broken = last?.req.complete === false ? last : undefined;
      const before = [...open].filter((response) => response !== broken);
      await Promise.all(before.map((response) => new Promise((resolve) => response.once('close', resolve))));
      return broken?.headersSent !== true;
    },
  };
}
