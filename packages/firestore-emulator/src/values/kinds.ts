/** Determines the Firestore type of a plain value. */
import { isArray, Reference, Timestamp, type Value } from '../firestore-values.ts';

export const isNumber = (value: Value | undefined): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

/** The position of the value's type in the order of types. Range filters match within one type only. */
const TypeOrder = {
  NULL: 0,
  BOOLEAN: 1,
  NUMBER: 2,
  TIMESTAMP: 3,
  STRING: 4,
  BYTES: 5,
  REFERENCE: 6,
  ARRAY: 7,
  MAP: 8,
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
  return isArray(value) ? TypeOrder.ARRAY : TypeOrder.MAP;
}
