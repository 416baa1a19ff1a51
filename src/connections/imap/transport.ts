import { connect as connectPlain, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { ImapFlowOptions } from 'imapflow';
import { pinnedTo } from '../addresses.ts';

/** The turn of the event loop in which the last of the waiting sockets goes on. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Lets all sockets go on one after the other, each in a turn of its own of the event loop. The parser is done with a chunk
 * before its turn ends, so that servers which send short lines without end would else be read without a pause.
 */
function inTurns<S extends Socket>(socket: S): S {
  const { pause, resume } = socket;
  let isWaiting = false;
  socket.resume = () => {
    if (!isWaiting)
      lastTurn = lastTurn
        .then(() => setImmediate())
        .then(() => {
          if (isWaiting) resume.call(socket);
          isWaiting = false;
        });
    isWaiting = true;
    return socket;
  };
  socket.pause = () => {
    isWaiting = false;
    return pause.call(socket);
  };
  return socket;
}

/**
 * Opens the sockets of a connection to a mail server.
 * @param addresses that were checked; another look-up could give another one. They are tried in turn
 * @param attemptMs the time for each but the last
 */
export function transportTo(
  addresses: readonly string[],
  attemptMs: number,
): NonNullable<ImapFlowOptions['transport']> {
  const tried = { ...pinnedTo(addresses), autoSelectFamilyAttemptTimeout: attemptMs };
  return {
    connect: ({ secure, tls, ...target }, onConnect) =>
      inTurns(
        secure
          ? connectTls({ ...tls, ...target, ...tried }, onConnect)
          : connectPlain({ ...target, ...tried }, onConnect),
      ),
    upgrade: (socket, { tls, ...target }, onSecure) =>
      inTurns(connectTls({ ...tls, ...target, socket }, onSecure)),
  };
}
