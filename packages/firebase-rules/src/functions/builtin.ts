/** Declares and calls built-in functions and methods. The receiver of a method is its first argument. */
import { typeOf, type TypeName, type Types } from '../values/types.ts';
import { EvaluationError, nullValue, type RulesValue } from '../values/rules-value.ts';

type ParameterType = TypeName | 'any';
type ValueOf<T extends ParameterType> = T extends TypeName ? Types[T] : RulesValue;

export interface Overload {
  readonly types: readonly ParameterType[];
  readonly run: (...values: never[]) => RulesValue;
}
export type Builtins = Readonly<Record<string, readonly Overload[]>>;

export const overload = <const T extends readonly ParameterType[]>(
  types: T,
  run: (...values: { -readonly [K in keyof T]: ValueOf<T[K]> }) => RulesValue,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- run() checks the values against the types
): Overload => ({ types, run: run as Overload['run'] });

export function callFunction(
  name: string,
  overloads: readonly Overload[] | undefined,
  values: RulesValue[],
): RulesValue {
  if (!overloads) throw notFound(name);
  const received = () => `${name}(${values.map(typeOf).join(', ')})`;
  return run(name, overloads, values, received);
}

export function callMethod(
  name: string,
  overloads: readonly Overload[],
  object: RulesValue,
  values: readonly RulesValue[],
): RulesValue {
  if (object === null) throw nullValue();
  const type = typeOf(object);
  const applicable = overloads.filter(({ types }) => types[0] === type);
  if (applicable.length === 0) throw notFound(name);
  return run(
    name,
    applicable,
    [object, ...values],
    () => `${type}.${name}(${values.map(typeOf).join(', ')})`,
  );
}

function run(
  name: string,
  overloads: readonly Overload[],
  values: readonly RulesValue[],
  received: () => string,
): RulesValue {
  const candidates = overloads.filter(({ types }) => types.length === values.length);
  if (candidates.length === 0) {
    throw new EvaluationError(`Incorrect number of arguments. Received: ${received()}.`);
  }
  for (const accepts of [matchesExactly, matchesWidened]) {
    const found = candidates.find(({ types }) =>
      values.every((value, index) => accepts(value, types[index])),
    );
    if (!found) continue;
    const widened = values.map((value, index) => widen(value, found.types[index]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values were checked against the types above
    return found.run(...(widened as never[]));
  }
  throw new EvaluationError(`Unsupported operation error. Received: ${received()}. Function: [${name}].`);
}

const matchesExactly = (value: RulesValue, type: ParameterType | undefined) =>
  type === 'any' || type === typeOf(value);
const matchesWidened = (value: RulesValue, type: ParameterType | undefined) =>
  matchesExactly(value, type) || (type === 'float' && typeof value === 'bigint');
const widen = (value: RulesValue, type: ParameterType | undefined) =>
  type === 'float' && typeof value === 'bigint' ? Number(value) : value;
const notFound = (name: string) => new EvaluationError(`Function not found error: Name: [${name}].`);
