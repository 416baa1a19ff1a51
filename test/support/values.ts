/** Accepted values of `limit` in a query, with the page size for a list of 101 records. */
export const goodLimits: [string, number][] = [
  ['', 20],
  ['limit=1', 1],
  ['limit=20', 20],
  ['limit=007', 7],
  ['limit=99', 99],
  ['limit=100', 100],
  ['limit=101', 100],
  ['limit=9007199254740993', 100],
  [`limit=1${'0'.repeat(400)}`, 100],
];

export const badLimits = `
  limit=0 limit=000 limit=-1 limit=-0 limit= limit limit=1e2 limit=0x10 limit=5.0 limit=5. limit=+5 limit=%2B5
  limit=%205 limit=5%20 limit=1,000 limit=five limit=NaN limit=Infinity limit=null limit=%D9%A5 limit=5&limit=5
  limit=5&limit=`
  .trim()
  .split(/\s+/);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Queries with a cursor that no list has returned. */
export const badCursors: [string, string][] = [
  ['empty', 'cursor='],
  ['no base64url', 'cursor=a%2Bb%2F'],
  ['padded', `cursor=${encode([1])}%3D`],
  ['no JSON', `cursor=${Buffer.from('hello').toString('base64url')}`],
  ['no cursor', `cursor=${encode({ id: 1 })}`],
  ['null', `cursor=${encode(null)}`],
  ['made up', `cursor=${encode(['aaaaaaaaaaaa', ['0192f000-0000-7000-8000-000000000000']])}`],
  ['with a NUL', 'cursor=%00'],
  ['very long', `cursor=${'a'.repeat(4000)}`],
];
