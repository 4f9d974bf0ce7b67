/** promptLists/{name} and promptStyles/{name}: what the studio shares for prompts. They do not expire. */
import { randomUUID } from 'node:crypto';
import { MAX_PROMPT_LISTS, MAX_PROMPT_STYLES } from '@portal/contracts/studio-prompts';
import { Timestamp, type DocumentSnapshot, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';

const EditSchema = z.object({ version: z.string(), editedBy: z.string(), editedAt: TimestampSchema });
const ListSummarySchema = EditSchema.extend({ count: z.number() });
const ListSchema = ListSummarySchema.extend({ entries: z.array(z.string()) });
const StyleSchema = EditSchema.extend({ template: z.string() });

type Kind = 'list' | 'style';

const collectionOf = (firestore: Firestore, kind: Kind) =>
  kind === 'list' ? firestore.collection('promptLists') : firestore.collection('promptStyles');
const MAX_DOCUMENTS: Record<Kind, number> = { list: MAX_PROMPT_LISTS, style: MAX_PROMPT_STYLES };

/** By name. Entries are not read: all together they could have 60 MB. */
export async function readListSummaries(firestore: Firestore) {
  const fields = Object.keys(ListSummarySchema.shape);
  const found = await collectionOf(firestore, 'list')
    .select(...fields)
    .limit(MAX_PROMPT_LISTS)
    .get();
  return found.docs.map((snapshot) => parse(ListSummarySchema, snapshot));
}

export async function readList(firestore: Firestore, name: string) {
  const snapshot = await collectionOf(firestore, 'list').doc(name).get();
  if (!snapshot.exists) throw new AppError('not-found', `There is no list “${name}”.`);
  return parse(ListSchema, snapshot);
}

/** By name. */
export async function readStyles(firestore: Firestore) {
  const found = await collectionOf(firestore, 'style').limit(MAX_PROMPT_STYLES).get();
  return found.docs.map((snapshot) => parse(StyleSchema, snapshot));
}

const parse = <Schema extends z.ZodObject<typeof EditSchema.shape>>(
  schema: Schema,
  snapshot: DocumentSnapshot,
) => {
  const record = schema.parse(snapshot.data());
  return { ...record, name: snapshot.id, editedAt: record.editedAt.toDate().toISOString() };
};

interface PromptDocument {
  kind: Kind;
  name: string;
}

/** `version`: the one that the caller has seen, or null to create a new document. */
export const saveDocument = <Content extends object>(
  firestore: Firestore,
  { kind, name }: PromptDocument,
  { content, version, editedBy }: { content: Content; version: string | null; editedBy: string },
) =>
  firestore.runTransaction(async (transaction) => {
    const reference = collectionOf(firestore, kind).doc(name);
    const snapshot = await transaction.get(reference);
    if (version === null) await assertCanCreate(firestore, transaction, kind, snapshot);
    else assertUnchanged(kind, snapshot, version);
    const editedAt = Timestamp.now();
    const edit = { version: randomUUID(), editedBy, editedAt };
    transaction.set(reference, { ...content, ...edit });
    return { ...content, ...edit, name, editedAt: editedAt.toDate().toISOString() };
  });

/** Has no effect if it was deleted before. */
export const deleteDocument = (firestore: Firestore, { kind, name }: PromptDocument, version: string) =>
  firestore.runTransaction(async (transaction) => {
    const reference = collectionOf(firestore, kind).doc(name);
    const snapshot = await transaction.get(reference);
    if (!snapshot.exists) return;
    assertUnchanged(kind, snapshot, version);
    transaction.delete(reference);
  });

async function assertCanCreate(
  firestore: Firestore,
  transaction: Transaction,
  kind: Kind,
  { exists, id }: DocumentSnapshot,
): Promise<void> {
  if (exists) throw new AppError('conflict', `There is already a ${kind} “${id}”. Choose another name.`);
  const others = await transaction.get(collectionOf(firestore, kind).count());
  const max = MAX_DOCUMENTS[kind];
  if (others.data().count >= max) {
    throw new AppError('conflict', `The studio has ${max} ${kind}s. Delete one to create another.`);
  }
}

function assertUnchanged(kind: Kind, snapshot: DocumentSnapshot, version: string): void {
  if (!snapshot.exists) throw new AppError('conflict', `Someone else has deleted this ${kind}.`);
  if (EditSchema.parse(snapshot.data()).version !== version) {
    throw new AppError('conflict', `Someone else has changed this ${kind}. Load it and try again.`);
  }
}
