const AT_ONCE = 8;

/** Runs several at a time, started in order. */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
