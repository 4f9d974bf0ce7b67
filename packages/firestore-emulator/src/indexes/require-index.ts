/** Checks whether production would have an index for a query. See https://cloud.google.com/firestore/docs/concepts/index-overview */
import { isInequality } from '../query/filter.ts';
import type { PreparedQuery } from '../query/prepared-query.ts';
import { isName, printPath } from '../query/query-path.ts';
import { StatusError } from '../status.ts';
import {
  nameModeAfter,
  type CompositeIndex,
  type FieldIndex,
  type IndexConfig,
  type IndexField,
  type IndexMode,
  type QueryScope,
} from './index-config.ts';

/** The index that a query needs: some of the equalities, then the whole order. */
interface Need {
  readonly collectionGroup: string;
  readonly queryScope: QueryScope;
  /** In any order and direction. */
  readonly equalities: readonly IndexField[];
  /** Ends with `__name__`. */
  readonly order: readonly IndexField[];
}

const AUTOMATIC_INDEXES: readonly FieldIndex[] = [
  { queryScope: 'COLLECTION', mode: 'ASCENDING' },
  { queryScope: 'COLLECTION', mode: 'DESCENDING' },
  { queryScope: 'COLLECTION', mode: 'CONTAINS' },
];

/** Throws FAILED_PRECONDITION with the missing entry of firestore.indexes.json. */
export function requireIndex(query: PreparedQuery, config: IndexConfig): void {
  const need = needOf(query);
  if (!need || isServed(need, config)) return;
  const entry = describe(need, config);
  const addition = 'fields' in entry ? { indexes: [entry] } : { fieldOverrides: [entry] };
  throw new StatusError(
    'FAILED_PRECONDITION',
    `The query requires an index. Add to firestore.indexes.json: ${JSON.stringify(addition)}`,
  );
}

/** Undefined for a query of all collections, which is by name. */
function needOf({ collectionId, filters, allDescendants, order }: PreparedQuery): Need | undefined {
  if (collectionId === undefined) return undefined;
  const equalities: IndexField[] = [];
  for (const filter of filters) {
    if (isInequality(filter) || isName(filter.path)) continue;
    const mode = filter.operator === 'array-contains' ? 'CONTAINS' : 'ASCENDING';
    const field: IndexField = { fieldPath: printPath(filter.path), mode };
    if (!equalities.some((other) => isSameField(field, other))) equalities.push(field);
  }
  const fields = order.map(({ path, descending }): IndexField => {
    return { fieldPath: printPath(path), mode: descending ? 'DESCENDING' : 'ASCENDING' };
  });
  return {
    collectionGroup: collectionId,
    queryScope: allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equalities,
    // Documents with the same value of a field need no order by that field.
    order: fields.filter(
      ({ fieldPath }) => !equalities.some((each) => each.mode !== 'CONTAINS' && each.fieldPath === fieldPath),
    ),
  };
}

const isSameField = (left: IndexField, right: IndexField) =>
  left.fieldPath === right.fieldPath && left.mode === right.mode;

/** Indexes that end with the same order can be merged. Together they must cover every equality. */
function isServed(need: Need, config: IndexConfig): boolean {
  const { equalities, order } = need;
  if (equalities.length === 0 && order.length === 1) return true;
  const prefixes = [...config.indexes, ...singleFieldIndexes(need, config)]
    .map((index) => prefixFor(index, need))
    .filter((prefix) => prefix !== undefined);
  if (equalities.length === 0) return prefixes.length > 0;
  return equalities.every((field) => prefixes.some((prefix) => prefix.includes(field)));
}

/** Returns the equalities that an index covers, or undefined if the index cannot be used. */
function prefixFor(index: CompositeIndex, need: Need): IndexField[] | undefined {
  const { equalities, order } = need;
  if (index.collectionGroup !== need.collectionGroup || index.queryScope !== need.queryScope)
    return undefined;
  const length = index.fields.length - order.length;
  const suffix = index.fields.slice(length);
  if (length < 0 || !suffix.every((field, position) => isSameField(field, order[position] ?? field))) {
    return undefined;
  }
  const served = index.fields.slice(0, length).map(({ fieldPath, mode }) => {
    return equalities.find(
      (field) => field.fieldPath === fieldPath && (field.mode === 'CONTAINS') === (mode === 'CONTAINS'),
    );
  });
  return served.every((field) => field !== undefined) ? served : undefined;
}

function singleFieldIndexes(
  { collectionGroup, equalities, order }: Need,
  config: IndexConfig,
): CompositeIndex[] {
  const paths = new Set([...equalities, ...order].map(({ fieldPath }) => fieldPath));
  return [...paths].flatMap((fieldPath) =>
    fieldIndexesOf(collectionGroup, fieldPath, config).map(({ queryScope, mode }) => ({
      collectionGroup,
      queryScope,
      fields: [
        { fieldPath, mode },
        { fieldPath: '__name__', mode: nameModeAfter(mode) },
      ],
    })),
  );
}

/** The most specific override applies: of the field, of a map around it, or of the collection. */
function fieldIndexesOf(
  collectionGroup: string,
  fieldPath: string,
  { overrides }: IndexConfig,
): readonly FieldIndex[] {
  const [nearest] = overrides
    .filter(
      (each) =>
        each.collectionGroup === collectionGroup &&
        (each.fieldPath === '*' ||
          fieldPath === each.fieldPath ||
          fieldPath.startsWith(`${each.fieldPath}.`)),
    )
    .sort(
      (a, b) =>
        Number(a.fieldPath === '*') - Number(b.fieldPath === '*') || b.fieldPath.length - a.fieldPath.length,
    );
  return nearest?.indexes ?? AUTOMATIC_INDEXES;
}

/** The missing entry of firestore.indexes.json. */
function describe(need: Need, config: IndexConfig) {
  const { collectionGroup, queryScope, equalities, order } = need;
  const fields = [...equalities, ...order.slice(0, -1)];
  const [first, second] = fields;
  const name = order.at(-1);
  const last = fields.at(-1);
  const hasUsualName = !name || (last && name.mode === nameModeAfter(last.mode));
  if (first && !second && hasUsualName) {
    const { fieldPath, mode } = first;
    const indexes = [...fieldIndexesOf(collectionGroup, fieldPath, config), { queryScope, mode }];
    return {
      collectionGroup,
      fieldPath,
      indexes: indexes.map((index) => withMode({ queryScope: index.queryScope }, index.mode)),
    };
  }
  if (!hasUsualName) fields.push(name);
  return {
    collectionGroup,
    queryScope,
    fields: fields.map(({ fieldPath, mode }) => withMode({ fieldPath }, mode)),
  };
}

const withMode = <Entry extends object>(entry: Entry, mode: IndexMode) =>
  mode === 'CONTAINS' ? { ...entry, arrayConfig: mode } : { ...entry, order: mode };
