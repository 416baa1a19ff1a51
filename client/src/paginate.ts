/** A page of a list. */
export type Page<Item> = { data: Item[]; meta: { cursor: string | null } };

/**
 * Iterates over the items of a list, and fetches page after page as they are consumed. Leave the loop to stop.
 *
 * @example
 * for await (const client of paginate(api.clients.list.query)) console.log(client.name);
 *
 * @param query the query of a list, such as `api.activities.list.query`
 * @param input of the query; `limit` is the size of a page, 100 unless given
 */
export async function* paginate<Input, Item>(
  query: (input: Input) => Promise<Page<Item>>,
  ...[input]: undefined extends Input ? [input?: ListInput<Input>] : [input: ListInput<Input>]
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null = null;
  do {
    const position: object = cursor === null ? {} : { cursor };
    // The input without its cursor is what the caller gave; the compiler cannot add it back to a generic type.
    const page: Page<Item> = await query({ limit: 100, ...input, ...position } as Input);
    yield* page.data;
    cursor = page.meta.cursor;
  } while (cursor !== null);
}

type ListInput<Input> = Omit<Extract<Input, object>, 'cursor'>;
