/** CBOR, as far as a C2PA manifest needs it. https://www.rfc-editor.org/rfc/rfc8949 */

/** A bigint always has four bytes. */
export type Cbor =
  | number
  | bigint
  | string
  | null
  | Buffer
  | Tagged
  | readonly Cbor[]
  | ReadonlyMap<number, Cbor>
  | { readonly [key: string]: Cbor };

export class Tagged {
  readonly tag: number;
  readonly value: Cbor;
  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

const MAJOR = { integer: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;
const NULL = Buffer.from([0xf6]);
const FOUR_BYTES = 26;

export function encodeCbor(value: Cbor): Buffer {
  if (value === null) return NULL;
  if (typeof value === 'number')
    return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.integer, value);
  if (typeof value === 'bigint') return longHead(MAJOR.integer, Number(value));
  if (typeof value === 'string')
    return Buffer.concat([head(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(MAJOR.bytes, value.length), value]);
  if (value instanceof Tagged) return Buffer.concat([head(MAJOR.tag, value.tag), encodeCbor(value.value)]);
  if (isList(value)) return Buffer.concat([head(MAJOR.list, value.length), ...value.map(encodeCbor)]);
  const entries: [Cbor, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([head(MAJOR.map, entries.length), ...entries.flat().map(encodeCbor)]);
}

const isList = (value: Cbor): value is readonly Cbor[] => Array.isArray(value);

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 0x1_00 ? Buffer.from([(major << 5) | 24, size]) : longHead(major, size);
}

function longHead(major: number, size: number): Buffer {
  const bytes = Buffer.from([(major << 5) | FOUR_BYTES, 0, 0, 0, 0]);
  bytes.writeUInt32BE(size, 1);
  return bytes;
}
