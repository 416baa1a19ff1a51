/**
 * The resident memory of the service under reads at full rate for five minutes, and of the same written by hand.
 *
 * `npm run bench:memory`, with `-- --quick` for 20 seconds each and `-- --json` for one JSON document. Linux only.
 * `DATABASE_URL` names any database of the server to use; a database of its own is made there, and dropped. `REDIS_URL`
 * is the Redis to use.
 */
import { isQuick, print, programs, say, withBench } from './requests/bench.ts';
import { rounded, table } from './statistics.ts';

const organizations = 40_000;
const seconds = isQuick ? 20 : 300;
const sampleSeconds = 10;

await withBench(organizations, async ({ load, start }) => {
  async function peaksOf(name: 'ours' | 'hand-written') {
    const server = await start(programs[name]);
    const samples: number[] = [];
    const sampling = setInterval(() => {
      const megabytes = server.residentMegabytes();
      samples.push(megabytes);
      say(`${name}, ${samples.length * sampleSeconds} s: ${megabytes.toFixed(0)} MB`);
    }, sampleSeconds * 1_000);
    // A sample more, so that the last one is not lost to the end of the run.
    const { perSecond } = await load.run({
      url: server.url,
      work: 'read a client',
      organizations,
      seconds: seconds + 1,
    });
    clearInterval(sampling);
    await server.stop();
    const perMinute = 60 / sampleSeconds;
    return {
      name,
      perSecond: rounded(perSecond, 0),
      firstMinuteMegabytes: rounded(Math.max(...samples.slice(0, perMinute)), 0),
      lastMinuteMegabytes: rounded(Math.max(...samples.slice(-perMinute)), 0),
      peakMegabytes: rounded(Math.max(...samples), 0),
    };
  }

  const ours = await peaksOf('ours');
  const byHand = await peaksOf('hand-written');
  const ratio = rounded(ours.peakMegabytes / byHand.peakMegabytes, 2);
  print(
    { servers: [ours, byHand], ratio, organizations, seconds },
    table([
      ['less is better', 'first minute', 'last minute', 'peak', 'at'],
      ...[ours, byHand].map((server) => [
        server.name,
        `${server.firstMinuteMegabytes} MB`,
        `${server.lastMinuteMegabytes} MB`,
        `${server.peakMegabytes} MB`,
        `${server.perSecond}/s`,
      ]),
      ['ratio', '', '', ratio.toFixed(2), ''],
    ]),
  );
});
