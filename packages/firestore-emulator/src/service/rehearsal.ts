/** What only an emulator has: answers to commits that are held back, and a count of what production would charge. */
import type { Change } from '../model.ts';
import type { MethodName } from './service-methods.ts';

/** Which commits are meant: those after which a document named so has this text in this field. */
export interface CommitHold {
  readonly documents: RegExp;
  readonly field: string;
  readonly value: string;
}

export class Rehearsal {
  readonly usage = { reads: 0, writes: 0 };
  readonly #holds: CommitHold[] = [];
  #held: (() => void)[] = [];

  /** How many callers wait for an answer to what is already written. */
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

  /** The writes are made; whoever made them does not hear of it until they are released, or dies before. */
  async waitAfter(changes: readonly Change[]): Promise<void> {
    if (this.#holds.some((hold) => changes.some((change) => concerns(hold, change)))) {
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
  }

  count(method: MethodName, request: object, responses: readonly object[]): void {
    if ('writes' in request && Array.isArray(request.writes)) this.usage.writes += request.writes.length;
    if (method === 'BatchGetDocuments') this.usage.reads += countWith(responses, 'found', 'missing');
    if (method === 'RunQuery' || method === 'RunAggregationQuery') {
      // A query that finds nothing costs one, and so does the count of up to a thousand.
      this.usage.reads += Math.max(1, countWith(responses, 'document'));
    }
  }
}

const countWith = (responses: readonly object[], ...fields: string[]): number =>
  responses.filter((response) => fields.some((field) => field in response)).length;

function concerns({ documents, field, value }: CommitHold, { name, after }: Change): boolean {
  return documents.test(name) && after?.fields.get(field) === value;
}
