/** Plain JavaScript values in the JSON form of Firestore's REST API. */
export type Plain =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Uint8Array
  | Special
  | readonly Plain[]
  | { [key: string]: Plain };

export type Fields = Record<string, Plain>;

/** A value that JavaScript has no type for. `encode` gets the name of the documents root. */
class Special {
  readonly encode: (root: string) => object;

  constructor(encode: (root: string) => object) {
    this.encode = encode;
  }
}

/** A double even if it is whole: a whole JavaScript number is stored as an integer. */
export const double = (value: number) => new Special(() => ({ doubleValue: value }));
export const reference = (path: string) => new Special((root) => ({ referenceValue: `${root}/${path}` }));
export const geoPoint = (latitude: number, longitude: number) =>
  new Special(() => ({ geoPointValue: { latitude, longitude } }));
export const timestamp = (text: string) => new Special(() => ({ timestampValue: text }));

export function encodeFields(root: string, fields: Fields): Record<string, object> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeValue(root, value)]));
}

export function encodeValue(root: string, value: Plain): object {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'bigint') return { integerValue: String(value) };
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return { doubleValue: 'NaN' };
    if (!Number.isFinite(value)) return { doubleValue: value > 0 ? 'Infinity' : '-Infinity' };
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof Date) return { timestampValue: value.toISOString() };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (value instanceof Special) return value.encode(root);
  if (isList(value)) return { arrayValue: { values: value.map((element) => encodeValue(root, element)) } };
  return { mapValue: { fields: encodeFields(root, value) } };
}

// Array.isArray does not narrow readonly arrays.
function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}
