import type { IndexConfig } from '../indexes/index-config.ts';
import type { Store } from '../model.ts';
import type { TestHooks } from './test-hooks.ts';
import type { Transactions } from '../transactions/transactions.ts';

/** The dependencies of all methods. */
export interface Backend {
  readonly store: Store;
  readonly transactions: Transactions;
  /** Undefined if queries need no composite index. */
  readonly indexes: IndexConfig | undefined;
  readonly testHooks: TestHooks;
}
