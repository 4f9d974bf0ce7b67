/** Documents as JSON, for firebase-tools (which reads those that storage.rules name) and `npm run cloud:check`. */
import type { StoredDocument } from '../model.ts';
import type { Backend } from '../service/backend.ts';
import { commitWrites } from '../service/write-methods.ts';
import { StatusError, unimplemented } from '../status.ts';
import { microsToTimestamp } from '../values/codec.ts';
import {
  parseFields,
  printFields,
  printTimestamp,
  toJsonObject,
  type Json,
  type JsonObject,
} from '../firestore-json.ts';
import { checkDocumentName } from '../values/resource-name.ts';

/** `path` follows `/v1/`. */
export function answerDocumentRequest(
  backend: Backend,
  httpMethod: string,
  path: string,
  parameters: URLSearchParams,
  body: Json | undefined,
): JsonObject {
  const id = parameters.get('documentId');
  const isKnown = parameters.size === (id === null ? 0 : 1) && /\/documents\/./.test(path);
  const route = isKnown ? `${httpMethod}${id === null ? '' : ' with id'}` : '';
  switch (route) {
    case 'GET':
      return printDocument(readDocument(backend, path));
    case 'POST with id': {
      const name = `${path}/${id}`;
      const { fields = {} } = toJsonObject(body ?? {});
      commitWrites(backend, [
        {
          operation: 'update',
          update: { name, fields: parseFields(fields) },
          updateTransforms: [],
          currentDocument: { conditionType: 'exists', exists: false },
        },
      ]);
      return printDocument(readDocument(backend, name));
    }
    case 'DELETE':
      commitWrites(backend, [{ operation: 'delete', delete: path, updateTransforms: [] }]);
      return {};
    default:
      throw unimplemented(`${httpMethod} /v1/${path}${parameters.size > 0 ? `?${String(parameters)}` : ''}`);
  }
}

function readDocument({ store }: Backend, name: string): StoredDocument {
  checkDocumentName(name);
  const document = store.snapshot().get(name);
  if (!document) throw new StatusError('NOT_FOUND', `Document (${name}) not found.`);
  return document;
}

const printDocument = ({ name, fields, createTime, updateTime }: StoredDocument): JsonObject => ({
  name,
  fields: printFields(fields),
  createTime: printTimestamp(microsToTimestamp(createTime)),
  updateTime: printTimestamp(microsToTimestamp(updateTime)),
});
