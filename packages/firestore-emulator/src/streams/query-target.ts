import { requireIndex } from '../indexes/require-index.ts';
import type { Snapshot, StoredDocument } from '../model.ts';
import type { PreparedQuery } from '../query/prepared-query.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { isInScope } from '../query/scope.ts';
import type { Backend } from '../service/backend.ts';
import type { StructuredQuery } from '../wire/messages.ts';
import type { KnownVersions, Target, TargetEvent } from './target.ts';

/** Listens to the results of a query. */
export class QueryTarget implements Target {
  readonly #query: PreparedQuery;
  /** With a limit or an offset, a change to one document can add or remove others. */
  readonly #isWindow: boolean;
  #known: KnownVersions = new Map();

  constructor({ indexes }: Backend, parent: string, query: StructuredQuery) {
    this.#query = prepareQuery(parent, query);
    if (indexes) requireIndex(this.#query, indexes);
    this.#isWindow = this.#query.limit !== undefined || this.#query.offset > 0;
  }

  start(snapshot: Snapshot, since?: Snapshot): TargetEvent[] {
    this.#known = since ? versionsOf(this.#query.run(since)) : new Map();
    return this.#rerun(snapshot);
  }

  update(snapshot: Snapshot, names: ReadonlySet<string>): TargetEvent[] {
    const changed = [...names].filter((name) => this.#known.has(name) || isInScope(name, this.#query));
    if (changed.length === 0) return [];
    return this.#isWindow ? this.#rerun(snapshot) : changed.flatMap((name) => this.#follow(snapshot, name));
  }

  #rerun(snapshot: Snapshot): TargetEvent[] {
    const results = this.#query.run(snapshot);
    const versions = versionsOf(results);
    const gone = [...this.#known.keys()].filter((name) => !versions.has(name));
    const changed = results.filter(({ name, updateTime }) => this.#known.get(name) !== updateTime);
    this.#known = versions;
    return [...gone.map((name) => leave(snapshot, name)), ...changed.map((document) => this.#show(document))];
  }

  #follow(snapshot: Snapshot, name: string): TargetEvent[] {
    const document = snapshot.get(name);
    if (document && this.#query.matches(document)) {
      if (this.#known.get(name) === document.updateTime) return [];
      this.#known.set(name, document.updateTime);
      return [this.#show(document)];
    }
    return this.#known.delete(name) ? [leave(snapshot, name)] : [];
  }

  #show(document: StoredDocument): TargetEvent {
    return { kind: 'changed', document: this.#query.project(document) };
  }
}

const leave = (snapshot: Snapshot, name: string): TargetEvent => ({
  kind: snapshot.get(name) ? 'removed' : 'deleted',
  name,
});

const versionsOf = (documents: readonly StoredDocument[]): KnownVersions =>
  new Map(documents.map(({ name, updateTime }) => [name, updateTime]));
