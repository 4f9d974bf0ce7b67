import type { Micros, Snapshot, StoredDocument } from '../model.ts';

/** A change of a document in a target. */
export type TargetEvent =
  | { readonly kind: 'changed'; readonly document: StoredDocument }
  /** The document was deleted. */
  | { readonly kind: 'deleted'; readonly name: string }
  /** The document exists, but is no longer in the target. */
  | { readonly kind: 'removed'; readonly name: string };

/** What a client listens to. Throws a StatusError if the client may not read it, or may no longer read it. */
export interface Target {
  /** Returns everything, or the changes since another state. */
  start(snapshot: Snapshot, since?: Snapshot): TargetEvent[];
  /** Returns how the changes of these documents affect the target. */
  update(snapshot: Snapshot, names: ReadonlySet<string>): TargetEvent[];
}

/** The document versions that the client knows. */
export type KnownVersions = Map<string, Micros>;
