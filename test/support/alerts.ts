import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (path: string) => readFileSync(path, 'utf8');

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
});

/** The alert rules of `ops/alerts.yml`. */
export const alerts = z
  .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
  .parse(parse(read('ops/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);

const target = z.object({ expr: z.string() });

/** The expressions of the alert rules and of `ops/dashboard.json`. */
export const expressions: readonly string[] = [
  ...alerts.map(({ expr }) => expr),
  ...z
    .object({ panels: z.array(z.object({ targets: z.array(target).default([]) })) })
    .parse(JSON.parse(read('ops/dashboard.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];
