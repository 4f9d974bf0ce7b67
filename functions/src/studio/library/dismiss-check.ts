import type { CheckKind } from '@portal/contracts/checks';
import { changeOwn } from '../../batches/api/change-batch.ts';
import type { Deps } from '../../batches/deps.ts';
import { AppError } from '../../platform/app-error.ts';

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
  const { dismissed } = await changeOwn(deps, undefined, owner, batchId, ({ dismissed: all = {}, total }) => {
    if (index >= total) throw new AppError('bad-request', `This batch has no picture ${index + 1}.`);
    const known = all[index] ?? [];
    if (known.includes(kind) === isDismissed) return {};
    const own = isDismissed ? [...known, kind] : known.filter((each) => each !== kind);
    return { dismissed: { ...all, [index]: own } };
  });
  return dismissed?.[index] ?? [];
}
