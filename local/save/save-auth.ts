import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

export interface AuthEmulator {
  authUrl: string;
  projectId: string;
}

const admin = { Authorization: 'Bearer owner', 'Content-Type': 'application/json' };
const accountsFile = (folder: string) => join(folder, 'accounts.json');

/** Returns a function that writes all accounts in the format of `--import`, if they have changed. */
export function makeAuthSaver({ authUrl, projectId }: AuthEmulator, folder: string): () => Promise<void> {
  mkdirSync(folder, { recursive: true });
  let lastSaved: string | undefined;
  return async () => {
    const url = `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchGet?maxResults=-1`;
    const response = await fetch(url, { headers: admin });
    const accounts = await response.text();
    if (!response.ok || accounts === lastSaved) return;
    replaceFile(accountsFile(folder), accounts);
    lastSaved = accounts;
  };
}

const AccountsSchema = z.object({ users: z.array(z.unknown()).default([]) });
const AccountSchema = z.object({
  localId: z.string(),
  validSince: z.string().optional(),
  createdAt: z.string().default('0'),
});
const ErrorSchema = z.object({ error: z.object({ message: z.string() }) });

/**
 * An import invalidates all earlier sessions; this restores each account's own `validSince`. Returns the accounts that were
 * not imported, and why: the emulator accepts some email addresses at sign-in that its import refuses.
 */
export async function restoreSessions(
  { authUrl, projectId }: AuthEmulator,
  folder: string,
): Promise<{ account: string; reason: string }[]> {
  if (!existsSync(accountsFile(folder))) return [];
  const { users } = AccountsSchema.parse(JSON.parse(readFileSync(accountsFile(folder), 'utf8')));
  const url = `${authUrl}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`;
  const skipped: { account: string; reason: string }[] = [];
  for (const user of users) {
    const { data: account } = AccountSchema.safeParse(user);
    if (!account) {
      skipped.push({ account: JSON.stringify(user), reason: 'it is not an account' });
      continue;
    }
    const { localId, validSince, createdAt } = account;
    const response = await fetch(url, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({
        localId,
        validSince: validSince ?? String(Math.floor(Number(createdAt) / 1_000)),
      }),
    });
    if (response.ok) continue;
    const { data } = ErrorSchema.safeParse(await response.json().catch(() => undefined));
    skipped.push({ account: localId, reason: data?.error.message ?? `status ${response.status}` });
  }
  return skipped;
}
