import { expect, test } from 'vitest';

test('pages have no Node types', () => {
  // @ts-expect-error -- The compiler would accept it with the types of Node.
  expect(globalThis.Buffer).toBeDefined();
});
