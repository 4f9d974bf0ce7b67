/** Count, sum and average over a query's results. */
import type { Value } from '../values/firestore-values.ts';
import type { Snapshot, StoredDocument } from '../model.ts';
import { invalidArgument } from '../status.ts';
import { isNumber } from '../values/kinds.ts';
import { isReservedName } from '../values/limits.ts';
import type { Aggregation, StructuredAggregationQuery } from '../wire/messages.ts';
import { prepareQuery } from './prepare-query.ts';
import type { PreparedQuery } from './prepared-query.ts';
import { isName, parseFieldReference, valueAt, type Path } from './query-path.ts';

export interface PreparedAggregation {
  readonly query: PreparedQuery;
  /** Returns the results by alias. */
  readonly run: (snapshot: Snapshot) => Map<string, Value>;
}

interface Column {
  readonly alias: string;
  /** Undefined for a count. */
  readonly path: Path | undefined;
  readonly evaluate: (documents: readonly StoredDocument[]) => Value;
}

const MAX_AGGREGATIONS = 5;
const MAX_ALIAS_BYTES = 1500;
const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);
/** Scaling by a power of two is exact. With this one, no sum of doubles overflows. */
const SCALE = 2 ** -64;

export function prepareAggregation(parent: string, request: StructuredAggregationQuery): PreparedAggregation {
  const columns = parseColumns(request.aggregations);
  const structuredQuery = request.structuredQuery ?? { from: [], orderBy: [], offset: 0 };
  const aggregated = columns.flatMap(({ path }) => (path ? [path] : []));
  if (structuredQuery.select && aggregated.length > 0) {
    throw invalidArgument('Cannot apply property masks when aggregation fields are present.');
  }
  const query = prepareQuery(parent, structuredQuery, aggregated);
  return {
    query,
    run: (snapshot) => {
      const documents = query.run(snapshot);
      return new Map(columns.map(({ alias, evaluate }) => [alias, evaluate(documents)]));
    },
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
  let unnamed = 0;
  const columns = aggregations.map((aggregation) =>
    parseColumn(aggregation, aggregation.alias || `field_${++unnamed}`),
  );
  const aliases = new Set<string>();
  for (const { alias } of columns) {
    if (aliases.has(alias)) throw invalidArgument(`Aggregation aliases contain duplicate alias: ${alias}.`);
    aliases.add(alias);
  }
  return columns;
}

function parseColumn({ count, sum, avg }: Aggregation, alias: string): Column {
  if (isReservedName(alias)) throw invalidArgument(`The property.name "${alias}" is reserved.`);
  if (Buffer.byteLength(alias) > MAX_ALIAS_BYTES) {
    throw invalidArgument(`The property.name is longer than ${MAX_ALIAS_BYTES} bytes.`);
  }
  if (count) {
    const upTo = count.upTo ? Number(count.upTo.value) : Infinity;
    if (upTo < 0) {
      throw invalidArgument(
        'The `up_to` value in a COUNT aggregation must be greater than or equal to zero.',
      );
    }
    return { alias, path: undefined, evaluate: ({ length }) => BigInt(Math.min(length, upTo)) };
  }
  const source = sum ?? avg;
  if (!source) throw invalidArgument('Operator field in Aggregation is not set.');
  const path = parseFieldReference(source.field);
  if (isName(path)) throw invalidArgument('Aggregations are not supported for the property: __key__');
  const summarize = sum ? sumOf : averageOf;
  return { alias, path, evaluate: (documents) => summarize(numbersAt(documents, path)) };
}

function numbersAt(documents: readonly StoredDocument[], path: Path): (number | bigint)[] {
  return documents.map((document) => valueAt(document, path)).filter(isNumber);
}

/** Returns an integer if all are integers and the result fits. Intermediate sums may overflow. */
function sumOf(numbers: readonly (number | bigint)[]): number | bigint {
  const doubles = numbers.filter((each) => typeof each === 'number');
  const integers = numbers.reduce<bigint>((sum, each) => (typeof each === 'bigint' ? sum + each : sum), 0n);
  const fits = integers >= MIN_INTEGER && integers <= MAX_INTEGER;
  if (doubles.length === 0 && fits) return integers;
  return sumDoubles([...doubles, Number(integers)]);
}

function averageOf(numbers: readonly (number | bigint)[]): number | null {
  return numbers.length === 0 ? null : Number(sumOf(numbers)) / numbers.length;
}

function sumDoubles(numbers: readonly number[]): number {
  const sum = sumCompensated(numbers);
  if (Number.isFinite(sum) || !numbers.every(Number.isFinite)) return sum;
  return sumCompensated(numbers.map((each) => each * SCALE)) / SCALE;
}

/** Neumaier's summation: adds up the digits that each addition loses. */
function sumCompensated(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const each of numbers) {
    const next = sum + each;
    lost += Math.abs(sum) >= Math.abs(each) ? sum - next + each : each - next + sum;
    sum = next;
  }
  return Number.isFinite(sum) ? sum + lost : sum;
}
