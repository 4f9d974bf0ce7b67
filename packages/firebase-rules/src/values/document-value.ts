/** Converts Firestore documents and values to values of the rules language. */
import { Reference, type Fields, type Value, isArray, isMap } from '../firestore-values.ts';
import { RulesPath, type RulesValue } from './rules-value.ts';

/** The segments of a resource name, starting at `databases`. */
export const segmentsOfName = (name: string): string[] => name.split('/').slice(2);

export interface RulesDocument {
  readonly name: string;
  readonly fields: Fields;
}

/** `resource`, which is null if there is no document. */
export const toDocumentValue = (document: RulesDocument | undefined): RulesValue =>
  document
    ? new Map<string, RulesValue>([
        ['__name__', new RulesPath(segmentsOfName(document.name))],
        ['data', toRulesValue(document.fields)],
        ['id', document.name.slice(document.name.lastIndexOf('/') + 1)],
      ])
    : null;

export function toRulesValue(value: Value): RulesValue {
  if (value instanceof Reference) return new RulesPath(segmentsOfName(value.name));
  if (isArray(value)) return value.map(toRulesValue);
  return isMap(value) ? new Map([...value].map(([name, item]) => [name, toRulesValue(item)])) : value;
}

/** Whole numbers become integers. */
export function fromJson(value: unknown): RulesValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([name, item]) => [name, fromJson(item)]));
}
