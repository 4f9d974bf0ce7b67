/** The command line, as firebase-tools and people write it, and the environment. */
import { parseArgs } from 'node:util';
import type { FirestoreServerOptions } from './server.ts';

const USAGE = `Usage: main.ts [--host HOST] [--port PORT] [--rules FILE] [--data-dir DIR] [--indexes FILE]
Environment: PORTAL_FIRESTORE_DATA for --data-dir, PORTAL_FIRESTORE_INDEXES for --indexes`;

/** Throws an Error for what makes no sense. */
export function readConfig(args: readonly string[], environment = process.env): FirestoreServerOptions {
  const values = parseArguments(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is not a port.`);
  if (values.seed_from_export !== undefined) {
    throw new Error('This Firestore server reads no exports: its own --data-dir keeps the documents.');
  }
  return {
    host: values.host,
    port,
    rulesFile: values.rules,
    dataDir: values['data-dir'] ?? environment['PORTAL_FIRESTORE_DATA'],
    indexesFile: values.indexes ?? environment['PORTAL_FIRESTORE_INDEXES'],
  };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        rules: { type: 'string' },
        'data-dir': { type: 'string' },
        indexes: { type: 'string' },
        // From here on what firebase-tools says that changes nothing here.
        project_id: { type: 'string' },
        single_project_mode: { type: 'string' },
        websocket_port: { type: 'string' },
        webchannel_port: { type: 'string' },
        functions_emulator: { type: 'string' },
        'database-edition': { type: 'string' },
        seed_from_export: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, { cause: error });
  }
}
