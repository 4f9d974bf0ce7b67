import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { Access } from './access/access.ts';
import { loadRules } from './access/load-rules.ts';
import { parseIndexConfig } from './indexes/index-config.ts';
import { createRestHandler } from './rest/rest-handler.ts';
import type { Backend } from './service/backend.ts';
import { createGrpcMethods } from './grpc-methods.ts';
import { openStore } from './store/open-store.ts';
import { Transactions } from './transactions/transactions.ts';
import { createGrpcServer } from './wire/grpc-server.ts';
import { createPortServer } from './wire/one-port.ts';

export interface FirestoreServerOptions {
  readonly host?: string;
  /** 0 for any that is free. */
  readonly port?: number;
  /** The text of firestore.rules; without it everyone may do everything. */
  readonly rules?: string | undefined;
  /** Without it the documents are in memory only. */
  readonly dataDir?: string | undefined;
  /** A firestore.indexes.json: queries that production would refuse for want of an index are refused. */
  readonly indexesFile?: string | undefined;
}

export interface FirestoreServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startFirestoreServer(options: FirestoreServerOptions = {}): Promise<FirestoreServer> {
  const { host = '127.0.0.1', port = 0, rules, dataDir, indexesFile } = options;
  const access = new Access();
  const loaded = rules === undefined ? undefined : loadRules(rules);
  if (loaded?.rules) access.setRules(loaded.rules);
  const indexes = indexesFile === undefined ? undefined : parseIndexConfig(readFileSync(indexesFile, 'utf8'));
  const store = openStore({ dataDir });
  const backend: Backend = { store, transactions: new Transactions(store), access, indexes };

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
    // Of a TCP server it is an object.
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      await close();
      backend.transactions.close();
      store.close();
    },
  };
}
