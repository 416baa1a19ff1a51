import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { openCli } from '../support/cli.ts';
import { generous } from '../support/rules.ts';
import { recordUnassigned } from '../support/unassigned.ts';

const api = await startApi(generous);
const { cli: run, json: runJson } = await openCli(api);
const domain = 'globex.example';

/** The commands of an organization of their own. */
async function furnished() {
  const organization = await api.organization();
  const add = ([group = '', name = '', ...words]: string[]) =>
    [group, name, '--org', organization.slug].concat(words);
  return {
    organization,
    cli: (...words: string[]) => run(add(words)),
    json: (...words: string[]) => runJson(...add(words)),
  };
}

const rule = (integration: string, of = domain) => ['--integration', integration, '--domain', of];

test('one command makes a client and the rule of a domain, and what arrived before is assigned', async () => {
  const { organization, json, cli } = await furnished();
  await recordUnassigned(organization.db, { integration: 'gmail', participants: ['pat@initech.example'] });
  const made = await json('client', 'create', '--name', 'Initech', ...rule('any', 'Initech.example'));
  const wired = { id: expect.any(String), integration: 'any', domain: 'initech.example', clientId: made.id };
  const { body } = await api.get(`/v1/clients/${made.id}`, { token: organization.token });
  expect(made).toEqual({ ...body.data, rules: [wired] });
  expect(await json('insights', 'run')).toMatchObject({ assigned: 1 });
  const { out } = await cli('client', 'create', '--name', 'Globex', ...rule('any'));
  expect(out).toMatch(/^name +Globex\ndomain +globex\.example\n(.*\n)+rules +any\n$/m);
});

test('a client whose domain has no rule is made with a note that says how to create one', async () => {
  const { cli } = await furnished();
  const made = await cli('client', 'create', '--name', 'Initech', '--domain', 'initech.example', '--json');
  expect(JSON.parse(made.out)).toMatchObject({ rules: [] });
  expect(made.err).toMatch(
    /^note: no rule assigns activities to it yet; create one: clientele rule create --org \S+ --integration any --domain initech.example\n$/,
  );
});

test('a client whose rule belongs to another client is not made, nor is a rule without a domain', async () => {
  const { organization, cli, json } = await furnished();
  await json('client', 'create', '--name', 'Globex', ...rule('any'));
  const taken = await cli('client', 'create', '--name', 'Second', ...rule('any'));
  expect([taken.code, taken.err]).toEqual([
    1,
    `the rule of "${organization.slug}" for any and ${domain} belongs to another client; "rule list" shows it\n`,
  ]);
  const lacking = await cli('client', 'create', '--name', 'Third', '--integration', 'any');
  expect([lacking.code, lacking.err]).toEqual([1, 'a rule needs a domain; add --domain\n']);
  expect(await json('client', 'list')).toHaveLength(1);
});

test('two clients with one rule made at the same time are one client and one refusal', async () => {
  const { cli, json } = await furnished();
  const create = (name: string) => cli('client', 'create', '--name', name, ...rule('any'));
  const codes = (await Promise.all([create('First'), create('Second')])).map(({ code }) => code);
  expect(codes.sort()).toEqual([0, 1]);
  expect(await json('client', 'list')).toHaveLength(1);
});

test('a second client of a domain is made with a note that names the first one', async () => {
  const { cli, json } = await furnished();
  const first = await json('client', 'create', '--name', 'Globex', '--domain', domain);
  const words = ['--name', 'Globex Labs', '--domain', 'GLOBEX.example', '--json'];
  const second = await cli('client', 'create', ...words);
  expect(second.err).toBe(
    `note: Globex (${first.id}) has the domain ${domain} too; rules that are wired to it stay with it\n`,
  );
  expect(JSON.parse(second.out)).toMatchObject({ name: 'Globex Labs', domain });
});
