/** A browser's storage, without the browser. */
export function makeStorage(kept: Readonly<Record<string, string>> = {}): Storage {
  const values = new Map(Object.entries(kept));
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    clear: () => values.clear(),
    removeItem: (key) => void values.delete(key),
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
}
