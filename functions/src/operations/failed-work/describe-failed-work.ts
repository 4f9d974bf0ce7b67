import type { FailedWorkList } from '@portal/contracts/failed-work';
import { countFailedWork, readFailedWork } from '../../batches/store/failed-work-store.ts';
import type { Deps } from '../../batches/deps.ts';
import { readEmails } from '../../identity/access-store.ts';
import { toDollars } from '../../spend/micros.ts';

export async function describeFailedWork(
  { firestore }: Deps,
  after: string | undefined,
): Promise<FailedWorkList> {
  const [{ entries, next }, total] = await Promise.all([
    readFailedWork(firestore, after),
    countFailedWork(firestore),
  ]);
  const emails = await readEmails(
    firestore,
    entries.map(({ owner }) => owner),
  );
  return {
    entries: entries.map(
      ({ kind, batchId, batchName, tool, owner, at, items, reasons, cost, retryCost }) => ({
        id: `${batchId}~${kind}`,
        kind,
        batchId,
        batchName,
        tool,
        ownerEmail: emails.get(owner) ?? null,
        at: at.toDate().toISOString(),
        items,
        reasons,
        cost: cost === null ? null : toDollars(cost),
        retryCost: toDollars(retryCost),
      }),
    ),
    next,
    total,
  };
}
