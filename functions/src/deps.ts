import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { makeAccessCache } from './identity/access-cache.ts';

/** Builds every client once. */
export function makeDeps() {
  const app = initializeApp();
  const firestore = getFirestore(app);
  return { auth: getAuth(app), firestore, accessCache: makeAccessCache(firestore) };
}

export type Deps = ReturnType<typeof makeDeps>;
