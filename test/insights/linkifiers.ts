import { Autolinker } from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import { find } from 'linkifyjs';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import tlds from 'tlds' with { type: 'json' };

/** Takes for a link what any of its options make one of, under every top-level domain there is. */
const eager = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true })
  .tlds(tlds)
  .tlds('onion', true);

const markdown = new MarkdownIt({ linkify: true });
markdown.linkify.set({ fuzzyLink: true, fuzzyIP: true, fuzzyEmail: true }).tlds(tlds);

/** Without what leads to no address of the web: phone numbers, mentions and hashtags stay as they are. */
const autolinker = new Autolinker({
  urls: { schemeMatches: true, tldMatches: true, ipV4Matches: true },
  email: true,
  phone: false,
  mention: false,
  hashtag: false,
});

const tags = /<(?:a|img|iframe|script)\b[^>]*>/i;

const linksInText = (text: string): string[] => [
  ...(eager.match(text) ?? []).map(({ url }) => `linkify-it: ${url}`),
  ...find(text).map(({ href }) => `linkifyjs: ${href}`),
  ...autolinker.parse(text).map((match) => `autolinker: ${match.getAnchorHref()}`),
];

/** The start of a link to an activity, which cards have of their own. */
const ownTag = /<a href="\/v1\/clients\/[\w-]+\/activities\/[\w-]+">/g;

/** The links that other linkifiers and the markdown renderers make of a card, besides its own to activities. */
export function linksIn(card: string, texts: readonly string[]): string[] {
  const pages = {
    'markdown-it': markdown.render(card),
    marked: marked.parse(card, { async: false, gfm: true }),
  };
  const found = Object.entries(pages).flatMap(([name, html]) => {
    const [tag] = tags.exec(html.replaceAll(ownTag, '')) ?? [];
    return tag === undefined ? [] : [`${name}: ${tag}`];
  });
  return [...texts.flatMap(linksInText), ...found];
}
