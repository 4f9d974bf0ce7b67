import type { Role } from '@portal/contracts/identity';
import type { Firestore } from 'firebase-admin/firestore';
import { accessChangeReference } from './access-store.ts';
import { logWarning } from '../platform/logs/log.ts';

const LIFE_MS = 5_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  role: Role;
  until: number;
}

/**
 * Saves reads for every poll. Any change of access clears the cache of every instance; if the notification is late,
 * entries still expire within seconds.
 */
export function makeAccessCache(firestore: Firestore) {
  const entries = new Map<string, Entry>();
  let isListening = false;

  /** Not at startup: an idle instance needs no stream. */
  function listen() {
    if (isListening) return;
    isListening = true;
    accessChangeReference(firestore).onSnapshot(
      () => entries.clear(),
      (error) => {
        logWarning('Stopped listening for access changes.', error);
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
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(uid, { role, until: Date.now() + LIFE_MS });
    },
    clear: () => entries.clear(),
  };
}

export type AccessCache = ReturnType<typeof makeAccessCache>;
