const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

/**
 * Compares by code point, as UTF-8 does. JavaScript compares UTF-16 units, where a surrogate (part of a code point above
 * 0xffff) comes before 0xe000 to 0xffff.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return compareUnits(left, right);
  }
  return a.length - b.length;
}

/** Compares two different UTF-16 units by the code points they belong to. */
export function compareUnits(a: number, b: number): number {
  if (isSurrogate(a) === isSurrogate(b)) return a - b;
  return isSurrogate(a) ? 1 : -1;
}
