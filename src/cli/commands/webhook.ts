import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { webhookEvents } from '../../webhooks/table.ts';
import { orgOption, toCount, toList } from '../options.ts';
import type { Runner } from '../runner.ts';

const id = new Argument('<id>', 'its id, as "webhook list" shows it');

export function addWebhookCommands(program: CommandUnknownOpts, runner: Runner): void {
  const webhook = program.command('webhook').description('send events of an organization to URLs');

  webhook
    .command('create')
    .description('send events to a URL, and show the secret that signs them, once')
    .addOption(orgOption)
    .requiredOption('--url <url>', 'the URL, with https://')
    .requiredOption('--events <events>', `separated by commas: ${webhookEvents.join(', ')}`, toList)
    .option('--allow-private', 'allow a server in a private network', false)
    .action((given) =>
      // The procedure refuses events that do not exist.
      runner.print((client) =>
        client.webhook.create.mutate(given as Parameters<typeof client.webhook.create.mutate>[0]),
      ),
    );

  webhook
    .command('list')
    .description('list the endpoints with their state')
    .addOption(orgOption)
    .action(({ org }) => runner.printRows((client) => client.webhook.list.query({ org })));

  webhook
    .command('show')
    .description('show an endpoint, without its secret')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.webhook.show.query({ org, id })));

  webhook
    .command('test')
    .description('send a test message now, and show how it was answered')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) =>
      runner.print(async (client) => {
        const test = await client.webhook.test.mutate({ org, id });
        if (test.failure !== null) runner.exitCode = 1;
        return test;
      }),
    );

  webhook
    .command('rotate')
    .description('make a new secret and show it, once; the old one signs too for 24 hours')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.webhook.rotate.mutate({ org, id })));

  const turns = [
    ['pause', 'paused', 'stop sending; events that occur until it is resumed are never sent'],
    ['resume', 'active', 'continue a paused endpoint, or try a failing one at once'],
  ] as const;
  for (const [name, state, description] of turns)
    webhook
      .command(name)
      .description(description)
      .addArgument(id)
      .addOption(orgOption)
      .action((id, { org }) => runner.print((client) => client.webhook.turn.mutate({ org, id, state })));

  webhook
    .command('delete')
    .description('delete an endpoint with its secret and deliveries')
    .addArgument(id)
    .addOption(orgOption)
    .action((id, { org }) => runner.print((client) => client.webhook.delete.mutate({ org, id })));

  webhook
    .command('deliveries')
    .description('list the last deliveries, newest first, or send one again')
    .addArgument(id)
    .addOption(orgOption)
    .option('--limit <count>', 'the number of deliveries', toCount, 20)
    .option('--resend <delivery>', 'the id of a delivery that has ended')
    .action((id, { org, limit, resend }) =>
      resend === undefined
        ? runner.printRows((client) => client.webhook.deliveries.query({ org, id, limit }))
        : runner.print((client) => client.webhook.resend.mutate({ org, id, delivery: resend })),
    );
}
