import type { Access } from '../access/access.ts';
import type { IndexConfig } from '../indexes/index-config.ts';
import type { Store } from '../model.ts';
import type { Rehearsal } from './rehearsal.ts';
import type { Transactions } from '../transactions/transactions.ts';

/** What every method works with. */
export interface Backend {
  readonly store: Store;
  readonly transactions: Transactions;
  readonly access: Access;
  /** Absent: queries need no composite index. */
  readonly indexes: IndexConfig | undefined;
  readonly rehearsal: Rehearsal;
}
