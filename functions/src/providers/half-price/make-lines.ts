import type { Line } from './half-price-adapter.ts';

/** The lines of items that are read one after the other. */
export async function* makeLines<Item extends { index: number }, Request>(
  items: AsyncIterable<Item>,
  makeRequest: (item: Item) => Request,
): AsyncGenerator<Line<Request>> {
  for await (const item of items) yield { index: item.index, request: makeRequest(item) };
}
