/** The user's last prompts, newest first. They stay on this device until the user logs out. */
import { z } from 'zod';
import { readStored, writeIfPossible, writeStored, type Store } from '../../../client/browser-storage.ts';
import { containsWords, splitWords } from '../../../ui/search-words.ts';

export const MAX_PROMPTS = 50;

const PromptsSchema = z.array(z.string()).max(MAX_PROMPTS);

const nameOf = (userId: string): string => `portal:prompts:${userId}`;

export const readPrompts = (store: Store, userId: string): string[] =>
  readStored(store, nameOf(userId), PromptsSchema) ?? [];

/** A prompt that is used again moves to the top. */
export function addPrompt(store: Store, userId: string, prompt: string): void {
  const added = prompt.trim();
  const others = readPrompts(store, userId).filter((other) => other !== added);
  writeIfPossible(store, nameOf(userId), [added, ...others].slice(0, MAX_PROMPTS));
}

/** Returns those that are left. */
export function removePrompt(store: Store, userId: string, prompt: string): string[] {
  const left = readPrompts(store, userId).filter((other) => other !== prompt);
  writeStored(store, nameOf(userId), left);
  return left;
}

export const clearPrompts = (store: Store, userId: string): void => writeStored(store, nameOf(userId), []);

/** Those that contain each word. */
export function searchPrompts(prompts: readonly string[], search: string): string[] {
  const words = splitWords(search);
  return prompts.filter((prompt) => containsWords(words, [prompt]));
}
