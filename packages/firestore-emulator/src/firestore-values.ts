/** Firestore's values as plain JavaScript values. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

export class Reference {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A bigint is an integer, a number is a double. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Timestamp
  | Uint8Array
  | Reference
  | readonly Value[]
  | Fields;

export type Fields = ReadonlyMap<string, Value>;

// Array.isArray does not narrow readonly arrays, and instanceof Map does not narrow a ReadonlyMap.
export const isArray = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value | undefined): value is Fields => value instanceof Map;
