import { Timestamp } from '../firestore-values.ts';
import { Duration, isNumber, type RulesValue } from './rules-value.ts';

/** Below, at or above zero as left is before, at or after right; NaN where neither; undefined: these have no order. */
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

/** Two integers by amount; where there is a float, both as floats. */
function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return Number(left > right) - Number(left < right);
  const [a, b] = [Number(left), Number(right)];
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Number(a > b) - Number(a < b);
}
