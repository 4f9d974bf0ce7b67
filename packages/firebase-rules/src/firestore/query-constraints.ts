/** What a query's filters prove about its results, for each alternative of `or` and `in`. */
import type { Value } from '../firestore-values.ts';
import { Constraint, type Condition, type ConstraintOperator } from '../values/constraint.ts';
import { toRulesValue } from '../values/document-value.ts';
import { isList, isMap, RulesPath, type RulesMap, type RulesValue } from '../values/rules-value.ts';

/** The part of a query that the rules need. The emulator's QueryPlan has this form. */
export interface FieldFilter {
  readonly kind: 'field';
  readonly path: readonly string[];
  readonly operator:
    | ConstraintOperator
    | 'in'
    | 'array-contains-any'
    | 'is-null'
    | 'is-not-null'
    | 'is-nan'
    | 'is-not-nan';
  readonly value: Value;
}
interface CompositeFilter {
  readonly kind: 'and' | 'or';
  readonly filters: readonly Filter[];
}
export type Filter = FieldFilter | CompositeFilter;

export interface RulesQuery {
  readonly filter?: Filter | undefined;
  readonly explicitOrder?: readonly { readonly path: readonly string[]; readonly descending: boolean }[];
  readonly offset?: number;
  readonly limit?: number | undefined;
  /** A collection group query. */
  readonly allDescendants?: boolean;
}

interface Alternative {
  /** `resource.data`: the fields that the filters fix or restrict. */
  readonly data: RulesMap;
  /** Set if the filters fix the document's name. */
  readonly documentPath: RulesPath | undefined;
}

interface FieldCondition extends Condition {
  readonly path: readonly string[];
}
type Conjunction = readonly FieldCondition[];

export const listAlternatives = (filter: Filter | undefined): Alternative[] =>
  (filter ? toConjunctions(filter) : [[]]).map((conjunction) => ({
    data: collectFields(conjunction.filter(({ path }) => !isDocumentName(path))),
    documentPath: findDocumentPath(conjunction),
  }));

const isDocumentName = (path: readonly string[]) => path.length === 1 && path[0] === '__name__';

function toConjunctions(filter: Filter): Conjunction[] {
  if (filter.kind === 'field') return toConditions(filter).map((condition) => [condition]);
  if (filter.kind === 'or') return filter.filters.flatMap(toConjunctions);
  return filter.filters.reduce<Conjunction[]>(
    (left, inner) =>
      toConjunctions(inner).flatMap((right) => left.map((conditions) => [...conditions, ...right])),
    [[]],
  );
}

/** Returns one condition for each element of `in` and `array-contains-any`. */
function toConditions({ path, operator, value }: FieldFilter): FieldCondition[] {
  const converted = toRulesValue(value);
  const elements = isList(converted) ? converted : [];
  switch (operator) {
    case 'in':
      return elements.map((element) => toEquality(path, element));
    case '==':
      return [toEquality(path, converted)];
    case 'array-contains-any':
      return elements.map((element) => ({ path, operator: 'array-contains', value: element }));
    case 'is-null':
      return [{ path, operator: '==', value: null }];
    case 'is-not-null':
      return [{ path, operator: '!=', value: null }];
    case 'is-nan':
      return [{ path, operator: '==', value: Number.NaN }];
    case 'is-not-nan':
      return [{ path, operator: '!=', value: Number.NaN }];
    default:
      return [{ path, operator, value: converted }];
  }
}

/** Nothing equals null or NaN, so such a filter proves only that the field exists. */
const toEquality = (path: readonly string[], value: RulesValue): FieldCondition =>
  value === null || Number.isNaN(value)
    ? { path, operator: '!=', value: null }
    : { path, operator: '==', value };

function findDocumentPath(conjunction: Conjunction): RulesPath | undefined {
  const condition = conjunction.find(({ path, operator }) => isDocumentName(path) && operator === '==');
  return condition?.value instanceof RulesPath ? condition.value : undefined;
}

function collectFields(conjunction: Conjunction): RulesMap {
  const byPath = Map.groupBy(conjunction, ({ path }) => JSON.stringify(path));
  const fields = new Map<string, RulesValue>();
  for (const conditions of byPath.values()) {
    const [first] = conditions;
    if (!first) continue;
    const isKnown = conditions.every(({ operator, value }) => operator === '==' && value === first.value);
    setAt(fields, first.path, isKnown ? first.value : new Constraint(conditions));
  }
  return fields;
}

function setAt(fields: Map<string, RulesValue>, path: readonly string[], value: RulesValue): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    fields.set(name, value);
    return;
  }
  const existing = fields.get(name);
  const inner = new Map(existing !== undefined && isMap(existing) ? existing : []);
  setAt(inner, rest, value);
  fields.set(name, inner);
}
