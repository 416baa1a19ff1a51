import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const pages = [
  ...readdirSync(root),
  ...['docs', 'examples'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  ),
].filter((path) => path.endsWith('.md'));

/** The anchor that a heading gets. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('every internal link leads to an existing file and heading', () => {
  const broken: string[] = [];
  let count = 0;
  for (const page of pages) {
    const url = new URL(page, root);
    for (const [, target = ''] of readFileSync(url, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      count++;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? url : new URL(path, url);
      const headings = () =>
        [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
      if (!existsSync(file) || (anchor !== undefined && !headings().includes(anchor)))
        broken.push(`${page}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(10);
});
