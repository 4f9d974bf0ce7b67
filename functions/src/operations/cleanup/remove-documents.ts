/** Documents in Firestore, page by page; the cursor skips those that stay. */
import { TICKETS } from '@portal/contracts/self-check';
import {
  FieldPath,
  Timestamp,
  type DocumentReference,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { z } from 'zod';
import { batchDocuments, hasEnded } from '../../batches/store/expired-batches.ts';
import { PROGRESS } from '../../batches/store/progress-store.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import type { Run } from './cleanup-record.ts';
import { MAX_IDS, type Step } from './step.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const BATCHES_PER_PAGE = 200;
const DOCUMENTS_PER_PAGE = 1000;
const DELETES_PER_COMMIT = 400;

const ExpiredBatchSchema = z.object({ endedAt: TimestampSchema.nullable(), total: z.number() });

/** Expired batches with their items and progress, which have known names and are deleted unread. */
export const removeBatches: Step = {
  name: 'batches',
  async removePage({ deps: { firestore }, run }) {
    // The list is incomplete: all batches stay until the next night.
    if (run.unfinished.length >= MAX_IDS) return { isDone: true };
    const expired = firestore.collection('batches').select('expiresAt', 'endedAt', 'total');
    const page = await readPage(firestore, expired, run, BATCHES_PER_PAGE);
    const over = page.documents.flatMap((document) => {
      const batch = ExpiredBatchSchema.parse(document.data());
      const isFinished = hasEnded(batch, run.cutoff) && !run.unfinished.includes(document.id);
      return isFinished ? { document, total: batch.total } : [];
    });
    const parts = over.flatMap(({ document, total }) => batchDocuments(firestore, document.id, total));
    await deleteAll(firestore, parts);
    // Batches last, so that an interrupted page is found again.
    await deleteAll(
      firestore,
      over.map(({ document }) => document.ref),
    );
    return {
      ...page.result,
      extras: {
        ...run.extras,
        batches: run.extras.batches + over.length,
        documents: run.extras.documents + parts.length,
      },
    };
  },
};

/** Collections whose documents have an `expiresAt`. All but items also have a TTL policy. See docs/decisions/022. */
export const EXPIRING_GROUPS = [
  'items',
  PROGRESS,
  'requests',
  'archives',
  'shares',
  'failedWork',
  'shards',
  'cleanupRuns',
  'uploadFolders',
  'uploadUsage',
  'deliveries',
  'files',
  'deliveredPictures',
  'providerBatches',
  'pipelines',
  'pipelinePrompts',
  'promptSuggestions',
  TICKETS,
] as const;

/** Documents without a batch, or whose batch was deleted. */
export const removeExpired = (group: string): Step => ({
  name: `documents ${group}`,
  async removePage({ deps: { firestore }, run }) {
    const expired = firestore.collectionGroup(group).select('expiresAt');
    const page = await readPage(firestore, expired, run, DOCUMENTS_PER_PAGE);
    const kept = await findBatchesOf(firestore, page.documents);
    const chosen = page.documents.filter(({ ref }) => !kept.has(ref.parent.parent?.path ?? ''));
    await deleteAll(
      firestore,
      chosen.map(({ ref }) => ref),
    );
    return {
      ...page.result,
      extras: { ...run.extras, documents: run.extras.documents + chosen.length },
    };
  },
});

/** Paths of the existing batches that the documents belong to. */
async function findBatchesOf(
  firestore: Firestore,
  documents: readonly QueryDocumentSnapshot[],
): Promise<ReadonlySet<string>> {
  const paths = new Set(documents.flatMap(({ ref }) => ref.parent.parent?.path ?? []));
  const batches = [...paths].filter((path) => path.startsWith('batches/')).map((path) => firestore.doc(path));
  if (batches.length === 0) return new Set();
  const found = await firestore.getAll(...batches, { fieldMask: ['expiresAt'] });
  return new Set(found.filter(({ exists }) => exists).map(({ ref }) => ref.path));
}

const CursorSchema = z.object({ seconds: z.number(), nanoseconds: z.number(), path: z.string() });

async function readPage(firestore: Firestore, source: Query, { cutoff, cursor }: Run, size: number) {
  const query = source
    .where('expiresAt', '<=', cutoff)
    .orderBy('expiresAt')
    .orderBy(FieldPath.documentId())
    .limit(size);
  const { docs: documents } = await (
    cursor === null ? query : query.startAfter(...readCursor(firestore, cursor))
  ).get();
  const last = documents.at(-1);
  const isDone = last === undefined || documents.length < size;
  return { documents, result: { cursor: isDone ? null : writeCursor(last), isDone } };
}

function writeCursor(last: QueryDocumentSnapshot): string {
  const { seconds, nanoseconds } = TimestampSchema.parse(last.get('expiresAt'));
  return JSON.stringify({ seconds, nanoseconds, path: last.ref.path });
}

function readCursor(firestore: Firestore, cursor: string): [Timestamp, DocumentReference] {
  const { seconds, nanoseconds, path } = CursorSchema.parse(JSON.parse(cursor));
  return [new Timestamp(seconds, nanoseconds), firestore.doc(path)];
}

async function deleteAll(firestore: Firestore, references: readonly DocumentReference[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(references.length / DELETES_PER_COMMIT) }, (_, index) =>
    references.slice(index * DELETES_PER_COMMIT, (index + 1) * DELETES_PER_COMMIT),
  );
  await forEachAtOnce(parts, async (part) => {
    const writer = firestore.batch();
    for (const reference of part) writer.delete(reference);
    await writer.commit();
  });
}
