/** Helpers for the list scenarios. */
import type { Query } from '../requests.ts';
import type { Scenario } from '../scenario.ts';

type Where = NonNullable<Query['where']>;

export const where = (filter: Where, rest: Omit<Query, 'from' | 'where'> = {}) => ({
  list: { from: 'a', where: filter, ...rest },
});

const documents = {
  'a/x': { n: 1, owner: 'alice', tags: ['t', 'u'], map: { k: 1 }, open: true },
  'a/y': { n: 5, owner: 'bob', tags: [], map: { k: 2 }, open: false },
  'a/z': { n: 9, owner: 'alice' },
};

/** Lists the collection `a` under one condition. */
export function list(condition: string, requests: Scenario['requests'], title = condition): Scenario {
  return { title, rules: `match /a/{id} { allow list: if ${condition}; }`, documents, requests };
}
