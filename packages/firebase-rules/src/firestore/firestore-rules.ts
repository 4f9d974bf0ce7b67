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
  /** The document's full name. For `list`, the collection's path, or the parent's name if it covers all collections. */
  readonly name: string;
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
  /** For a write, the commit time, which server timestamps in its fields also get. */
  readonly time: Timestamp;
  /** The document before and after the write. */
  readonly before?: RulesDocument | undefined;
  readonly after?: RulesDocument | undefined;
  readonly query?: RulesQuery | undefined;
  readonly read: ReadDocument;
  /** Reads the state after the whole commit. */
  readonly readAfter: ReadDocument;
  /** Shared by all writes of a commit, which together may read at most 20 documents. */
  readonly lookedUp?: Set<string> | undefined;
}

/** A field of `request` that not every request has. */
type RequestField = readonly [name: string, make: () => RulesValue];

/** The limit for one decision. */
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
    const written: RequestField = ['resource', () => toDocumentValue(access.after)];
    return this.#decide(access, path, () => toDocumentValue(access.before), [
      pathOf(path),
      ...(access.method === 'get' ? [] : [written]),
    ]);
  }

  /** Every alternative of the query must be allowed by its own filters: rules are not filters. */
  #authorizeList(list: FirestoreAccess): Decision {
    const access = { ...list, lookedUp: new Set<string>() };
    const query: RequestField = ['query', () => toQueryValue(access.query)];
    for (const { data, documentPath } of listAlternatives(access.query?.filter)) {
      const decision = documentPath
        ? this.#decideListedDocument(access, documentPath, query)
        : this.#decide(access, listedPath(access), () => new Map([['data', data]]), [
            // A collection group has no single path, so `request.path` is an error.
            ...(access.query?.allDescendants ? [] : [pathOf(segmentsOfName(access.name))]),
            query,
          ]);
      if (!decision.allowed) return decision;
    }
    return { allowed: true, reason: '' };
  }

  /** An alternative for one document name is decided by that document. */
  #decideListedDocument(access: FirestoreAccess, path: RulesPath, query: RequestField): Decision {
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
    requestFields: readonly RequestField[],
  ): Decision {
    const request = () =>
      new Map<string, RulesValue>([
        ['auth', toAuthValue(access.auth)],
        ['headers', new Map()],
        ['method', access.method],
        ['time', access.time],
        ...requestFields.map(([name, make]) => [name, make()] as const),
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

const pathOf = (path: readonly PathSegment[]): RequestField => ['path', () => new RulesPath(path)];

const toAuthValue = (auth: FirestoreAccess['auth']): RulesValue =>
  auth &&
  new Map<string, RulesValue>([
    ['token', fromJson(auth.token)],
    ['uid', auth.uid],
  ]);

/** Has captures for what the query leaves open: the document id, the collection, or the parents in a collection group. */
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
