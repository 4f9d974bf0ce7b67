/** Maps an HTTP request of the documents API to a method and its request message. */
import type { MethodName } from '../service/service-methods.ts';
import { invalidPayload, isJsonObject, type Json, type JsonObject } from '../values/firestore-json.ts';

export interface RoutedRequest {
  readonly method: MethodName;
  readonly request: JsonObject;
}

const DOCUMENTS = /^(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.+))?$/;
const VERB = /:([a-zA-Z]+)$/;

/** The request field that the path fills, for each `:verb`. */
const VERBS: Readonly<Record<string, { readonly method: MethodName; readonly path: 'database' | 'parent' }>> =
  {
    batchGet: { method: 'BatchGetDocuments', path: 'database' },
    batchWrite: { method: 'BatchWrite', path: 'database' },
    beginTransaction: { method: 'BeginTransaction', path: 'database' },
    commit: { method: 'Commit', path: 'database' },
    listCollectionIds: { method: 'ListCollectionIds', path: 'parent' },
    partitionQuery: { method: 'PartitionQuery', path: 'parent' },
    rollback: { method: 'Rollback', path: 'database' },
    runAggregationQuery: { method: 'RunAggregationQuery', path: 'parent' },
    runQuery: { method: 'RunQuery', path: 'parent' },
  };

/** `path` follows `/v1/`. Returns undefined for an unknown path. */
export function routeRequest(
  httpMethod: string,
  path: string,
  parameters: URLSearchParams,
  body: Json | undefined,
): RoutedRequest | undefined {
  const options = readParameters(parameters);
  const verb = httpMethod === 'POST' ? VERBS[VERB.exec(path)?.[1] ?? ''] : undefined;
  const name = verb ? path.replace(VERB, '') : path;
  const [, database, below] = DOCUMENTS.exec(name) ?? [];
  if (database === undefined) return undefined;
  if (verb) {
    if (!isJsonObject(body)) throw invalidPayload();
    const target = verb.path === 'database' ? database : name;
    return { method: verb.method, request: { ...body, [verb.path]: target } };
  }
  const isDocument = below !== undefined && below.split('/').length % 2 === 0;
  const slash = name.lastIndexOf('/');
  const collection = { parent: name.slice(0, slash), collectionId: name.slice(slash + 1) };
  switch (httpMethod) {
    case 'GET':
      if (isDocument) return { method: 'GetDocument', request: { ...options, name } };
      return below === undefined
        ? undefined
        : { method: 'ListDocuments', request: { ...options, ...collection } };
    case 'POST':
      if (isDocument || below === undefined) return undefined;
      return { method: 'CreateDocument', request: { ...options, ...collection, document: body ?? {} } };
    case 'PATCH':
      if (body !== undefined && !isJsonObject(body)) throw invalidPayload();
      return { method: 'UpdateDocument', request: { ...options, document: { ...body, name } } };
    case 'DELETE':
      return { method: 'DeleteDocument', request: { ...options, name } };
    default:
      return undefined;
  }
}

/** `mask.fieldPaths=a&mask.fieldPaths=b` becomes `{mask: {fieldPaths: ['a', 'b']}}`. Ignores `$alt` and other system parameters. */
function readParameters(parameters: URLSearchParams): JsonObject {
  const options: JsonObject = {};
  for (const key of new Set(parameters.keys())) {
    if (key.startsWith('$') || key === 'alt' || key === 'key' || key === 'prettyPrint') continue;
    const values = parameters.getAll(key);
    const value: Json = values.length === 1 ? (values[0] ?? '') : values;
    const [first = '', second] = key.split('.');
    const inner = options[first];
    options[first] = second === undefined ? value : { ...(isJsonObject(inner) && inner), [second]: value };
  }
  return options;
}
