import type { Retirement } from '@portal/contracts/api-status';
import type { Firestore } from 'firebase-admin/firestore';
import { listModels } from '../providers/model-registry.ts';

const WARNED_DAYS = 90;
const DAY_MS = 86_400_000;

/** Models that their provider no longer serves, or soon will not; the first to go first. */
export async function listRetirements(firestore: Firestore, now: Date): Promise<Retirement[]> {
  const warnedUntil = new Date(now.getTime() + WARNED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  return (await listModels(firestore))
    .flatMap(({ name, provider, upstreamModel, retiresOn }) =>
      retiresOn !== undefined && retiresOn <= warnedUntil
        ? { model: name, provider, upstreamModel, retiresOn, isRetired: retiresOn <= today }
        : [],
    )
    .toSorted((one, other) => one.retiresOn.localeCompare(other.retiresOn));
}
