import type { Role } from '@portal/contracts/identity';
import * as logger from 'firebase-functions/logger';
import type { Firestore } from 'firebase-admin/firestore';
import { accessChangeReference } from './access-store.ts';

const LIFE_MS = 5_000;
const MOST_ENTRIES = 10_000;

interface Entry {
  role: Role;
  until: number;
}

/**
 * Spares the reads behind every poll. A change of anyone's access empties it, in every instance, as soon as the change's
 * notice arrives; should the notice be late, an entry is still only seconds old.
 */
export function makeAccessCache(firestore: Firestore) {
  const entries = new Map<string, Entry>();
  let isListening = false;

  /** Not at start-up: an instance that serves no one needs no stream. */
  function listen() {
    if (isListening) return;
    isListening = true;
    accessChangeReference(firestore).onSnapshot(
      () => entries.clear(),
      (error) => {
        logger.warn('No longer told of access changes.', error);
        isListening = false;
      },
    );
  }

  return {
    get(uid: string): Role | undefined {
      const entry = entries.get(uid);
      return entry && entry.until > Date.now() ? entry.role : undefined;
    },
    set(uid: string, role: Role) {
      listen();
      if (entries.size >= MOST_ENTRIES) entries.clear();
      entries.set(uid, { role, until: Date.now() + LIFE_MS });
    },
    clear: () => entries.clear(),
  };
}

export type AccessCache = ReturnType<typeof makeAccessCache>;
