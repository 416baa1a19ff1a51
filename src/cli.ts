#!/usr/bin/env node
import { askOn, readInput, screenOf } from './cli/io.ts';
import { run } from './cli/program.ts';
import { processEnvironment } from './config.ts';

// Each write reports its own error, such as EPIPE. Without a listener the event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

function writeOut(text: string): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
  // Commander does not await the write of its help.
  written.catch(() => {});
  return written;
}

process.exitCode = await run(process.argv.slice(2), {
  out: writeOut,
  err: (text) => process.stderr.write(text),
  input: (prompt) => readInput(process.stdin, process.stderr, prompt),
  ask: askOn(process.stdin, process.stderr),
  outScreen: screenOf(process.stdout),
  errScreen: screenOf(process.stderr),
  environment: processEnvironment,
  now: () => new Date(),
});
