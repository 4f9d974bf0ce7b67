import { expect, it } from 'vitest';
import { ByteCache } from './byte-cache.ts';
import { estimateBytes } from './estimate-bytes.ts';

it('drops what was used longest ago when it is full', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'one', 40);
  cache.set('b', 'two', 40);
  cache.get('a');
  cache.set('c', 'three', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['one', undefined, 'three']);
  cache.set('a', 'four', 70);
  expect([cache.get('a'), cache.get('c'), cache.bytes]).toEqual(['four', undefined, 70]);
});

it('does not keep what is too large', () => {
  const cache = new ByteCache<string>(100);
  cache.set('a', 'one', 40);
  cache.set('a', 'two', 101);
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0]);
});

it('stays within its bytes', () => {
  const cache = new ByteCache<number>(1000);
  for (let count = 0; count < 500; count += 1) {
    cache.set(String(count % 60), count, 1 + ((count * 37) % 300));
    expect(cache.bytes).toBeLessThanOrEqual(1000);
  }
});

it('estimates nested values', () => {
  const item = { state: 'done', cost: 0.5, image: { publicId: 'a'.repeat(60) } };
  const items = Array.from({ length: 1000 }, (_, index) => ({ ...item, index }));
  const bytes = estimateBytes(new Map([['batch', { items }]]));
  expect(bytes / items.length).toBeGreaterThan(150);
  expect(bytes / items.length).toBeLessThan(400);
});

it('estimates texts outside of Latin-1 as twice as long', () => {
  const [plain, wide] = ['Café'.repeat(100), 'Café ☕'.repeat(100)].map(estimateBytes);
  expect([plain, wide]).toEqual([24 + 400, 24 + 1200]);
});
