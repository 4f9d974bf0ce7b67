/** Determines the Firestore type of a plain value. */
import {
  GeoPoint,
  isArray,
  isMap,
  Reference,
  Timestamp,
  type Fields,
  type Value,
} from './firestore-values.ts';

export const isNumber = (value: Value | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** Returns the elements of a vector, which is a map with two special fields. */
export function vectorElements(map: Fields): readonly Value[] | undefined {
  if (map.get('__type__') !== '__vector__') return undefined;
  const elements = map.get('value');
  return isArray(elements) ? elements : undefined;
}

/** The position of the value's type in the order of types. Range filters match within one type only. */
const TypeOrder = {
  NULL: 0,
  BOOLEAN: 1,
  NUMBER: 2,
  TIMESTAMP: 3,
  STRING: 4,
  BYTES: 5,
  REFERENCE: 6,
  GEO_POINT: 7,
  ARRAY: 8,
  VECTOR: 9,
  MAP: 10,
} as const;

export function typeOrder(value: Value): number {
  if (value === null) return TypeOrder.NULL;
  switch (typeof value) {
    case 'boolean':
      return TypeOrder.BOOLEAN;
    case 'bigint':
    case 'number':
      return TypeOrder.NUMBER;
    case 'string':
      return TypeOrder.STRING;
    default:
  }
  if (value instanceof Timestamp) return TypeOrder.TIMESTAMP;
  if (value instanceof Uint8Array) return TypeOrder.BYTES;
  if (value instanceof Reference) return TypeOrder.REFERENCE;
  if (value instanceof GeoPoint) return TypeOrder.GEO_POINT;
  if (isMap(value)) return vectorElements(value) ? TypeOrder.VECTOR : TypeOrder.MAP;
  return TypeOrder.ARRAY;
}
