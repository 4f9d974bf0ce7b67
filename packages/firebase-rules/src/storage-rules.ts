import { checkRules } from './check.ts';
import { Evaluator, type Variables } from './evaluate.ts';
import { parseRules } from './parse.ts';
import { EvaluationError, type RulesMap, type RulesPath, type RulesValue } from './rules-value.ts';
import { Scope } from './scope.ts';
import type { Block, MatchBlock } from './syntax.ts';

export interface StorageAccess {
  readonly method: string;
  /** `/b/BUCKET/o/name`. */
  readonly path: string;
  readonly request: RulesMap;
  readonly resource: RulesValue;
  /** Reads the fields of `/databases/D/documents/…`. */
  readonly readDocument: (path: string) => Promise<RulesMap | undefined>;
}

/** How many Firestore documents the rules may read for one decision. */
const MAX_DOCUMENTS = 2;
const WRITES = new Set(['create', 'update', 'delete']);

/** Throws a RulesError for a file that is wrong, or that contains what is not supported. */
export function parseStorageRules(source: string): StorageRules {
  const service = parseRules(source);
  checkRules(service);
  return new StorageRules(service);
}

export class StorageRules {
  readonly #service: Block;

  constructor(service: Block) {
    this.#service = service;
  }

  async isAllowed(access: StorageAccess): Promise<boolean> {
    const root: Variables = new Scope(
      undefined,
      new Map([
        ['request', { value: access.request }],
        ['resource', { value: access.resource }],
      ]),
      this.#service.functions,
    );
    const evaluator = new Evaluator(makeService(access.readDocument));
    const segments = access.path.split('/').slice(1);
    return isAllowedBelow(this.#service.matches, segments, root, access.method, evaluator);
  }
}

async function isAllowedBelow(
  matches: readonly MatchBlock[],
  segments: readonly string[],
  outer: Variables,
  method: string,
  evaluator: Evaluator,
): Promise<boolean> {
  for (const { pattern, functions, allows, matches: inner } of matches) {
    const captured = matchPattern(pattern, segments);
    if (!captured) continue;
    const scope: Variables = new Scope(outer, captured, functions);
    const rest = segments.slice(pattern.length);
    if (await isAllowedBelow(inner, rest, scope, method, evaluator)) return true;
    for (const { methods, condition } of rest.length === 0 ? allows : []) {
      if (!methods.some(({ name }) => name === method || (name === 'write' && WRITES.has(method)))) continue;
      if (await holds(evaluator.evaluateCondition(condition, scope))) return true;
    }
  }
  return false;
}

/** The captures of a pattern that the path begins with. */
function matchPattern(pattern: MatchBlock['pattern'], segments: readonly string[]) {
  const captured = new Map<string, { value: string }>();
  for (const [index, part] of pattern.entries()) {
    const value = segments[index];
    if (value === undefined || (typeof part === 'string' && part !== value)) return undefined;
    if (typeof part !== 'string') captured.set(part.name, { value });
  }
  return captured;
}

const holds = (condition: Promise<boolean>): Promise<boolean> =>
  condition.catch((error: unknown) => {
    if (error instanceof EvaluationError) return false;
    throw error;
  });

function makeService(readDocument: StorageAccess['readDocument']) {
  const documents = new Map<string, Promise<RulesMap | undefined>>();
  return async (name: string, { segments }: RulesPath): Promise<RulesValue> => {
    const path = `/${segments.join('/')}`;
    const isDocument = segments[0] === 'databases' && segments.length >= 5 && segments.length % 2 === 1;
    const document = documents.get(path);
    if (!isDocument || (!document && documents.size === MAX_DOCUMENTS)) {
      throw new EvaluationError(`${name}() cannot read ${path}.`);
    }
    const reading = document ?? readDocument(path);
    documents.set(path, reading);
    const fields = await reading;
    if (name === 'firestore.exists') return fields !== undefined;
    if (!fields) throw new EvaluationError(`${path} does not exist.`);
    return new Map([['data', fields]]);
  };
}
