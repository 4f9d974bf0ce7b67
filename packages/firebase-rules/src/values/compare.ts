import { Timestamp } from '../firestore-values.ts';
import { Duration, isNumber, type RulesValue } from './rules-value.ts';

/** Negative, zero or positive as in a sort; NaN when one is NaN; undefined when the types have no order. */
export function compareForOrder(left: RulesValue, right: RulesValue): number | undefined {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string')
    return Number(left > right) - Number(left < right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return left.seconds - right.seconds || left.nanos - right.nanos;
  }
  if (left instanceof Duration && right instanceof Duration) return compareNumbers(left.nanos, right.nanos);
  return undefined;
}

/** Compares as floats when one of them is a float. */
function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return Number(left > right) - Number(left < right);
  const [a, b] = [Number(left), Number(right)];
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Number(a > b) - Number(a < b);
}
