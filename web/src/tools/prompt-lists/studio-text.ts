/** What the dialog edits: the entries of a studio list, or the text of a style. */
import {
  deletePromptList,
  deletePromptStyle,
  ListEntriesSchema,
  savePromptList,
  savePromptStyle,
  StudioPromptNameSchema,
  StyleTemplateSchema,
} from '@portal/contracts/studio-prompts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../client/api/client.ts';
import { promptListQuery, promptListsQuery, promptStylesQuery } from './studio-prompts-query.ts';

export type StudioKind = 'list' | 'style';

export interface StudioText {
  readonly name: string;
  readonly text: string;
  /** Null for a new one. */
  readonly version: string | null;
  readonly editedBy?: string;
  readonly editedAt?: string;
}

export const NEW_TEXT: StudioText = { name: '', text: '', version: null };

export const toEntries = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What to change before it can be saved. */
export function findTextProblem(kind: StudioKind, { name, text }: Pick<StudioText, 'name' | 'text'>) {
  const named = StudioPromptNameSchema.safeParse(name);
  if (!named.success) return { field: 'name' as const, message: named.error.issues[0]?.message ?? '' };
  const parsed =
    kind === 'list' ? ListEntriesSchema.safeParse(toEntries(text)) : StyleTemplateSchema.safeParse(text);
  const [issue] = parsed.error?.issues ?? [];
  if (!issue) return undefined;
  const [index] = issue.path;
  const place = typeof index === 'number' ? `Entry ${index + 1}: ` : '';
  return { field: 'text' as const, message: place + issue.message };
}

/** As it is on the server then. */
export async function saveStudioText(
  client: QueryClient,
  kind: StudioKind,
  { name, text, version }: StudioText,
): Promise<StudioText> {
  if (kind === 'list') {
    const entries = toEntries(text);
    const saved = await call(savePromptList, { params: { name }, body: { entries, version } });
    client.setQueryData(promptListQuery(name).queryKey, { ...saved, entries });
    await refreshStudioTexts(client, kind);
    return { ...saved, text: entries.join('\n') };
  }
  const { template, ...saved } = await call(savePromptStyle, {
    params: { name },
    body: { template: text, version },
  });
  await refreshStudioTexts(client, kind);
  return { ...saved, text: template };
}

export async function deleteStudioText(
  client: QueryClient,
  kind: StudioKind,
  { name, version }: { name: string; version: string },
): Promise<void> {
  await call(kind === 'list' ? deletePromptList : deletePromptStyle, { params: { name, version } });
  await refreshStudioTexts(client, kind, name);
}

/** Also what was expanded with them, but not a deleted list, which the editor still shows for a moment. */
export const refreshStudioTexts = (
  client: QueryClient,
  kind: StudioKind,
  deletedName?: string,
): Promise<void> =>
  client.invalidateQueries({
    queryKey: kind === 'list' ? promptListsQuery.queryKey : promptStylesQuery.queryKey,
    predicate: ({ queryKey: [, part, name] }) => part !== 'list' || name !== deletedName,
  });
