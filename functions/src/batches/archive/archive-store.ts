/** archives/{id}: a ZIP in Cloud Storage, of a batch that is too large for one answer, or of a selection of pictures. */
import { createHash } from 'node:crypto';
import { SourceSchema, type Source } from '@portal/contracts/source';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { clearFailedWork } from '../store/failed-work-store.ts';
import type { ArchiveTask } from '../../platform/queues/queues.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const ArchiveOutcomeSchema = z.object({
  /** Pictures in the ZIP. */
  written: z.number(),
  /** Pictures that should be in it. */
  promised: z.number(),
});
export type ArchiveOutcome = z.infer<typeof ArchiveOutcomeSchema>;

const ArchiveRecordSchema = z.object({
  /** See list-contents.ts. */
  digest: z.string(),
  /** How files are named, for tools that let the owner choose. */
  naming: z.string().nullable().default(null),
  done: z.number(),
  requestedAt: TimestampSchema,
  expiresAt: TimestampSchema,
  /** Null until the ZIP is built. */
  ready: z.object({ bytes: z.number(), outcome: ArchiveOutcomeSchema.optional() }).nullable(),
  /** Of a selection: its owner, its pictures as JSON, and the ids of their batches for queries. */
  selection: z.object({ owner: z.string(), pictures: z.string() }).optional(),
  /** Of a selection for an agency: its id. */
  agency: z.string().optional(),
  /** Of a selection for an agency: alike pictures that the owner leaves out, as JSON. */
  alike: z.string().optional(),
  part: z.number().optional(),
  /** Its entries. */
  total: z.number().optional(),
  batchIds: z.array(z.string()).optional(),
});
export type ArchiveRecord = z.infer<typeof ArchiveRecordSchema>;

/** More would not fit into one query. */
const MAX_SELECTIONS = 1000;

/** Deleted with the batch. `id`: that of the batch or the selection. */
export const archiveFolder = (id: string): string => `archives/${id}/`;

export const archivePath = (id: string, digest: string): string => `${archiveFolder(id)}${digest}.zip`;

const archivesOf = (firestore: Firestore) => firestore.collection('archives');

export const archiveReference = (firestore: Firestore, id: string) => archivesOf(firestore).doc(id);

const SELECTION = 'selection-';
/** Batches have other ids. */
export const isSelectionId = (id: string): boolean => id.startsWith(SELECTION);

interface SelectionFor {
  agency?: string;
  naming?: string | null;
  alike?: string;
  part?: number;
}

/** The same pictures of the same person have the same id, in any order; others for each agency and naming. */
export function makeSelection(owner: string, pictures: readonly Source[], wanted?: SelectionFor) {
  const sorted = sortPictures(pictures);
  const selection = { owner, pictures: JSON.stringify(sorted) };
  const hash = createHash('sha256')
    .update(JSON.stringify(wanted ? { ...selection, ...wanted } : selection))
    .digest('hex');
  return {
    id: `${SELECTION}${hash.slice(0, 40)}`,
    selection,
    batchIds: [...new Set(sorted.map(({ batchId }) => batchId))],
  };
}

/** Each once. */
export const sortPictures = (pictures: readonly Source[]): Source[] =>
  [...new Map(pictures.map((picture) => [JSON.stringify(toKey(picture)), picture])).values()]
    .map(({ batchId, index, kind }) => ({ batchId, index, kind }))
    .toSorted((one, other) => one.batchId.localeCompare(other.batchId) || one.index - other.index);

const toKey = ({ batchId, index, kind }: Source) => [batchId, index, kind];

export const readSelection = ({ selection }: Pick<ArchiveRecord, 'selection'>): Source[] =>
  selection ? readPictures(selection.pictures) : [];

const readPictures = (json: string): Source[] => z.array(SourceSchema).parse(JSON.parse(json));

export const readAlike = ({ alike }: Pick<ArchiveRecord, 'alike'>): Source[] | undefined =>
  alike === undefined ? undefined : readPictures(alike);

export async function readArchive(firestore: Firestore, batchId: string): Promise<ArchiveRecord | undefined> {
  const snapshot = await archiveReference(firestore, batchId).get();
  return snapshot.exists ? ArchiveRecordSchema.parse(snapshot.data()) : undefined;
}

/** By id. Missing ones are left out. */
export async function readArchives(
  firestore: Firestore,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, ArchiveRecord>> {
  const references = [...new Set(ids)].map((id) => archiveReference(firestore, id));
  const found = references.length > 0 ? await firestore.getAll(...references) : [];
  return new Map(
    found
      .filter(({ exists }) => exists)
      .map((snapshot) => [snapshot.id, ArchiveRecordSchema.parse(snapshot.data())]),
  );
}

/** ZIPs of selections with pictures of the batch. */
export async function readSelectionsOf(
  firestore: Firestore,
  batchId: string,
): Promise<{ id: string; pictures: Source[] }[]> {
  const found = await archivesOf(firestore)
    .where('batchIds', 'array-contains', batchId)
    .limit(MAX_SELECTIONS)
    .get();
  return found.docs.map((snapshot) => ({
    id: snapshot.id,
    pictures: readSelection(ArchiveRecordSchema.parse(snapshot.data())),
  }));
}

export const isArchiveReady = (snapshot: DocumentSnapshot | undefined): boolean =>
  snapshot?.exists === true && ArchiveRecordSchema.parse(snapshot.data()).ready !== null;

export const writeArchive = (firestore: Firestore, batchId: string, record: ArchiveRecord) =>
  archiveReference(firestore, batchId).set(record);

export const updateArchiveProgress = (firestore: Firestore, batchId: string, done: number) =>
  archiveReference(firestore, batchId).update({ done });

/** False if it was deleted or requested with other contents meanwhile. */
export const setArchiveReady = (
  firestore: Firestore,
  { batchId, digest }: Pick<ArchiveTask, 'batchId' | 'digest'>,
  ready: ArchiveRecord['ready'],
): Promise<boolean> =>
  firestore.runTransaction(async (transaction) => {
    const reference = archiveReference(firestore, batchId);
    const snapshot = await transaction.get(reference);
    if (!snapshot.exists || ArchiveRecordSchema.parse(snapshot.data()).digest !== digest) return false;
    transaction.update(reference, { ready });
    clearFailedWork(firestore, transaction, batchId, ['archive']);
    return true;
  });

export const deleteArchive = (firestore: Firestore, batchId: string) =>
  archiveReference(firestore, batchId).delete();
