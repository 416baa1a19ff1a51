const batchItems = 200;
const batchCharacters = 4_000_000;

/**
 * Groups items that a file is read as.
 * @param lengthOf the number of characters of an item, roughly
 * @returns a function that reads the next batch; undefined after the last one
 */
export function batchesOf<Item>(items: AsyncIterable<Item>, lengthOf: (item: Item) => number) {
  async function* read(): AsyncGenerator<readonly Item[], undefined> {
    let batch: Item[] = [];
    let characters = 0;
    for await (const item of items) {
      batch.push(item);
      characters += lengthOf(item);
      if (batch.length < batchItems && characters < batchCharacters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) yield batch;
    return undefined;
  }
  const batches = read();
  return async (): Promise<readonly Item[] | undefined> => (await batches.next()).value;
}
