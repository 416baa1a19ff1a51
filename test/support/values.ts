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
