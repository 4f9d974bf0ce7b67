/** Who was signed in when this browser last had the portal open. Only a hint: what to load and show while Firebase starts. */
import { z } from 'zod';
import { readStored, writeStored } from '../browser-storage.ts';

const NAME = 'signed-in';
const USER = 'last-user';
const LastUserSchema = z.object({ uid: z.string(), email: z.string(), displayName: z.string().nullable() });
export type LastUser = z.infer<typeof LastUserSchema>;

export const wasSignedIn = (): boolean => readStored(localStorage, NAME, z.boolean()) ?? false;

export const readLastUser = (): LastUser | undefined =>
  wasSignedIn() ? readStored(localStorage, USER, LastUserSchema) : undefined;

export const rememberSignedIn = (isSignedIn: boolean): void => remember(NAME, isSignedIn);

/** For a user who has passed the gate. */
export const rememberUser = (user: LastUser | null): void => remember(USER, user);

function remember(name: string, value: unknown): void {
  try {
    writeStored(localStorage, name, value);
  } catch {
    // Without storage the next visit only starts a little slower.
  }
}
