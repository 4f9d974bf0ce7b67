import type { Micros, Snapshot, StoredDocument } from '../model.ts';

/** What has become of a document in a target. */
export type TargetEvent =
  | { readonly kind: 'changed'; readonly document: StoredDocument }
  /** It is there no more. */
  | { readonly kind: 'deleted'; readonly name: string }
  /** It is there, but no longer in the target. */
  | { readonly kind: 'removed'; readonly name: string };

/** Something a client listens to. It throws a StatusError where the client may not, or may no longer, see it. */
export interface Target {
  /** All there is now, or what has changed since another state. */
  start(snapshot: Snapshot, since?: Snapshot): TargetEvent[];
  /** What the changes of the documents with these names mean for the target. */
  update(snapshot: Snapshot, names: ReadonlySet<string>): TargetEvent[];
}

/** The versions of documents that a client has been told of. */
export type KnownVersions = Map<string, Micros>;
