import type { Fields, Value } from '../firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { getField, setField, type FieldPath } from '../values/field-path.ts';
import { isName } from './query-path.ts';

/** The fields at these paths, inside the maps that contain them. */
function selectFields(fields: Fields, paths: readonly FieldPath[]): Fields {
  const selected = new Map<string, Value>();
  for (const path of paths) {
    const value = isName(path) ? undefined : getField(fields, path);
    if (value !== undefined) setField(selected, path, value);
  }
  return selected;
}

export const projectDocument = (document: StoredDocument, paths: readonly FieldPath[]): StoredDocument => ({
  name: document.name,
  fields: selectFields(document.fields, paths),
  createTime: document.createTime,
  updateTime: document.updateTime,
});
