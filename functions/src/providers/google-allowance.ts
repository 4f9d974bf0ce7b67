/** allowances/google~{day}: how many images of Google's models were requested on that day. */
import type { GeminiStats } from '@portal/contracts/image-generator';
import type { Provider } from '@portal/contracts/generation-request';
import {
  FieldValue,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { readGoogleDailyImages } from '../platform/config/config.ts';
import { AppError } from '../platform/app-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const allowanceReference = (firestore: Firestore, day: string) =>
  firestore.collection('allowances').doc(`google~${day}`);

/** Days are UTC. */
const today = (now: number) => new Date(now).toISOString().slice(0, 10);

const usedIn = (snapshot: DocumentSnapshot): number => Number(snapshot.get('used') ?? 0);

export const googleAllowance = {
  isNeeded: ({ provider }: { provider: Provider }): boolean => provider === 'google',
  async take(
    { firestore }: { firestore: Firestore },
    transaction: Transaction,
    count: number,
  ): Promise<{ day: string; write: () => void }> {
    const day = today(Date.now());
    const reference = allowanceReference(firestore, day);
    const used = usedIn(await transaction.get(reference));
    const limit = readGoogleDailyImages();
    if (used + count > limit) throw describeLimit(limit - used);
    return { day, write: () => transaction.set(reference, { used: used + count }, { merge: true }) };
  },
  giveBack(
    { firestore }: { firestore: Firestore },
    transaction: Transaction,
    day: string,
    count: number,
  ): void {
    if (count === 0) return;
    transaction.set(
      allowanceReference(firestore, day),
      { used: FieldValue.increment(-count) },
      { merge: true },
    );
  },
};

export async function readGeminiStats(firestore: Firestore, now = Date.now()): Promise<GeminiStats> {
  const date = today(now);
  const limit = readGoogleDailyImages();
  const used = usedIn(await allowanceReference(firestore, date).get());
  const remaining = Math.max(0, limit - used);
  return {
    date,
    limit,
    used,
    remaining,
    limitReached: remaining === 0,
    resetsAt: nextMidnight(now).toISOString(),
  };
}

function describeLimit(remaining: number): AppError {
  const left =
    remaining > 0
      ? `Only ${remaining} of today's Gemini images are left. Ask for fewer.`
      : "Today's Gemini images are used up. There are new ones after midnight UTC.";
  const now = Date.now();
  return new AppError('rate-limited', left, {
    retryAfterSeconds: Math.ceil((nextMidnight(now).getTime() - now) / 1000),
  });
}

const nextMidnight = (now: number) => new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS);
