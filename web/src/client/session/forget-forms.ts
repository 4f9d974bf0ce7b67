/** Removes what forms have remembered of a user: drafts, prompts and choices. */
export function forgetForms(store: Storage, userId: string): void {
  for (const name of Object.keys(store)) {
    if (name.startsWith('portal:') && name.endsWith(`:${userId}`)) store.removeItem(name);
  }
}
