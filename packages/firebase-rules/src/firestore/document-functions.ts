/** `get`, `exists`, `getAfter` and `existsAfter` of firestore.rules. */
import { overload, type Builtins } from '../functions/builtin.ts';
import { toText } from '../values/conversions.ts';
import { toDocumentValue, type RulesDocument } from '../values/document-value.ts';
import { EvaluationError, type RulesPath, type RulesValue } from '../values/rules-value.ts';

export type ReadDocument = (name: string) => RulesDocument | undefined;

interface Lookups {
  /** `projects/P/databases/D/documents/…`: the requested document, or a name in the same database. */
  readonly name: string;
  readonly read: ReadDocument;
  readonly readAfter: ReadDocument;
  /** How many other documents this decision may read. */
  readonly limit: number;
  /** The documents read by all decisions of the same commit. */
  readonly lookedUp?: Set<string> | undefined;
}

/** The limit for all decisions of a commit together. */
export const MAX_LOOKUPS = 20;

export function makeDocumentFunctions(lookups: Lookups): Builtins {
  const { name, read, readAfter } = lookups;
  const root = name.split('/', 5).join('/');
  const own = new Set<string>();
  const all = lookups.lookedUp ?? new Set();

  /** After `get`, `exists` on the same document is free, but not the reverse. */
  const remember = (wanted: string, isWhole: boolean): void => {
    if (wanted === name) return;
    for (const seen of [own, all]) {
      if (!seen.has(`whole ${wanted}`)) seen.add(isWhole ? `whole ${wanted}` : wanted);
    }
  };
  const nameOf = (functionName: string, path: RulesPath, isWhole: boolean): string => {
    const wanted = `${name.split('/', 2).join('/')}${toText(path)}`;
    const isDocument =
      wanted.startsWith(`${root}/`) &&
      path.segments.length >= 5 &&
      path.segments.length % 2 === 1 &&
      !path.segments.includes('');
    remember(wanted, isWhole);
    if (!isDocument || own.size > lookups.limit || all.size > MAX_LOOKUPS) throw failed(functionName, path);
    return wanted;
  };

  return {
    exists: [overload(['path'], (path) => read(nameOf('exists', path, false)) !== undefined)],
    existsAfter: [overload(['path'], (path) => readAfter(nameOf('existsAfter', path, false)) !== undefined)],
    get: [
      overload(['path'], (path) => {
        const wanted = nameOf('get', path, true);
        return valueOf('get', path, read(wanted), wanted === name);
      }),
    ],
    getAfter: [
      overload(['path'], (path) => {
        const wanted = nameOf('getAfter', path, true);
        const isKnown = wanted === name || read(wanted) !== undefined;
        return valueOf('getAfter', path, readAfter(wanted), isKnown);
      }),
    ],
  };
}

/** A missing document is null only if this request or commit is about it; otherwise it is an error. */
function valueOf(
  functionName: string,
  path: RulesPath,
  document: RulesDocument | undefined,
  isKnown: boolean,
): RulesValue {
  if (!document && !isKnown) throw failed(functionName, path);
  return toDocumentValue(document);
}

const failed = (functionName: string, path: RulesPath) =>
  new EvaluationError(`Service call error. Function: [${functionName}], Argument: [${toText(path)}].`);
