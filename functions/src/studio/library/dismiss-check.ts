import type { CheckKind } from '@portal/contracts/checks';
import { changeOwn } from '../../batches/api/change-batch.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';
import { countDismissal } from './dismissal-counts.ts';

interface Dismissal {
  index: number;
  kind: CheckKind;
  isDismissed: boolean;
}

/** Returns all that is dismissed for the picture. */
export async function dismissCheck(
  deps: Pick<Deps, 'firestore'>,
  owner: string,
  batchId: string,
  { index, kind, isDismissed }: Dismissal,
): Promise<CheckKind[]> {
  let hasChanged = false;
  const { dismissed } = await changeOwn(deps, undefined, owner, batchId, ({ dismissed: all = {}, total }) => {
    if (index >= total) throw new AppError('bad-request', `This batch has no picture ${index + 1}.`);
    const known = all[index] ?? [];
    hasChanged = known.includes(kind) !== isDismissed;
    if (!hasChanged) return {};
    const own = isDismissed ? [...known, kind] : known.filter((each) => each !== kind);
    return { dismissed: { ...all, [index]: own } };
  });
  if (hasChanged) await countDismissal(deps.firestore, kind, isDismissed ? 1 : -1);
  return dismissed?.[index] ?? [];
}
