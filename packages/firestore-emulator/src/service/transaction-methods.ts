import { parseDatabaseName } from '../values/resource-name.ts';
import type { BeginTransactionRequest, RollbackRequest } from '../wire/messages.ts';
import { unary } from './service-method.ts';

export const beginTransaction = unary<BeginTransactionRequest>(
  'BeginTransactionRequest',
  'BeginTransactionResponse',
  ({ transactions }, { database, options }) => {
    parseDatabaseName(database);
    return { transaction: transactions.begin(options) };
  },
);

export const rollback = unary<RollbackRequest>(
  'RollbackRequest',
  'google.protobuf.Empty',
  ({ transactions }, { database, transaction }) => {
    parseDatabaseName(database);
    transactions.rollback(transaction);
    return {};
  },
);
