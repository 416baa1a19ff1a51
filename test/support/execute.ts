import { type Caller, type CommandServices, execute } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { noScreen } from '../../src/cli/io.ts';
import { neverAborted } from '../../src/core/timeouts.ts';

/**
 * Runs a command in this process and returns its JSON output.
 * @param input the options with their defaults
 * @param given replaces parts of the calling process
 * @param lent what the calling process lends to the command; by default what it would lend
 */
export async function executeHere(
  services: CommandServices,
  name: string,
  input: object,
  given: Partial<Caller> = {},
  lent?: object,
) {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  let text = '';
  const out = async (part: string) => {
    text += part;
  };
  const io = { out, err: () => {}, environment: {}, now: services.now };
  const caller: Caller = {
    ...{ self: 'clientele', isJson: true, screen: noScreen, out },
    ...{ show: () => {}, say: () => {}, ask: async () => undefined, variable: async () => undefined },
    secret: async () => '',
    ...given,
    ...(lent ?? (await command.lend?.(input as never, io))),
  };
  await execute(command, input, caller, services, neverAborted);
  return JSON.parse(text);
}
