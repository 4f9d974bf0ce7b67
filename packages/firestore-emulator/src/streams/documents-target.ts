import type { Snapshot } from '../model.ts';
import { checkDocumentName } from '../values/resource-name.ts';
import type { KnownVersions, Target, TargetEvent } from './target.ts';

/** Listens to documents by name. Reports documents that do not exist as missing. */
export class DocumentsTarget implements Target {
  readonly #names: ReadonlySet<string>;
  readonly #known: KnownVersions = new Map();

  constructor(names: readonly string[]) {
    for (const name of names) checkDocumentName(name);
    this.#names = new Set(names);
  }

  start(snapshot: Snapshot, since?: Snapshot): TargetEvent[] {
    if (since) for (const name of this.#names) this.#remember(since, name);
    const names = [...this.#names].filter(
      (name) => !since || this.#version(snapshot, name) !== this.#known.get(name),
    );
    return this.#tell(snapshot, names);
  }

  update(snapshot: Snapshot, names: ReadonlySet<string>): TargetEvent[] {
    const changed = [...this.#names].filter(
      (name) => names.has(name) && this.#version(snapshot, name) !== this.#known.get(name),
    );
    return this.#tell(snapshot, changed);
  }

  #tell(snapshot: Snapshot, names: readonly string[]): TargetEvent[] {
    return names.map((name) => {
      this.#remember(snapshot, name);
      const document = snapshot.get(name);
      return document ? { kind: 'changed', document } : { kind: 'deleted', name };
    });
  }

  /** A missing document has version zero. */
  #version(snapshot: Snapshot, name: string): number {
    return snapshot.get(name)?.updateTime ?? 0;
  }

  #remember(snapshot: Snapshot, name: string): void {
    this.#known.set(name, this.#version(snapshot, name));
  }
}
