import { overload, type Builtins } from '../functions/builtin.ts';
import { toText } from '../values/conversions.ts';
import { toDocumentValue, type RulesDocument } from '../values/document-value.ts';
import type { RulesIssue } from '../syntax/issues.ts';
import { readRules } from '../read-rules.ts';
import type { Decision, Ruleset } from '../evaluate/ruleset.ts';
import {
  EvaluationError,
  PathCapture,
  RulesPath,
  type PathSegment,
  type RulesMap,
  type RulesValue,
} from '../values/rules-value.ts';

export interface StorageAccess {
  readonly method: 'get' | 'list' | 'create' | 'update' | 'delete' | 'read' | 'write';
  /** `/b/BUCKET/o/name`, or the folder for a list. */
  readonly path: string;
  /** For a list. Without it, the list includes subfolders. */
  readonly delimiter?: string | undefined;
  readonly request: RulesMap;
  readonly resource: RulesValue;
  /** Reads `/databases/D/documents/…`. */
  readonly readDocument: (path: string) => Promise<RulesDocument | undefined>;
}

type Documents = Map<string, RulesDocument | undefined>;

/** How many Firestore documents the rules may read for one decision. */
const MAX_DOCUMENTS = 2;

export function parseStorageRules(source: string): { rules?: StorageRules; issues: readonly RulesIssue[] } {
  const { ruleset, issues } = readRules(source, 'firebase.storage');
  return ruleset ? { rules: new StorageRules(ruleset), issues } : { issues };
}

export class StorageRules {
  readonly #ruleset: Ruleset;

  constructor(ruleset: Ruleset) {
    this.#ruleset = ruleset;
  }

  /** Evaluation is synchronous: it restarts each time a document had to be read. */
  async authorize(access: StorageAccess): Promise<Decision> {
    const documents: Documents = new Map();
    for (;;) {
      try {
        return this.#decide(access, documents);
      } catch (error) {
        if (!(error instanceof DocumentNeeded)) throw error;
        documents.set(error.path, await access.readDocument(error.path));
      }
    }
  }

  #decide(access: StorageAccess, documents: Documents): Decision {
    const decisions = requestedPaths(access).map((path) =>
      this.#ruleset.authorize({
        method: access.method,
        path,
        variables: new Map([
          ['request', () => new Map([['method', access.method], ...access.request])],
          ['resource', () => access.resource],
        ]),
        service: { functions: {}, packages: new Map([['firestore', makeFirestoreFunctions(documents)]]) },
      }),
    );
    const refusal: Decision = { allowed: false, reason: decisions.map(({ reason }) => reason).join(', ') };
    return decisions.find(({ allowed }) => allowed) ?? refusal;
  }
}

/** A list is allowed by the rules for the folder, or for any file in it: `/folder`, `/folder/{file}`. */
function requestedPaths({ method, path, delimiter }: StorageAccess): PathSegment[][] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return method === 'list' ? [segments, [...segments, new PathCapture('', delimiter !== '/')]] : [segments];
}

/** Not an EvaluationError, which `||` would ignore. */
class DocumentNeeded extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path} is needed.`);
    this.path = path;
  }
}

function makeFirestoreFunctions(documents: Documents): Builtins {
  const seen = new Set<string>();
  const find = (name: string, path: RulesPath): RulesDocument | undefined => {
    const text = toText(path);
    seen.add(text);
    const isDocument =
      path.segments[0] === 'databases' && path.segments.length >= 5 && path.segments.length % 2 === 1;
    if (!isDocument || seen.size > MAX_DOCUMENTS) throw failed(name, path);
    if (!documents.has(text)) throw new DocumentNeeded(text);
    return documents.get(text);
  };
  return {
    exists: [overload(['path'], (path) => find('exists', path) !== undefined)],
    get: [
      overload(['path'], (path) => {
        const document = find('get', path);
        if (!document) throw failed('get', path);
        return toDocumentValue(document);
      }),
    ],
  };
}

const failed = (name: string, path: RulesPath) =>
  new EvaluationError(`Service call error. Function: [firestore.${name}], Argument: [${toText(path)}].`);
