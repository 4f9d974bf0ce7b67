/** How built-in functions and methods are declared and called. A method's receiver is its first argument. */
import { nullValue } from '../evaluate/operators.ts';
import { typeOf, type TypeName, type Types } from '../values/types.ts';
import { EvaluationError, type RulesValue } from '../values/rules-value.ts';

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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values are checked against the types when passed
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
  for (const accepts of [isExactly, isWidened]) {
    const found = candidates.find(({ types }) =>
      values.every((value, index) => accepts(value, types[index])),
    );
    if (!found) continue;
    const widened = values.map((value, index) => widen(value, found.types[index]));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they have just been checked against the types
    return found.run(...(widened as never[]));
  }
  throw new EvaluationError(`Unsupported operation error. Received: ${received()}. Function: [${name}].`);
}

const isExactly = (value: RulesValue, type: ParameterType | undefined) =>
  type === 'any' || type === typeOf(value);
const isWidened = (value: RulesValue, type: ParameterType | undefined) =>
  isExactly(value, type) || (type === 'float' && typeof value === 'bigint');
const widen = (value: RulesValue, type: ParameterType | undefined) =>
  type === 'float' && typeof value === 'bigint' ? Number(value) : value;
const notFound = (name: string) => new EvaluationError(`Function not found error: Name: [${name}].`);
