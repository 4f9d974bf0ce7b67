import { beforeEach, vi } from 'vitest';

/** An empty localStorage and sessionStorage for each test of a file. */
export function stubStorage(): void {
  beforeEach(() => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, createStorage());
  });
}

export function createStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}
