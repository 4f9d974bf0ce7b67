import type { Fields, Timestamp, Value } from '../firestore-values.ts';
import type { Change, Micros, Snapshot, StoredDocument } from '../model.ts';
import { invalidArgument, StatusError } from '../status.ts';
import { LazyDocument } from '../store/lazy-document.ts';
import { microsToTimestamp } from '../values/codec.ts';
import { checkDocumentSize } from '../values/document-size.ts';
import { deleteField, getField, setField } from '../values/field-path.ts';
import { identicalFields } from '../values/order.ts';
import type { WriteMessage, WriteResultMessage } from '../wire/messages.ts';
import { parseWrite, type ParsedWrite } from './parse-write.ts';
import { applyTransforms, requestTimeOf } from './transforms.ts';

export interface AppliedWrites {
  readonly changes: Change[];
  /** One for each write, in order. */
  readonly results: WriteResultMessage[];
}

/** A document while a commit is applied. */
interface Draft {
  readonly before: StoredDocument | undefined;
  /** Undefined while the document does not exist. */
  fields: Fields | undefined;
  /** Deleted by this commit: the next write creates a new document. */
  replaced: boolean;
  /** The version that the first write requires. */
  readonly requiredVersion: Micros | undefined;
  /** The kind of the previous write, as Firestore's errors name it. */
  lastKind: 'insert' | 'update' | 'upsert' | 'delete';
}

/** Applies the writes to the latest state. Each write sees those before it. */
export function applyWrites(
  latest: Snapshot,
  time: Micros,
  messages: readonly WriteMessage[],
): AppliedWrites {
  const writes = messages.map(parseWrite);
  const requestTime = requestTimeOf(time);
  const drafts = new Map<string, Draft>();
  const transformResults = writes.map((write) =>
    applyWrite(write, draftFor(write, latest, drafts), requestTime),
  );
  const ended = new Map([...drafts].map(([name, draft]) => [name, endDraft(name, draft, time)]));
  return {
    changes: [...ended.values()].flatMap(({ change }) => (change ? [change] : [])),
    results: writes.map(({ name }, index) => ({
      updateTime: ended.get(name)?.updateTime,
      transformResults: transformResults[index] ?? [],
    })),
  };
}

function draftFor(write: ParsedWrite, latest: Snapshot, drafts: Map<string, Draft>): Draft {
  const earlier = drafts.get(write.name);
  if (earlier) {
    checkAgainstEarlier(write, earlier);
    return earlier;
  }
  const before = latest.get(write.name);
  checkPrecondition(write, before);
  const { precondition } = write;
  const draft: Draft = {
    before,
    fields: before?.fields,
    replaced: false,
    requiredVersion: precondition && 'updateTime' in precondition ? precondition.updateTime : undefined,
    lastKind: 'upsert',
  };
  drafts.set(write.name, draft);
  return draft;
}

function checkPrecondition({ name, precondition }: ParsedWrite, before: StoredDocument | undefined): void {
  if (!precondition) return;
  if ('updateTime' in precondition) {
    const stored = before?.updateTime ?? 0;
    if (stored === precondition.updateTime) return;
    throw new StatusError(
      'FAILED_PRECONDITION',
      `the stored version (${stored}) does not match the required base version (${precondition.updateTime})`,
    );
  }
  if (precondition.exists && !before) throw new StatusError('NOT_FOUND', `No document to update: ${name}`);
  if (!precondition.exists && before)
    throw new StatusError('ALREADY_EXISTS', `Document already exists: ${name}`);
}

/** Firestore merges all writes to one document, and refuses combinations that cannot be merged. */
function checkAgainstEarlier(write: ParsedWrite, draft: Draft): void {
  const { precondition } = write;
  if (!precondition) return;
  if ('updateTime' in precondition) {
    if (precondition.updateTime === draft.requiredVersion) return;
    throw invalidArgument('Cannot collapse mutations with different version preconditions.');
  }
  if (precondition.exists === (draft.fields !== undefined)) return;
  throw invalidArgument(`Cannot ${draft.lastKind} then ${kindOf(write)} an entity in the same request.`);
}

function kindOf({ operation, precondition }: ParsedWrite): Draft['lastKind'] {
  if (operation === 'delete') return 'delete';
  if (!precondition || !('exists' in precondition)) return 'upsert';
  return precondition.exists ? 'update' : 'insert';
}

/** Changes the draft. Returns the results of the transforms. */
function applyWrite(write: ParsedWrite, draft: Draft, requestTime: Timestamp): Value[] {
  draft.lastKind = kindOf(write);
  if (write.operation === 'delete') {
    draft.fields = undefined;
    draft.replaced = true;
    return [];
  }
  const fields = updateFields(draft.fields, write);
  const results = applyTransforms(fields, write.transforms, requestTime);
  draft.fields = fields;
  return results;
}

function updateFields(current: Fields | undefined, { fields, mask }: ParsedWrite): Map<string, Value> {
  if (!mask) return new Map(fields);
  const updated = new Map(current);
  for (const path of mask) {
    const value = getField(fields, path);
    if (value === undefined) deleteField(updated, path);
    else setField(updated, path, value);
  }
  return updated;
}

/** A document that does not change keeps its update time. */
function endDraft(
  name: string,
  { before, fields, replaced }: Draft,
  time: Micros,
): { change: Change | undefined; updateTime: Timestamp | undefined } {
  if (!fields) return { change: before && { name, after: undefined }, updateTime: undefined };
  if (before && !replaced && (fields === before.fields || identicalFields(fields, before.fields))) {
    return { change: undefined, updateTime: microsToTimestamp(before.updateTime) };
  }
  checkDocumentSize(name, fields);
  const createTime = before && !replaced ? before.createTime : time;
  return {
    change: { name, after: new LazyDocument(name, fields, createTime, time) },
    updateTime: microsToTimestamp(time),
  };
}
