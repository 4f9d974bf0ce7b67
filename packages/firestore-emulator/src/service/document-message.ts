import type { StoredDocument } from '../model.ts';
import { projectDocument } from '../query/select-fields.ts';
import { microsToTimestamp, type DocumentMessage, type EncodedDocument } from '../values/codec.ts';
import { parseFieldPath, type FieldPath } from '../values/field-path.ts';
import { LazyDocument } from '../store/lazy-document.ts';
import type { DocumentMask } from '../wire/messages.ts';

/** Undefined for the whole document. */
export const parseMask = (mask: DocumentMask | null | undefined): FieldPath[] | undefined =>
  mask?.fieldPaths.map(parseFieldPath);

export function toDocumentMessage(
  document: StoredDocument,
  mask?: readonly FieldPath[],
): DocumentMessage | EncodedDocument {
  const shown = mask ? projectDocument(document, mask) : document;
  if (shown instanceof LazyDocument) return shown;
  const { name, fields, createTime, updateTime } = shown;
  return {
    name,
    fields,
    createTime: microsToTimestamp(createTime),
    updateTime: microsToTimestamp(updateTime),
  };
}
