import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { escaped, toPlain } from '../../src/insights/text/markdown.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
type ListItem = Extract<Node, { type: 'listItem' }>;

/** One line of a card as a reader sees it. */
export interface Line {
  checked: boolean;
  text: string;
  bold: string[];
}

const allowed = ['root', 'list', 'listItem', 'paragraph', 'text', 'strong', 'link'];

/** The links of a card: relative paths of activities. */
const ownLink = /^\/v1\/clients\/[\w-]+\/activities\/[\w-]+$/;

/** Untrusted text as the cards write it: as inline markdown, cut to a length. */
export const toInline = (text: string, maxLength?: number) => escaped(toPlain(text, maxLength));

/**
 * The lines of a card, parsed as CommonMark with GFM.
 * @throws when it is anything but one flat checklist of words, bold ones among them, whose only links are to activities,
 *   each at the end of its line
 */
export function linesOf(markdown: string): Line[] {
  return itemsOf(markdown).map(({ checked, words }) => ({
    checked,
    text: seen(words.map(textOf).join('')),
    bold: words.filter(({ type }) => type === 'strong').map((word) => seen(textOf(word))),
  }));
}

/** The texts of its lines as a program gets them, with what a reader does not see. */
export function textsOf(markdown: string): string[] {
  return itemsOf(markdown).map(({ words }) => words.map(textOf).join(''));
}

/** A text without the spaces of no width that stand in domains, so that nothing makes a link of them. */
const seen = (text: string) => text.replaceAll('\u200b', '');

function itemsOf(markdown: string): { checked: boolean; words: Node[] }[] {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const strange = typesIn(root).filter((type) => !allowed.includes(type));
  if (strange.length > 0) throw new Error(`holds ${strange.join(', ')}: ${markdown}`);
  const [list, ...others] = root.children;
  if (list?.type !== 'list' || others.length > 0) throw new Error(`is not one list: ${markdown}`);
  return list.children.map((item) => itemOf(item, markdown));
}

function itemOf({ checked, children }: ListItem, markdown: string): { checked: boolean; words: Node[] } {
  const [paragraph, ...others] = children;
  if (typeof checked !== 'boolean' || paragraph?.type !== 'paragraph' || others.length > 0)
    throw new Error(`is no flat checklist: ${markdown}`);
  for (const [index, node] of paragraph.children.entries()) {
    const isLast = index === paragraph.children.length - 1;
    if (node.type === 'link' && !(isLast && ownLink.test(node.url) && node.title == null))
      throw new Error(`holds a link to ${node.url}: ${markdown}`);
  }
  return { checked, words: paragraph.children };
}

function typesIn(node: Node): string[] {
  return [node.type, ...('children' in node ? node.children.flatMap(typesIn) : [])];
}

function textOf(node: Node): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value : '';
}
