import { findListNames } from '@portal/contracts/prompt-lists/find-list-names';
import { getPromptList, listPromptLists, listPromptStyles } from '@portal/contracts/studio-prompts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';

/** Colleagues edit them too. */
const STALE_MS = 30_000;

export const promptListsQuery = queryOptions({
  queryKey: [listPromptLists.path],
  queryFn: async () => (await call(listPromptLists)).lists,
  staleTime: STALE_MS,
});

export const promptListQuery = (name: string) =>
  queryOptions({
    queryKey: [listPromptLists.path, 'list', name],
    queryFn: () => call(getPromptList, { params: { name } }),
    staleTime: STALE_MS,
  });

export const promptStylesQuery = queryOptions({
  queryKey: [listPromptStyles.path],
  queryFn: async () => (await call(listPromptStyles)).styles,
  staleTime: STALE_MS,
});

/** The entries of these lists and of all lists that they use. Lists that the studio does not have are left out. */
export const usedListsQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: [listPromptLists.path, 'used', ...names],
    queryFn: ({ client }) => readUsedLists(client, names),
    staleTime: STALE_MS,
    enabled: names.length > 0,
  });

async function readUsedLists(client: QueryClient, names: readonly string[]) {
  const lists = new Map<string, readonly string[]>();
  const known = await client.fetchQuery(promptListsQuery);
  const references = names.map((name) => `__${name}__`);
  for (;;) {
    const used = findListNames(references, lists);
    const missing = known.filter(({ name }) => used.has(name) && !lists.has(name));
    if (missing.length === 0) return lists;
    const read = await Promise.all(missing.map(({ name }) => client.fetchQuery(promptListQuery(name))));
    for (const { name, entries } of read) lists.set(name, entries);
  }
}
