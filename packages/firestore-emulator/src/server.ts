import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { findRulesProblem } from './access.ts';
import { parseIndexConfig, type IndexConfig } from './indexes/index-config.ts';
import { createRestHandler } from './rest/rest-handler.ts';
import type { Backend } from './service/backend.ts';
import { TestHooks } from './service/test-hooks.ts';
import { createGrpcMethods } from './grpc-methods.ts';
import { openStore } from './store/open-store.ts';
import { Transactions } from './transactions/transactions.ts';
import { createGrpcServer } from './wire/grpc-server.ts';
import { createPortServer } from './wire/one-port.ts';

export interface FirestoreServerOptions {
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  /** Path of firestore.rules, which have to deny everything. */
  readonly rulesFile?: string | undefined;
  /** Without it, documents are kept in memory only. */
  readonly dataDir?: string | undefined;
  /** Path of firestore.indexes.json. Queries for which it lacks an index are refused. */
  readonly indexesFile?: string | undefined;
}

export interface FirestoreServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startFirestoreServer(options: FirestoreServerOptions = {}): Promise<FirestoreServer> {
  const { host = '127.0.0.1', port = 0, dataDir, rulesFile, indexesFile } = options;
  if (rulesFile !== undefined) checkRules(rulesFile);
  const indexes = indexesFile === undefined ? undefined : readIndexes(indexesFile);
  const store = openStore({ dataDir });
  const backend: Backend = {
    store,
    transactions: new Transactions(store),
    indexes,
    testHooks: new TestHooks(),
  };

  const http = createHttpServer(createRestHandler(backend));
  const { server, close } = createPortServer(createGrpcServer(createGrpcMethods(backend)), http);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const address = server.address();
  return {
    host,
    // The address of a TCP server is an object.
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      await close();
      backend.transactions.close();
      store.close();
    },
  };
}

function checkRules(file: string): void {
  const problem = findRulesProblem(readFileSync(file, 'utf8'));
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
}

function readIndexes(file: string): IndexConfig {
  try {
    return parseIndexConfig(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is invalid. ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}
