/** `get`, `exists`, `getAfter` and `existsAfter` of firestore.rules. */
import { overload, type Builtins } from './builtin.ts';
import { toText } from './conversions.ts';
import { toDocumentValue, type RulesDocument } from './document-value.ts';
import { EvaluationError, type RulesPath, type RulesValue } from './values.ts';

export type ReadDocument = (name: string) => RulesDocument | undefined;

export interface Lookups {
  /** `projects/P/databases/D/documents/…`: the document, or any other name in its database. */
  readonly name: string;
  readonly read: ReadDocument;
  readonly readAfter: ReadDocument;
}

/** Other documents that the rules may look at to decide on one access. */
const MAX_DOCUMENTS = 10;

export function makeDocumentFunctions({ name, read, readAfter }: Lookups): Builtins {
  const root = name.split('/', 5).join('/');
  const seen = new Set<string>();

  const nameOf = (functionName: string, path: RulesPath): string => {
    const wanted = `${name.split('/', 2).join('/')}${toText(path)}`;
    const isDocument =
      wanted.startsWith(`${root}/`) && path.segments.length >= 5 && path.segments.length % 2 === 1;
    if (wanted !== name) seen.add(wanted);
    if (!isDocument || seen.size > MAX_DOCUMENTS) throw failed(functionName, path);
    return wanted;
  };
  return {
    exists: [overload(['path'], (path) => read(nameOf('exists', path)) !== undefined)],
    existsAfter: [overload(['path'], (path) => readAfter(nameOf('existsAfter', path)) !== undefined)],
    get: [
      overload(['path'], (path) => {
        const wanted = nameOf('get', path);
        return valueOf('get', path, read(wanted), wanted === name);
      }),
    ],
    getAfter: [
      overload(['path'], (path) => {
        const wanted = nameOf('getAfter', path);
        const isKnown = wanted === name || read(wanted) !== undefined;
        return valueOf('getAfter', path, readAfter(wanted), isKnown);
      }),
    ],
  };
}

/** Only a document that this access or commit is known to lack is null. */
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
