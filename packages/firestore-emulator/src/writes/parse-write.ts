import { Timestamp, type Fields } from '../firestore-values.ts';
import type { Micros } from '../model.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { timestampToMicros } from '../values/codec.ts';
import { parseFieldPath, type FieldPath } from '../values/field-path.ts';
import { checkFields, isReservedName } from '../values/limits.ts';
import { checkDocumentName } from '../values/resource-name.ts';
import type { PreconditionMessage, WriteMessage } from '../wire/messages.ts';
import { parseTransforms, type Transform } from './transforms.ts';

/** The precondition of a write: whether the document exists, or which version it has. */
type Precondition = { readonly exists: boolean } | { readonly updateTime: Micros };

/** A write, checked as far as possible without the document. */
export interface ParsedWrite {
  readonly name: string;
  readonly operation: 'update' | 'delete';
  readonly precondition: Precondition | undefined;
  readonly fields: Fields;
  /** Without a mask, an update replaces all fields. */
  readonly mask: readonly FieldPath[] | undefined;
  readonly transforms: readonly Transform[];
}

const noFields: Fields = new Map();

export function parseWrite(write: WriteMessage): ParsedWrite {
  const { operation, name, fields } = targetOf(write);
  checkDocumentName(name);
  if (operation !== 'update') rejectUpdateParts(write);
  return {
    name,
    operation,
    precondition: parsePrecondition(write.currentDocument),
    fields: checkFields(fields),
    mask: write.updateMask?.fieldPaths.map(parseMaskPath).filter(isStored),
    transforms: parseTransforms(write.updateTransforms),
  };
}

function targetOf(write: WriteMessage): Pick<ParsedWrite, 'operation' | 'name' | 'fields'> {
  switch (write.operation) {
    case 'update':
      return { operation: 'update', name: '', fields: noFields, ...write.update };
    case 'delete':
      return { operation: 'delete', name: write.delete ?? '', fields: noFields };
    case 'transform':
      throw unimplemented('A write that only transforms');
    default:
      throw invalidArgument('empty write operation');
  }
}

function rejectUpdateParts({ operation, updateMask, updateTransforms }: WriteMessage): void {
  if (updateMask) throw invalidArgument(`a ${operation} must not specify a document mask.`);
  if (updateTransforms.length > 0)
    throw invalidArgument(`a ${operation} must not specify a update transform.`);
}

function parseMaskPath(text: string): FieldPath {
  const path = parseFieldPath(text);
  const reserved = path.find(isReservedName);
  if (reserved !== undefined && isStored(path))
    throw invalidArgument(`Invalid reserved name in field path ${reserved}`);
  return path;
}

/** A mask may contain `__name__`, the document's name, but it is never written. */
const isStored = (path: FieldPath) => path.length > 1 || path[0] !== '__name__';

function parsePrecondition(message: PreconditionMessage | null | undefined): Precondition | undefined {
  switch (message?.conditionType) {
    case 'exists':
      return { exists: message.exists ?? false };
    case 'updateTime':
      return { updateTime: parseUpdateTime(message.updateTime ?? new Timestamp(0, 0)) };
    default:
      return undefined;
  }
}

function parseUpdateTime(time: Timestamp): Micros {
  if (time.nanos % 1000 !== 0)
    throw invalidArgument('timestamp cannot have more than microseconds precision');
  return timestampToMicros(time);
}
