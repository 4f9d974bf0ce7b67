import { GeoPoint, Timestamp } from '../firestore-values.ts';
import { Constraint } from './constraint.ts';
import {
  Duration,
  MapDiff,
  RulesPath,
  RulesSet,
  type RulesList,
  type RulesMap,
  type RulesValue,
} from './rules-value.ts';

/** The type names of the language, and the types that represent them here. */
export interface Types {
  null: null;
  bool: boolean;
  int: bigint;
  float: number;
  string: string;
  bytes: Uint8Array;
  timestamp: Timestamp;
  duration: Duration;
  latlng: GeoPoint;
  path: RulesPath;
  list: RulesList;
  set: RulesSet;
  map: RulesMap;
  map_diff: MapDiff;
  constraint: Constraint;
}
export type TypeName = keyof Types;

export function typeOf(value: RulesValue): TypeName {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'string';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof GeoPoint) return 'latlng';
  if (value instanceof RulesPath) return 'path';
  if (value instanceof RulesSet) return 'set';
  if (value instanceof MapDiff) return 'map_diff';
  if (value instanceof Constraint) return 'constraint';
  return value instanceof Map ? 'map' : 'list';
}

/** `value is type`. In Google's emulator, no value is a `set`. */
export function isOfType(value: RulesValue, type: TypeName | 'number'): boolean {
  const actual = typeOf(value);
  if (type === 'number') return actual === 'int' || actual === 'float';
  return actual === type && type !== 'set';
}
