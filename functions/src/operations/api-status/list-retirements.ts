import type { Retirement } from '@portal/contracts/api-status';
import type { Firestore } from 'firebase-admin/firestore';
import { listModels } from '../../providers/model-registry.ts';

const WARNING_DAYS = 90;
const DAY_MS = 86_400_000;

/** Models that are retired or will be soon, earliest first. */
export async function listRetirements(firestore: Firestore, now: Date): Promise<Retirement[]> {
  const warnedUntil = new Date(now.getTime() + WARNING_DAYS * DAY_MS).toISOString().slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  return (await listModels(firestore))
    .flatMap(({ name, provider, upstreamModel, retiresOn }) =>
      retiresOn !== undefined && retiresOn <= warnedUntil
        ? { model: name, provider, upstreamModel, retiresOn, isRetired: retiresOn <= today }
        : [],
    )
    .toSorted((one, other) => one.retiresOn.localeCompare(other.retiresOn));
}
