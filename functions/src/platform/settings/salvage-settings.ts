import type { SettingsProblem } from '@portal/contracts/studio-settings';
import type { z } from 'zod';

type Path = readonly PropertyKey[];

export interface Fault extends Pick<SettingsProblem, 'message' | 'fallback'> {
  path: Path;
}

interface Salvaged<Settings> {
  /** Undefined if nothing is valid. */
  settings: Settings | undefined;
  faults: Fault[];
}

/** Enough for an admin to see what is wrong. */
const MAX_FAULTS = 50;

/**
 * Reads a settings document part by part: an invalid part is replaced by its last valid value, or left out so that its
 * default is used. `partDepth` is the length of a part's path: 2 if each `models.imagen3` is a part.
 */
export function salvageSettings<Settings>(
  schema: z.ZodType<Settings>,
  partDepth: number,
  data: unknown,
  lastGood: Settings | undefined,
): Salvaged<Settings> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { settings: parsed.data, faults: [] };

  const issues = parsed.error.issues.flatMap(listIssues);
  const parts = issues.map(({ path }) => path.slice(0, partDepth));
  const { data: repaired } = schema.safeParse(repair(data, parts, lastGood));
  const findFallback = ({ path, isUnknown }: Issue): Fault['fallback'] => {
    if (repaired === undefined) return lastGood === undefined ? 'default' : 'last-good';
    const part = path.slice(0, partDepth);
    // A list entry has no name by which its last valid value could be found.
    if (typeof part.at(-1) === 'number' || (isUnknown && path.length <= partDepth)) return 'ignored';
    return valueAt(lastGood, part) === undefined ? 'default' : 'last-good';
  };
  return {
    settings: repaired ?? lastGood,
    faults: issues
      .slice(0, MAX_FAULTS)
      .map((issue) => ({ path: issue.path, message: issue.message, fallback: findFallback(issue) })),
  };
}

interface Issue {
  path: Path;
  message: string;
  isUnknown: boolean;
}

/** An unknown key counts as a field. */
const listIssues = (issue: z.core.$ZodIssue): Issue[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: 'Unknown field', isUnknown: true }))
    : [{ path: issue.path, message: issue.message, isUnknown: false }];

/** Replaces each invalid part with its last valid value, or removes it. */
function repair(data: unknown, parts: readonly Path[], lastGood: unknown): unknown {
  if (parts.some((path) => path.length === 0)) return lastGood;
  const below = Map.groupBy(parts, ([key]) => key);
  if (Array.isArray(data)) return data.filter((_entry, index) => !below.has(index));
  const repaired = new Map(Object.entries(data ?? {}));
  for (const [key, paths] of below) {
    const name = String(key);
    const value = repair(
      repaired.get(name),
      paths.map((path) => path.slice(1)),
      valueAt(lastGood, [name]),
    );
    if (value === undefined) repaired.delete(name);
    else repaired.set(name, value);
  }
  return Object.fromEntries(repaired);
}

/** Undefined if there is nothing at the path. */
export const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? Reflect.get(part, key)
        : undefined,
    value,
  );
