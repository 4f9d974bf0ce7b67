/** For tests: delays the responses to commits, and counts the reads, writes and deletes that production would charge. */
import type { Change } from '../model.ts';
import type { MethodName } from './methods.ts';

/** Matches commits that leave this value in this field of a document whose name matches. */
export interface CommitHold {
  readonly documents: RegExp;
  readonly field: string;
  readonly value: string;
}

export class TestHooks {
  readonly usage = { reads: 0, writes: 0, deletes: 0 };
  readonly #holds: CommitHold[] = [];
  #held: (() => void)[] = [];

  /** The number of commits whose response is delayed. */
  get heldCount(): number {
    return this.#held.length;
  }

  hold(hold: CommitHold): void {
    this.#holds.push(hold);
  }

  release(): void {
    this.#holds.length = 0;
    for (const answer of this.#held.splice(0)) answer();
  }

  /** Called after a commit. Delays its response until release() if a hold matches. */
  async waitAfter(changes: readonly Change[]): Promise<void> {
    if (this.#holds.some((hold) => changes.some((change) => matchesHold(hold, change)))) {
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
  }

  count(method: MethodName, request: object, responses: readonly object[]): void {
    if ('writes' in request && Array.isArray(request.writes)) {
      const deletes = request.writes.filter(isDelete).length;
      this.usage.deletes += deletes;
      this.usage.writes += request.writes.length - deletes;
    }
    if (method === 'BatchGetDocuments') this.usage.reads += countWith(responses, 'found', 'missing');
    if (method === 'RunQuery' || method === 'RunAggregationQuery') {
      // A query without results costs one read, and so does a count of up to 1,000 documents.
      this.usage.reads += Math.max(1, countWith(responses, 'document'));
    }
  }
}

const isDelete = (write: unknown): boolean =>
  typeof write === 'object' && write !== null && 'operation' in write && write.operation === 'delete';

const countWith = (responses: readonly object[], ...fields: string[]): number =>
  responses.filter((response) => fields.some((field) => field in response)).length;

function matchesHold({ documents, field, value }: CommitHold, { name, after }: Change): boolean {
  return documents.test(name) && after?.fields.get(field) === value;
}
