/**
 * What the user has typed and chosen. Each tab has its own draft, which survives a reload. A new tab starts with the draft that
 * was changed last in any tab.
 */
import { readStored, writeStored } from '../../../shared/browser-storage.ts';
import { FormValuesSchema, type FormValues } from '../../../shared/generation/form-values.ts';

const nameOf = (userId: string): string => `portal:generation-draft:${userId}`;

export const readDraft = (userId: string): FormValues | undefined =>
  readStored(sessionStorage, nameOf(userId), FormValuesSchema) ??
  readStored(localStorage, nameOf(userId), FormValuesSchema);

export function writeDraft(userId: string, values: FormValues): void {
  writeStored(sessionStorage, nameOf(userId), values);
  writeStored(localStorage, nameOf(userId), values);
}
