import { expect, test } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';

/** Progress on a screen of so many columns, and what is written there; time goes on only by `wait`. */
function start(columns: number | undefined, environment: Record<string, string> = {}) {
  let ms = 0;
  let text = '';
  const progress = createProgress({
    err: (more) => (text += more),
    errScreen: { columns, hasColors: false },
    environment,
    now: () => new Date(ms),
  });
  return { ...progress, wait: (moreMs: number) => (ms += moreMs), written: () => text };
}

/** Returns what a terminal shows after the output: erased lines are removed. */
const seen = (text: string) =>
  text
    .split('\r\u001b[K')
    .reduce((before, after) => `${before.slice(0, before.lastIndexOf('\n') + 1)}${after}`);

test('on a terminal there is one line, rewritten at most ten times a second and cleared at the end', () => {
  const { show, end, wait, written } = start(40);
  for (let count = 1; count <= 100; count++) {
    show(`${count} read`);
    wait(10);
  }
  expect(written()).not.toContain('\n');
  expect(written().match(/read/g)).toHaveLength(10);
  expect(seen(written())).toBe('91 read');
  end();
  expect(seen(written())).toBe('');
});

test('permanent lines are printed above the progress line', () => {
  const { show, say, end, written } = start(40);
  show('1 read');
  say('line 2: no JSON');
  expect(seen(written())).toBe('line 2: no JSON\n1 read');
  end();
  expect(seen(written())).toBe('line 2: no JSON\n');
});

test('a line is cut before the terminal would wrap it', () => {
  const { show, written } = start(10);
  show('1234567890');
  expect(seen(written())).toBe('123456789');
});

test.each([
  ['a file or a pipe', undefined, {}],
  ['a terminal that cannot rewrite', 80, { TERM: 'dumb' }],
])('%s gets a line every five seconds', (_what, columns, environment) => {
  const { show, say, end, wait, written } = start(columns, environment);
  for (let second = 0; second < 12; second++) {
    show(`${second} read`);
    wait(1_000);
  }
  say('line 2: no JSON');
  end();
  expect(written()).toBe('5 read\n10 read\nline 2: no JSON\n');
});
