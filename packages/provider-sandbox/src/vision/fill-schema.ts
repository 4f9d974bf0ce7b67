/** Fills a JSON schema with the description of a picture. */
import type { Description } from './describe-image.ts';
import { resolve, typesOf, type JsonSchema } from './json-schema.ts';

/** A schema can refer to itself. */
const MAX_DEPTH = 8;

interface Place {
  root: JsonSchema;
  /** The name and description of the property. */
  hint: string;
  depth: number;
  /** Another alternative is null. */
  mayBeNull: boolean;
}

export function fillSchema(root: JsonSchema, facts: Description): unknown {
  return fill(root, facts, { root, hint: '', depth: 0, mayBeNull: false });
}

function fill(given: JsonSchema, facts: Description, place: Place): unknown {
  const schema = resolve(given, place.root);
  if (!schema || place.depth > MAX_DEPTH) return null;
  const { anyOf, oneOf } = schema;
  if (anyOf ?? oneOf) return fillFirst(anyOf ?? oneOf ?? [], facts, place);
  if (schema.const !== undefined) return schema.const;
  const types = typesOf(schema);
  const mayBeNull = place.mayBeNull || types.includes('null');
  if (schema.enum) return choose(schema.enum, facts, place.hint, mayBeNull);
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return fillObject(schema, facts, place);
    case 'array':
      return fillArray(schema, facts, place);
    case 'integer':
    case 'number':
      return fillNumber(schema, facts, place.hint) ?? (mayBeNull ? null : (schema.minimum ?? 0));
    case 'boolean':
      return false;
    case undefined:
      return null;
    default:
      return cut(findText(facts, place.hint) ?? facts.description, schema.maxLength);
  }
}

/** The first alternative with a value; null is the last resort. */
function fillFirst(schemas: readonly JsonSchema[], facts: Description, place: Place): unknown {
  const mayBeNull = schemas.some((each) => typesOf(each).every((type) => type === 'null'));
  const values = schemas.map((each) => fill(each, facts, { ...place, mayBeNull, depth: place.depth + 1 }));
  return values.find((value) => value !== null) ?? null;
}

function fillObject({ properties = {} }: JsonSchema, facts: Description, place: Place): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const hint = `${name} ${schema.description ?? ''}`.toLowerCase();
      return [
        name,
        fill(schema, facts, { root: place.root, hint, depth: place.depth + 1, mayBeNull: false }),
      ];
    }),
  );
}

function fillArray(schema: JsonSchema, facts: Description, place: Place): unknown[] {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  const list = /colou?r/.test(place.hint) ? facts.colors : facts.keywords;
  const isText = !items.enum && typesOf(resolve(items, place.root) ?? {}).includes('string');
  if (!isText) {
    const count = Math.min(maxItems, Math.max(1, minItems));
    return Array.from({ length: count }, () =>
      fill(items, facts, { ...place, mayBeNull: false, depth: place.depth + 1 }),
    );
  }
  const missing = Math.max(0, minItems - list.length);
  const more = Array.from({ length: missing }, (_, index) => `${facts.language} ${index + 1}`);
  return [...list, ...more].slice(0, maxItems).map((text) => cut(text, items.maxLength));
}

function fillNumber({ minimum, maximum }: JsonSchema, { category }: Description, hint: string) {
  const value = /categor/.test(hint) ? category?.id : undefined;
  const fits = value !== undefined && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  return fits ? value : undefined;
}

function findText({ title, keywords, colors, category, language }: Description, hint: string) {
  // The name says more than the description.
  const name = hint.split(' ')[0] ?? '';
  for (const text of [name, hint]) {
    if (/title|headline/.test(text)) return title;
    if (/descri|caption|alt|summary/.test(text)) return undefined;
    if (/keyword|tag/.test(text)) return keywords.join(', ');
    if (/colou?r/.test(text)) return colors.join(', ');
    if (/categor/.test(text)) return category?.name;
    if (/language/.test(text)) return language;
  }
  return undefined;
}

/** Picks an allowed value: the category, a matching keyword, else the first. */
function choose(allowed: readonly unknown[], facts: Description, hint: string, mayBeNull: boolean): unknown {
  const { category, keywords } = facts;
  const asText = (value: unknown) => String(value).toLowerCase();
  const fitting = /categor/.test(hint)
    ? [String(category?.id), category?.name.toLowerCase()]
    : keywords.map((word) => word.toLowerCase());
  const found = allowed.find((value) => fitting.includes(asText(value)));
  if (found !== undefined) return found;
  return mayBeNull || allowed.includes(null) ? null : allowed[0];
}

/** Cuts between words if possible. */
function cut(text: string, longest = Infinity): string {
  if (text.length <= longest) return text;
  const end = text.lastIndexOf(' ', longest);
  return text.slice(0, end > 0 ? end : longest);
}
