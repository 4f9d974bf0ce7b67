import { isActive } from '@portal/contracts/batches';
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';

const MAX_LATEST = 12;
const EXPIRES_SOON_MS = 12 * 60 * 60 * 1000;

/** Those of the jobs are listed with them. */
export function findRunning(
  batches: readonly LibraryBatch[],
  jobs: readonly { batches: readonly { batchId: string }[] }[],
): LibraryBatch[] {
  const ofJobs = new Set(jobs.flatMap((job) => job.batches.map(({ batchId }) => batchId)));
  return batches.filter(({ id, status }) => isActive(status) && !ofJobs.has(id));
}

export interface LatestPicture {
  batch: LibraryBatch;
  picture: LibraryPicture;
}

/** Of the newest batches first, in the order in which each batch has them. */
export const findLatest = (batches: readonly LibraryBatch[]): LatestPicture[] =>
  batches
    .filter(({ filesDeleted }) => !filesDeleted)
    .flatMap((batch) => batch.pictures.map((picture) => ({ batch, picture })))
    .slice(0, MAX_LATEST);

/** Batches with pictures that expire within 12 hours, soonest first. */
export const findExpiring = (batches: readonly LibraryBatch[], now: number): LibraryBatch[] =>
  batches
    .filter(({ expiresAt, filesDeleted, pictures }) => {
      const left = Date.parse(expiresAt) - now;
      return left > 0 && left <= EXPIRES_SOON_MS && !filesDeleted && pictures.length > 0;
    })
    .toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
