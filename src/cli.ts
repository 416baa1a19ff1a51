#!/usr/bin/env node
import { run } from './cli/program.ts';
import { screenOf } from './cli/screen.ts';
import { processEnvironment } from './config.ts';

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  outScreen: screenOf(process.stdout),
  errScreen: screenOf(process.stderr),
  environment: processEnvironment,
  now: () => new Date(),
});
