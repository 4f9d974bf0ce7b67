/** Field paths: `a.b`, where names that are not plain identifiers are in backquotes: a.`b c`.`d``` */
import { type Fields, type Value, isMap } from '../firestore-values.ts';
import { invalidArgument } from '../status.ts';

/** The names, starting at the outermost map. Never empty. */
export type FieldPath = readonly string[];

const SEGMENT = /(?:([A-Za-z_][A-Za-z_0-9]*)|`((?:[^`\\]|\\[`\\])+)`)(\.|$)/sy;

export function parseFieldPath(text: string): string[] {
  if (text === '') throw invalidArgument('Invalid empty property path string.');
  const path: string[] = [];
  let position = 0;
  let ended = false;
  while (!ended) {
    SEGMENT.lastIndex = position;
    const match = SEGMENT.exec(text);
    if (!match) throw invalidArgument(`Invalid property path "${text}".`);
    const [whole, plain, quoted = '', separator] = match;
    path.push(plain ?? quoted.replaceAll(/\\(.)/gs, '$1'));
    position += whole.length;
    ended = separator === '';
  }
  return path;
}

export const printFieldPath = (path: FieldPath): string => path.map(printSegment).join('.');

const printSegment = (name: string) =>
  /^[A-Za-z_][A-Za-z_0-9]*$/.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;

export function getField(fields: Fields, path: FieldPath): Value | undefined {
  let value: Value | undefined = fields;
  for (const name of path) {
    if (!isMap(value)) return undefined;
    value = value.get(name);
  }
  return value;
}

/** Changes `fields`. Copies the maps on the path, and replaces other values on the path with maps. */
export function setField(fields: Map<string, Value>, path: FieldPath, value: Value): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    fields.set(name, value);
    return;
  }
  const inner = fields.get(name);
  const copy = new Map(isMap(inner) ? inner : []);
  setField(copy, rest, value);
  fields.set(name, copy);
}

/** Like {@link setField}. Keeps a map that becomes empty. */
export function deleteField(fields: Map<string, Value>, path: FieldPath): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    fields.delete(name);
    return;
  }
  const inner = fields.get(name);
  if (!isMap(inner) || getField(inner, rest) === undefined) return;
  const copy = new Map(inner);
  deleteField(copy, rest);
  fields.set(name, copy);
}
