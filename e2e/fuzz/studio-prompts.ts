/** Lists and styles that the studio shares for its prompts. */
import {
  listPromptLists,
  listPromptStyles,
  savePromptList,
  savePromptStyle,
} from '@portal/contracts/studio-prompts';
import { z } from 'zod';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';

/** Exists during the whole run. */
export const KEPT_LIST = 'kept';

const NamedSchema = z.object({ name: z.string(), version: z.string() });
const ListsSchema = z.object({ lists: z.array(NamedSchema) }).transform(({ lists }) => lists);
const StylesSchema = z.object({ styles: z.array(NamedSchema) }).transform(({ styles }) => styles);

const KINDS = {
  'prompt-lists': {
    list: listPromptLists,
    save: savePromptList,
    schema: ListsSchema,
    content: { entries: ['red'] },
  },
  'prompt-styles': {
    list: listPromptStyles,
    save: savePromptStyle,
    schema: StylesSchema,
    content: { template: 'noir' },
  },
};
const KindSchema = z.enum(['prompt-lists', 'prompt-styles']);

const kindOf = (path: string) => KINDS[KindSchema.parse(path.split('/')[2])];

/** Its version, or null if there is none of this name. */
export async function findVersion(as: Account, path: string, name: string): Promise<string | null> {
  const { list, schema } = kindOf(path);
  const { body } = await callApi('GET', list.path, { as });
  return schema.parse(body).find((each) => each.name === name)?.version ?? null;
}

/** The version of one that exists. */
export async function ensureSaved(as: Account, path: string, name: string): Promise<string> {
  const version = await findVersion(as, path, name);
  if (version !== null) return version;
  const { save, content } = kindOf(path);
  const { body } = await callApi('PUT', save.path.replace('{name}', name), {
    as,
    body: { ...content, version },
  });
  const saved = NamedSchema.safeParse(body).data;
  // Another request was faster.
  return saved?.version ?? (await ensureSaved(as, path, name));
}
