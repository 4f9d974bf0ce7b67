/** How long a transaction may make others wait for a document. */
const MAX_HOLD_MILLIS = 250;

/** A transaction, which may end while it waits. */
interface Owner {
  readonly ended: boolean;
}

interface Waiter {
  readonly owner: Owner;
  readonly resume: () => void;
}

interface Queue {
  holder: Owner;
  heldSince: number;
  readonly waiting: Waiter[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Transactions that read the same document take turns, first come first served: otherwise all but one would fail. This
 * only avoids retries. After the maximum wait a transaction continues, and the commit detects conflicts.
 */
export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #namesOf = new Map<Owner, Set<string>>();

  /** Resolves when the owner may read the documents, with whether it had to wait. */
  async take(owner: Owner, names: readonly string[]): Promise<boolean> {
    let waited = false;
    // Everyone waits in the same order, which avoids deadlocks.
    for (const name of [...names].sort()) {
      if (owner.ended) break;
      const turn = this.#takeOne(owner, name);
      if (!turn) continue;
      waited = true;
      await turn;
    }
    return waited;
  }

  #takeOne(owner: Owner, name: string): Promise<void> | undefined {
    let owned = this.#namesOf.get(owner);
    if (!owned) this.#namesOf.set(owner, (owned = new Set()));
    if (owned.has(name)) return undefined;
    owned.add(name);
    const queue = this.#queues.get(name);
    if (!queue) {
      this.#queues.set(name, { holder: owner, heldSince: Date.now(), waiting: [], timer: undefined });
      return undefined;
    }
    return new Promise((resume) => {
      queue.waiting.push({ owner, resume });
      this.#limitHold(name, queue);
    });
  }

  #limitHold(name: string, queue: Queue): void {
    const remaining = Math.max(0, queue.heldSince + MAX_HOLD_MILLIS - Date.now());
    queue.timer ??= setTimeout(() => this.#passOn(name, queue), remaining);
  }

  #passOn(name: string, queue: Queue): void {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    const next = queue.waiting.shift();
    if (!next) {
      this.#queues.delete(name);
      return;
    }
    queue.holder = next.owner;
    queue.heldSince = Date.now();
    if (queue.waiting.length > 0) this.#limitHold(name, queue);
    next.resume();
  }

  /** Ends the owner's turns. If it only read a document, all who wait for that document continue at once. */
  release(owner: Owner, isOnlyRead: (name: string) => boolean): void {
    const names = this.#namesOf.get(owner) ?? [];
    this.#namesOf.delete(owner);
    for (const name of names) {
      const queue = this.#queues.get(name);
      if (!queue) continue;
      this.#stopWaiting(owner, queue);
      if (queue.holder !== owner) continue;
      if (isOnlyRead(name)) for (const { resume } of queue.waiting.splice(1)) resume();
      this.#passOn(name, queue);
    }
  }

  #stopWaiting(owner: Owner, { waiting }: Queue): void {
    const index = waiting.findIndex((waiter) => waiter.owner === owner);
    if (index < 0) return;
    for (const { resume } of waiting.splice(index, 1)) resume();
  }
}
