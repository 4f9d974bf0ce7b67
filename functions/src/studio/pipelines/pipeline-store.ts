/** Where jobs are stored, and how they are read. */
import type { ListedPrompt } from '@portal/contracts/generation-request';
import { MAX_PIPELINES_LISTED, MAX_SCHEDULED_PIPELINES } from '@portal/contracts/pipelines';
import { MAX_PIPELINE_PICTURES } from '@portal/contracts/prompt-lists/find-prompt-problem';
import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import { TimestampSchema } from '../../platform/timestamp-schema.ts';
import {
  PipelineRecordSchema,
  PromptPartSchema,
  PROMPTS_PER_PART,
  type StoredPipeline,
} from './pipeline-record.ts';

/** Starts that are repeated by one sweep. */
const MAX_DUE = 20;
/** Of all people. */
const MAX_PLANNED = 1000;

const pipelinesOf = (firestore: Firestore) => firestore.collection('pipelines');

export const pipelineReference = (firestore: Firestore, id: string) => pipelinesOf(firestore).doc(id);

const partReference = (firestore: Firestore, id: string, part: number) =>
  pipelineReference(firestore, id).collection('pipelinePrompts').doc(String(part));

export const parsePipeline = (snapshot: DocumentSnapshot): StoredPipeline | undefined =>
  snapshot.exists ? { id: snapshot.id, ...PipelineRecordSchema.parse(snapshot.data()) } : undefined;

export const readPipeline = async (firestore: Firestore, id: string): Promise<StoredPipeline | undefined> =>
  parsePipeline(await pipelineReference(firestore, id).get());

const isKept = ({ deletedAt, expiresAt }: StoredPipeline): boolean =>
  !deletedAt && expiresAt.toMillis() > Date.now();

/** Answers 404 also for a job of another person, and for one that is deleted or has expired. */
export function assertOwner(pipeline: StoredPipeline | undefined, owner: string): StoredPipeline {
  if (pipeline?.owner !== owner || !isKept(pipeline)) throw new AppError('not-found', 'Job not found.');
  return pipeline;
}

export const readOwnPipeline = async (firestore: Firestore, owner: string, id: string) =>
  assertOwner(await readPipeline(firestore, id), owner);

/** Newest first, and all that are scheduled. */
export async function readPipelinesOf(firestore: Firestore, owner: string): Promise<StoredPipeline[]> {
  const newest = await pipelinesOf(firestore)
    .where('owner', '==', owner)
    .orderBy('createdAt', 'desc')
    .limit(MAX_PIPELINES_LISTED)
    .get();
  const hasOlder = newest.size === MAX_PIPELINES_LISTED;
  const scheduled = hasOlder ? (await scheduledOf(firestore, owner).get()).docs : [];
  const found = new Map([...newest.docs, ...scheduled].map((snapshot) => [snapshot.id, snapshot]));
  return [...found.values()]
    .flatMap((snapshot) => parsePipeline(snapshot) ?? [])
    .filter(isKept)
    .toSorted((one, other) => other.createdAt.toMillis() - one.createdAt.toMillis());
}

/** When one of the person's jobs last changed by itself. Costs one read. */
export async function readLatestChange(firestore: Firestore, owner: string): Promise<Timestamp | undefined> {
  const found = await pipelinesOf(firestore)
    .where('owner', '==', owner)
    .orderBy('changedAt', 'desc')
    .limit(1)
    .get();
  return found.docs.map((snapshot) => TimestampSchema.parse(snapshot.get('changedAt')))[0];
}

/** Jobs of all people whose time has come. */
export async function readDueIds(firestore: Firestore, before: Timestamp): Promise<string[]> {
  const found = await pipelinesOf(firestore)
    .where('state', '==', 'scheduled')
    .where('startAt', '<=', before)
    .orderBy('startAt')
    .limit(MAX_DUE)
    .select()
    .get();
  return found.docs.map(({ id }) => id);
}

const scheduledOf = (firestore: Firestore, owner: string) =>
  pipelinesOf(firestore)
    .where('owner', '==', owner)
    .where('state', '==', 'scheduled')
    .limit(MAX_SCHEDULED_PIPELINES);

export async function readScheduledIds(firestore: Firestore, owner: string): Promise<string[]> {
  const found = await scheduledOf(firestore, owner).select().get();
  return found.docs.map(({ id }) => id);
}

/** Throws 409 in the transaction that would schedule one more. */
export async function assertMaySchedule(
  firestore: Firestore,
  transaction: Transaction,
  owner: string,
): Promise<void> {
  const { size } = await transaction.get(scheduledOf(firestore, owner).select());
  if (size < MAX_SCHEDULED_PIPELINES) return;
  throw new AppError(
    'conflict',
    `You have ${MAX_SCHEDULED_PIPELINES} scheduled jobs. Cancel one, or wait until one has started.`,
  );
}

const PlannedSchema = PipelineRecordSchema.pick({ owner: true, estimate: true, expected: true });

/** What the jobs that start in the same month are expected to cost, of all people. `start`: in UTC. */
export async function readPlanned(
  firestore: Firestore,
  start: Date,
): Promise<{ owner: string; expected: number }[]> {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const found = await pipelinesOf(firestore)
    .where('state', '==', 'scheduled')
    .where('startAt', '>=', Timestamp.fromMillis(Date.UTC(year, month)))
    .where('startAt', '<', Timestamp.fromMillis(Date.UTC(year, month + 1)))
    .orderBy('startAt')
    .limit(MAX_PLANNED)
    .select(...Object.keys(PlannedSchema.shape))
    .get();
  return found.docs.map((snapshot) => {
    const { owner, estimate, expected = estimate } = PlannedSchema.parse(snapshot.data());
    return { owner, expected };
  });
}

/** One document has at most 1 MiB, so they are in several. */
export function writePrompts(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
  prompts: readonly ListedPrompt[],
  expiresAt: Timestamp,
): void {
  for (let start = 0; start < prompts.length; start += PROMPTS_PER_PART) {
    const part = start / PROMPTS_PER_PART;
    const some = prompts.slice(start, start + PROMPTS_PER_PART);
    transaction.create(partReference(firestore, id, part), { index: part, prompts: some, expiresAt });
  }
}

function listParts(firestore: Firestore, { id, promptCount }: StoredPipeline): DocumentReference[] {
  const count = Math.ceil(Math.min(promptCount, MAX_PIPELINE_PICTURES) / PROMPTS_PER_PART);
  return Array.from({ length: count }, (_, part) => partReference(firestore, id, part));
}

export async function readPrompts(firestore: Firestore, pipeline: StoredPipeline): Promise<ListedPrompt[]> {
  const parts = await firestore.getAll(...listParts(firestore, pipeline));
  return parts.flatMap((part) => (part.exists ? PromptPartSchema.parse(part.data()).prompts : []));
}

/** Once it has started, its batches have them. */
export function deletePrompts(
  firestore: Firestore,
  transaction: Transaction,
  pipeline: StoredPipeline,
): void {
  for (const part of listParts(firestore, pipeline)) transaction.delete(part);
}
