import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { Access } from './access/access.ts';
import { parseFirestoreRules, type FirestoreRules } from '@portal/firebase-rules/firestore-rules';
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
  /** Path of firestore.rules. Without it, every request is allowed. */
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
  const access = new Access();
  if (rulesFile !== undefined) access.setRules(readRules(rulesFile));
  const indexes = indexesFile === undefined ? undefined : readIndexes(indexesFile);
  const store = openStore({ dataDir });
  const backend: Backend = {
    store,
    transactions: new Transactions(store),
    access,
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

function readRules(file: string): FirestoreRules {
  const { rules, issues } = parseFirestoreRules(readFileSync(file, 'utf8'));
  if (rules) return rules;
  const places = issues.map(({ line, column, description }) => `${file}:${line}:${column} ${description}`);
  throw new Error(places.join('\n'));
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
