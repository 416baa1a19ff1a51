export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const wordOrMark =
  /\d+(?:[.,:/]\d+)*|[\p{L}\p{M}]+(?:'\p{L}+)*|[.,;:!?…()—–|%]|\s-+\s|\p{Extended_Pictographic}/gu;

/** The name of an emoji as chat programs write it, `:slightly_smiling_face:`. */
const emojiName = /:[a-z][a-z_-]{1,40}:/g;

const clauseEnd = /^[\s.,;:!?…()—–|]/;

const contractions: Readonly<Record<string, readonly string[]>> = {
  "can't": ['can', 'not'],
  cannot: ['can', 'not'],
  cant: ['can', 'not'],
  "won't": ['will', 'not'],
  wont: ['will', 'not'],
  "shan't": ['shall', 'not'],
  "ain't": ['is', 'not'],
  aint: ['is', 'not'],
  im: ['i', 'am'],
  ive: ['i', 'have'],
  weve: ['we', 'have'],
  youre: ['you', 'are'],
  thats: ['that', 'is'],
  gonna: ['going', 'to'],
  wanna: ['want', 'to'],
  "y'all": ['you', 'all'],
  u: ['you'],
  pls: ['please'],
};
for (const verb of wordSet('do does did is was are were has have had would could should'))
  Object.assign(contractions, { [`${verb}nt`]: [verb, 'not'] });

const endings = new Map([
  ['re', 'are'],
  ['ve', 'have'],
  ['ll', 'will'],
  ['d', 'would'],
  ['m', 'am'],
]);

const owners = wordSet(
  'it that there here he she what who where how everything everyone everybody nobody somebody someone something nothing one this when let',
);

const numbers = wordSet(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen eighteen twenty thirty forty fifty sixty eighty ninety hundred thousand dozen couple',
);

const written = new Map<string, readonly string[]>(Object.entries(contractions));
for (const number of numbers) written.set(number, ['#']);

/** Splits a text into lower-case words, with contractions expanded, `#` for a number and `,` for the end of a clause. */
export function wordsOf(text: string): string[] {
  const tokens: string[] = [];
  const lower = text.toLowerCase().replaceAll('’', "'").replaceAll(emojiName, ' ');
  for (const raw of lower.match(wordOrMark) ?? []) {
    const known = written.get(raw);
    if (known !== undefined) tokens.push(...known);
    else if (clauseEnd.test(raw)) {
      if (tokens.length > 0 && tokens.at(-1) !== ',') tokens.push(',');
    } else if (raw.charCodeAt(0) <= 0x39 && raw !== '%') tokens.push(raw === '0' ? 'zero' : '#');
    else if (raw.includes("'")) tokens.push(...parted(raw));
    else tokens.push(raw);
  }
  if (tokens.at(-1) === ',') tokens.pop();
  return tokens;
}

function parted(word: string): string[] {
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not'];
  const cut = word.indexOf("'");
  const stem = word.slice(0, cut);
  const ending = word.slice(cut + 1);
  if (ending === 's') return owners.has(stem) ? [stem, 'is'] : [stem];
  return [stem, endings.get(ending) ?? ending];
}

const english = wordSet(
  'the a an is are was were be been to of and in for on it we i you they he she my our your this that with not no have has had do does did but at by from as so all very just will can would what when who why how there us me him her them if or more than after since before',
);
const foreign = wordSet(
  'der die das und ist nicht ein eine wir sie ich mit für auf den dem zu von im es le la les de des et est que une pas nous vous je pour dans sur du au el los las y en por con una para muy il lo gli che di non per sono è het een niet wij met voor van op zijn och att det som inte på är og ikke nie jest się na',
);

/** False for text with function words of another language and few English ones. */
export function isEnglish(tokens: readonly string[]): boolean {
  let known = 0;
  let others = 0;
  for (const token of tokens) {
    if (english.has(token)) known += 1;
    else if (foreign.has(token)) others += 1;
  }
  return others < 2 || others <= known / 2;
}

/** The number of words of a text, in any language. */
export const countWords = (text: string): number => (text.match(/[\p{L}\p{N}'’]+/gu) ?? []).length;
