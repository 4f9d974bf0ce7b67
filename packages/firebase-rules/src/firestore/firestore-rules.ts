import type { Timestamp } from '../firestore-values.ts';
import { toText } from '../values/conversions.ts';
import { makeDocumentFunctions, MAX_LOOKUPS, type ReadDocument } from './document-functions.ts';
import { fromJson, segmentsOfName, toDocumentValue, type RulesDocument } from '../values/document-value.ts';
import type { ServiceFunctions } from '../evaluate/evaluate.ts';
import type { RulesIssue } from '../syntax/issues.ts';
import { readRules } from '../read-rules.ts';
import { listAlternatives, type RulesQuery } from './query-constraints.ts';
import type { Decision, Ruleset } from '../evaluate/ruleset.ts';
import { bindLazily } from '../evaluate/scope.ts';
import {
  EvaluationError,
  PathCapture,
  RulesPath,
  type PathSegment,
  type RulesValue,
} from '../values/rules-value.ts';

export type { RulesDocument } from '../values/document-value.ts';
export type { RulesQuery } from './query-constraints.ts';

export interface FirestoreAccess {
  readonly method: 'get' | 'list' | 'create' | 'update' | 'delete';
  /** The document's full name; of a list the collection's path, or of a list over all collections their parent's name. */
  readonly name: string;
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
  /** Of a write: the commit's time, which is also what the server's time becomes in its fields. */
  readonly time: Timestamp;
  /** The document as it is, and as the write will leave it. */
  readonly before?: RulesDocument | undefined;
  readonly after?: RulesDocument | undefined;
  readonly query?: RulesQuery | undefined;
  readonly read: ReadDocument;
  /** As it will be when the whole commit is done. */
  readonly readAfter: ReadDocument;
  /** One set for all writes of a commit, which together may look up no more than twenty documents. */
  readonly lookedUp?: Set<string> | undefined;
}

/** What `request` has beyond what every request has. */
type Specific = readonly [name: string, make: () => RulesValue];

/** For a decision about one document. */
const MAX_SINGLE_LOOKUPS = 10;
const NO_PACKAGES: ServiceFunctions['packages'] = new Map();

export function parseFirestoreRules(source: string): {
  rules?: FirestoreRules;
  issues: readonly RulesIssue[];
} {
  const { ruleset, issues } = readRules(source, 'cloud.firestore');
  return ruleset ? { rules: new FirestoreRules(ruleset), issues } : { issues };
}

export class FirestoreRules {
  readonly #ruleset: Ruleset;

  constructor(ruleset: Ruleset) {
    this.#ruleset = ruleset;
  }

  authorize(access: FirestoreAccess): Decision {
    if (access.method === 'list') return this.#authorizeList(access);
    const path = segmentsOfName(access.name);
    const written: Specific = ['resource', () => toDocumentValue(access.after)];
    return this.#decide(access, path, () => toDocumentValue(access.before), [
      pathOf(path),
      ...(access.method === 'get' ? [] : [written]),
    ]);
  }

  /** Each alternative of the query must be allowed by what it says alone: rules are not filters. */
  #authorizeList(list: FirestoreAccess): Decision {
    const access = { ...list, lookedUp: new Set<string>() };
    const query: Specific = ['query', () => toQueryValue(access.query)];
    for (const { data, documentPath } of listAlternatives(access.query?.filter)) {
      const decision = documentPath
        ? this.#decideListedDocument(access, documentPath, query)
        : this.#decide(access, listedPath(access), () => new Map([['data', data]]), [
            // Of a group there is no one path, and asking for it is an error.
            ...(access.query?.allDescendants ? [] : [pathOf(segmentsOfName(access.name))]),
            query,
          ]);
      if (!decision.allowed) return decision;
    }
    return { allowed: true, reason: '' };
  }

  /** An alternative that names its document is decided by that document. */
  #decideListedDocument(access: FirestoreAccess, path: RulesPath, query: Specific): Decision {
    const name = `${access.name.split('/', 2).join('/')}${toText(path)}`;
    const resource = () => {
      const document = access.read(name);
      if (!document) throw new EvaluationError('Variable read error. Variable: [resource].');
      return toDocumentValue(document);
    };
    return this.#decide(access, path.segments, resource, [pathOf(path.segments), query]);
  }

  #decide(
    access: FirestoreAccess,
    path: readonly PathSegment[],
    resource: () => RulesValue,
    specifics: readonly Specific[],
  ): Decision {
    const request = () =>
      new Map<string, RulesValue>([
        ['auth', toAuthValue(access.auth)],
        ['headers', new Map()],
        ['method', access.method],
        ['time', access.time],
        ...specifics.map(([name, make]) => [name, make()] as const),
      ]);
    const limit = access.method === 'list' ? MAX_LOOKUPS : MAX_SINGLE_LOOKUPS;
    return this.#ruleset.authorize({
      method: access.method,
      path,
      variables: new Map([
        ['request', bindLazily(request)],
        ['resource', bindLazily(resource)],
      ]),
      service: { functions: makeDocumentFunctions({ ...access, limit }), packages: NO_PACKAGES },
    });
  }
}

const pathOf = (path: readonly PathSegment[]): Specific => ['path', () => new RulesPath(path)];

const toAuthValue = (auth: FirestoreAccess['auth']): RulesValue =>
  auth &&
  new Map<string, RulesValue>([
    ['token', fromJson(auth.token)],
    ['uid', auth.uid],
  ]);

/** With captures for what is open: the id, where a group's collections are, or which collection it is. */
function listedPath({ name, query }: FirestoreAccess): PathSegment[] {
  const segments = segmentsOfName(name);
  const isOfAllCollections = segments.length % 2 === 1;
  const parent = isOfAllCollections ? segments : segments.slice(0, -1);
  const collection = isOfAllCollections ? undefined : segments.at(-1);
  const above = query?.allDescendants ? [new PathCapture('', true)] : [];
  return [...parent, ...above, collection ?? new PathCapture('', false), new PathCapture('', false)];
}

const toQueryValue = (query: RulesQuery | undefined): RulesValue =>
  new Map<string, RulesValue>([
    ['limit', query?.limit === undefined ? null : BigInt(query.limit)],
    ['offset', BigInt(query?.offset ?? 0)],
    [
      'orderBy',
      new Map(
        (query?.explicitOrder ?? []).map(({ path, descending }) => [
          path.join('.'),
          descending ? 'DESC' : 'ASC',
        ]),
      ),
    ],
  ]);
