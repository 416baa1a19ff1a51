import { run } from './cli/program.ts';
import { processEnvironment } from './config.ts';

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  environment: processEnvironment,
  now: () => new Date(),
});
