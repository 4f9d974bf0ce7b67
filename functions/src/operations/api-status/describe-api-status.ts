import type { ApiStatus } from '@portal/contracts/api-status';
import { ProviderSchema } from '@portal/contracts/generation-request';
import { readCacheMs } from '../../platform/config/config.ts';
import type { Deps } from '../../batches/deps.ts';
import { answersInTime } from './answers-in-time.ts';
import { databaseAnswers } from './check-health.ts';
import type { Queue } from '../../platform/queues/queues.ts';
import { makeCachedReads } from '../../platform/cached-reads.ts';
import { readHours } from '../../providers/statistics-store.ts';
import { describeKeys } from './describe-keys.ts';
import { describeQueues } from './describe-queues.ts';
import { listRetirements } from './list-retirements.ts';
import { readDismissals } from '../../studio/library/dismissal-counts.ts';
import { summarizeCalls } from './summarize-calls.ts';

const WINDOW_HOURS = 24;
const MEDIA_LIFE_MS = 60_000;
/** Twice as long as others: health and queues change less than settings. */
const readLifeMs = (): number => 2 * readCacheMs();
/** Nothing has this name: "not found" is an answer too. */
const PROBE = 'health-probe';

/** Cached: admins who poll every 5 seconds share the reads. */
export function makeApiStatus(deps: Deps, allQueues: readonly Queue[]) {
  const { auth, bucket, firestore, media } = deps;
  const queues = makeCachedReads(readLifeMs, () => describeQueues(deps, allQueues));
  const parts = makeCachedReads(readLifeMs, () =>
    Promise.all([
      databaseAnswers(firestore),
      answersInTime('file storage', () => bucket().file(PROBE).exists()),
      answersInTime('sign-in service', () => auth.getUsers([{ uid: PROBE }])),
    ]),
  );
  const dismissals = makeCachedReads(readLifeMs, () => readDismissals(firestore));
  // Deleting a missing image is the only call that checks the credentials and counts against no limit.
  const mediaAnswers = makeCachedReads(
    () => MEDIA_LIFE_MS,
    () => answersInTime('media service', () => media.deleteOne(PROBE)),
  );

  return async (): Promise<ApiStatus['data']> => {
    const now = new Date();
    const [hours, depths, [database, files, identity], isMediaOk, retirements, dismissed] = await Promise.all(
      [
        readHours(firestore, now, WINDOW_HOURS),
        queues.get(firestore, 'queues'),
        parts.get(firestore, 'parts'),
        mediaAnswers.get(firestore, 'media'),
        listRetirements(firestore, now),
        dismissals.get(firestore, 'dismissals'),
      ],
    );
    return {
      ...summarizeCalls(hours, now),
      keyStatus: await Promise.all(
        ProviderSchema.options.map((provider) => describeKeys(deps, provider, hours, allQueues)),
      ),
      health: [
        { name: 'database', isOk: database },
        { name: 'files', isOk: files },
        { name: 'media', isOk: isMediaOk },
        { name: 'queues', isOk: depths.every(({ tasks }) => tasks !== null) },
        { name: 'identity', isOk: identity },
      ],
      retirements,
      queues: depths,
      dismissals: dismissed,
    };
  };
}
