import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alerts } from '../support/alerts.ts';
import { isInstalled } from '../support/installed.ts';

const read = (path: string) => readFileSync(path, 'utf8');

test('every alert names its section of the runbook, and every section is named', () => {
  const named = alerts.map(({ annotations }) => annotations.runbook_url);
  expect(named).toEqual(alerts.map(({ alert }) => `docs/runbook.md#${alert.toLowerCase()}`));
  const sections = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
});

test('every section says what the alert means, what to look at, and what to do', () => {
  const [, ...sections] = read('docs/runbook.md').split(/^## /m);
  for (const section of sections)
    expect(
      [...section.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part),
      section,
    ).toEqual(['Means', 'Look at', 'Do']);
});

test('the tests of the alert rules make each of them fire', () => {
  const fired = [...read('ops/alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name);
  expect(new Set(fired)).toEqual(new Set(alerts.map(({ alert }) => alert)));
});

test.skipIf(!isInstalled('promtool'))(
  'promtool: the alert rules are valid, and fire when they should',
  () => {
    for (const words of [
      ['check', 'config', 'ops/prometheus.yml'],
      ['test', 'rules', 'ops/alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    }
  },
);
