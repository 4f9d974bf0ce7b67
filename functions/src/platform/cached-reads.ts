import type { Firestore } from 'firebase-admin/firestore';

/**
 * Caches reads of rarely changing values. Concurrent reads of a key share one request; failures are not cached. The lifetime
 * may be a setting, so it is read with each value.
 */
export function makeCachedReads<Value>(
  readLifeMs: () => number,
  read: (firestore: Firestore, key: string) => Promise<Value>,
  maxEntries = Number.POSITIVE_INFINITY,
) {
  type Cache = Map<string, { value: Promise<Value>; until: number }>;
  const caches = new WeakMap<Firestore, Cache>();

  return {
    get(firestore: Firestore, key: string): Promise<Value> {
      const cache: Cache = caches.get(firestore) ?? new Map();
      caches.set(firestore, cache);
      const kept = cache.get(key);
      if (kept && kept.until > Date.now()) return kept.value;
      for (const [name, { until }] of cache) if (until <= Date.now()) cache.delete(name);
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= maxEntries) cache.delete(oldest);
      const value = read(firestore, key);
      cache.set(key, { value, until: Date.now() + readLifeMs() });
      value.catch(() => cache.delete(key));
      return value;
    },
    forget: (firestore: Firestore, key: string) => caches.get(firestore)?.delete(key),
  };
}
