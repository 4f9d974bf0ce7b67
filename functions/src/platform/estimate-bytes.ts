/** About what V8 needs on a 64-bit machine. Field names are shared by all objects that have them. */
const OBJECT_BYTES = 24;
const FIELD_BYTES = 8;
const NUMBER_BYTES = 8;
const STRING_BYTES = 24;
/** One such character makes all of them two bytes long. */
const WIDE = /[\u0100-\uffff]/;

/** How much memory a value takes, roughly. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return STRING_BYTES + value.length * (WIDE.test(value) ? 2 : 1);
  if (typeof value === 'number') return NUMBER_BYTES;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) {
    bytes += FIELD_BYTES + estimateBytes(part);
  }
  return bytes;
}
