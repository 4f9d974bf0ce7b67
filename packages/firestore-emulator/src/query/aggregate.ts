/** Counts and sums over a query's results. */
import type { Value } from '../firestore-values.ts';
import type { StoredDocument } from '../model.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { isNumber } from '../values/kinds.ts';
import { isReservedName } from '../values/limits.ts';
import type { Aggregation, StructuredAggregationQuery } from '../wire/messages.ts';
import { prepareQuery } from './prepare-query.ts';
import type { PreparedQuery } from './prepared-query.ts';
import { isName, parseFieldReference, valueAt, type Path } from './query-path.ts';

export interface PreparedAggregation {
  readonly query: PreparedQuery;
  /** Returns the results by alias. */
  readonly aggregate: (documents: readonly StoredDocument[]) => Map<string, Value>;
}

interface Column {
  readonly alias: string;
  /** Undefined for a count. */
  readonly path: Path | undefined;
}

const MAX_AGGREGATIONS = 5;
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

export function prepareAggregation(parent: string, request: StructuredAggregationQuery): PreparedAggregation {
  const columns = parseColumns(request.aggregations);
  const structuredQuery = request.structuredQuery ?? { from: [], orderBy: [], offset: 0 };
  const summed = columns.flatMap(({ path }) => (path ? [path] : []));
  if (structuredQuery.select && summed.length > 0) {
    throw invalidArgument('Cannot apply property masks when aggregation fields are present.');
  }
  return {
    query: prepareQuery(parent, structuredQuery, summed),
    aggregate: (documents) =>
      new Map(
        columns.map(({ alias, path }) => [
          alias,
          path ? sumOf(documents.map((document) => valueAt(document, path))) : BigInt(documents.length),
        ]),
      ),
  };
}

function parseColumns(aggregations: readonly Aggregation[]): Column[] {
  if (aggregations.length === 0) throw invalidArgument('Aggregations can not be empty.');
  if (aggregations.length > MAX_AGGREGATIONS) {
    throw invalidArgument(
      `The maximum number of aggregations allowed in an aggregation query is ${MAX_AGGREGATIONS}. Received: ` +
        `${aggregations.length}`,
    );
  }
  const columns = aggregations.map(parseColumn);
  const duplicate = columns.find(
    ({ alias }, index) => columns.findIndex((other) => other.alias === alias) < index,
  );
  if (duplicate) throw invalidArgument(`Aggregation aliases contain duplicate alias: ${duplicate.alias}.`);
  return columns;
}

function parseColumn({ count, sum, avg, alias }: Aggregation): Column {
  if (!alias) throw unimplemented('An aggregation without an alias');
  if (isReservedName(alias)) throw invalidArgument(`The property.name "${alias}" is reserved.`);
  if (avg) throw unimplemented('Averages');
  if (count?.upTo) throw unimplemented('A count with a maximum');
  if (count) return { alias, path: undefined };
  if (!sum) throw invalidArgument('Operator field in Aggregation is not set.');
  const path = parseFieldReference(sum.field);
  if (isName(path)) throw invalidArgument('Aggregations are not supported for the property: __key__');
  return { alias, path };
}

/** Returns an integer if all are integers and the result fits. Intermediate sums may overflow. */
function sumOf(values: readonly (Value | undefined)[]): number | bigint {
  const numbers = values.filter(isNumber);
  const doubles = numbers.filter((each) => typeof each === 'number');
  const integers = numbers.reduce<bigint>((sum, each) => (typeof each === 'bigint' ? sum + each : sum), 0n);
  if (doubles.length === 0 && integers >= MIN_INTEGER && integers <= MAX_INTEGER) return integers;
  return doubles.reduce((sum, each) => sum + each, Number(integers));
}
