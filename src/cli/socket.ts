import { rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { ConfigError } from '../config.ts';
import { readVersion } from '../core/paths.ts';
import { reasonOf } from '../core/reason.ts';
import { type Caller, type Command, type CommandServices, execute } from './command.ts';
import { commands } from './commands.ts';
import { CliError, isClosedPipe, toCliError } from './errors.ts';

/** The messages on the socket: a line of JSON each, between processes of the same user. */
interface Message {
  /** The first of a server; the caller runs the same program. */
  readonly version?: string;
  /** The first of a caller: a command, the fields of its `Caller`, and the names of its functions. */
  readonly request?: { command: string; input: object; caller: object; functions: readonly string[] };
  /** Has the caller call a function; it answers in the same order. */
  readonly call?: { readonly name: string; readonly args: readonly unknown[] };
  readonly answer?: { readonly value?: unknown; readonly error?: string };
  /** The last of a server. */
  readonly end?: { readonly exitCode: number } | { readonly error: string; readonly isUsage: boolean };
}

const serverEnded = 'the server ended before the command did';

const send = (socket: Socket, message: Message) => socket.write(`${JSON.stringify(message)}\n`);

async function* readMessages(socket: Socket): AsyncGenerator<Message, undefined> {
  let text = '';
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      text += chunk;
      if (!chunk.includes('\n')) continue;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    // Not to be mistaken for a failure to write the output.
    throw new CliError(`${serverEnded}: ${reasonOf(error)}`);
  }
  return undefined;
}

/** The time that running commands get to finish when the server stops, so that their results are not lost. */
const graceMs = 4_000;

/**
 * Runs commands for callers at a socket that only this user can open.
 * @returns a function that stops it
 */
export async function serveCli(path: string, services: CommandServices): Promise<() => Promise<void>> {
  // The caller holds the lock of the directory, so a socket here was left by a process that died.
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    serve(socket, services).catch(() => socket.destroy());
  });
  const stop = () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, graceMs).unref();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const mask = process.umask(0o177);
    server.listen(path, () => resolve(stop));
    process.umask(mask);
  });
}

/** Runs the command of a caller, whose functions are called over the socket. */
async function serve(socket: Socket, services: CommandServices): Promise<void> {
  send(socket, { version: readVersion() });
  const messages = readMessages(socket);
  const { request } = (await messages.next()).value ?? {};
  const command = commands.find(({ name }) => name === request?.command);
  if (!request || !command) return void socket.destroy();
  const gone = new AbortController();
  const pending: ((answer: NonNullable<Message['answer']>) => void)[] = [];
  const interrupted = 'the command was interrupted';
  const listen = async () => {
    for await (const { answer = {} } of messages) pending.shift()?.(answer);
  };
  void listen()
    .catch(() => {})
    .finally(() => {
      gone.abort(new CliError(interrupted));
      for (const settle of pending) settle({ error: interrupted });
    });
  const call = (name: string, args: readonly unknown[]) => {
    const answered = new Promise((resolve, reject) => {
      pending.push(({ value, error }) =>
        error === undefined ? resolve(value) : reject(new CliError(error)),
      );
      if (gone.signal.aborted) pending.pop()?.({ error: interrupted });
      else send(socket, { call: { name, args } });
    });
    // Nobody awaits those that only show something.
    answered.catch(() => {});
    return answered;
  };
  const calls = request.functions.map((name) => [name, (...args: unknown[]) => call(name, args)]);
  const caller: Caller = { ...request.caller, ...Object.fromEntries(calls) };
  const end = await execute(command, request.input, caller, services, gone.signal).then(
    (exitCode) => ({ exitCode }),
    (error: unknown) => ({ error: toCliError(error).message, isUsage: toCliError(error).isUsage }),
  );
  send(socket, { end });
  socket.end();
}

/** A server that waits for a command. */
export interface Server {
  readonly socket: Socket;
  readonly messages: AsyncGenerator<Message, undefined>;
}

/**
 * Connects to the server that listens at a socket. Nothing is sent before its first message, since one that is frozen would
 * run the command when the caller has long gone. Opening the database has shown that only this user can write to the directory.
 * @returns undefined if none answers in time
 * @throws ConfigError when the server is another program
 */
export async function connectToServer(path: string, timeoutMs: number): Promise<Server | undefined> {
  const socket = createConnection(path);
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  const messages = readMessages(socket);
  const first = await messages.next().catch(() => undefined);
  clearTimeout(timer);
  if (!first?.value) return undefined;
  const { version } = first.value;
  if (version === readVersion()) return { socket, messages };
  socket.destroy();
  throw new ConfigError(
    `the server runs version ${version}, but this command is version ${readVersion()}; restart the server`,
  );
}

/** Runs a command in a server. @returns its exit code */
export async function executeInServer(
  { socket, messages }: Server,
  { name: command }: Command,
  input: object,
  caller: Caller,
): Promise<number> {
  const byName = new Map<string, unknown>(Object.entries(caller));
  const functions = [...byName].flatMap(([name, value]) => (typeof value === 'function' ? name : []));
  send(socket, { request: { command, input, caller, functions } });
  for await (const { call, end } of messages) {
    if (end && 'error' in end) throw new CliError(end.error, end);
    if (end) return end.exitCode;
    if (!call) continue;
    try {
      const called = byName.get(call.name);
      const value: unknown = typeof called === 'function' ? await called(...call.args) : undefined;
      send(socket, { answer: { value } });
    } catch (error) {
      if (isClosedPipe(error)) throw error;
      send(socket, { answer: { error: toCliError(error).message } });
    }
  }
  throw new CliError(serverEnded);
}
