/** Who was signed in when this browser last had the portal open. Only a hint: what to load and show while Firebase starts. */
import { z } from 'zod';
import { readStored, writeIfPossible } from '../browser-storage.ts';

const NAME = 'signed-in';
const USER = 'last-user';

export const wasSignedIn = (): boolean => readStored(localStorage, NAME, z.boolean()) ?? false;

export const readLastUserId = (): string | undefined =>
  wasSignedIn() ? readStored(localStorage, USER, z.string()) : undefined;

export const rememberSignedIn = (isSignedIn: boolean): void =>
  writeIfPossible(localStorage, NAME, isSignedIn);

/** For a user who has passed the gate. */
export const rememberUserId = (id: string | null): void => writeIfPossible(localStorage, USER, id);
