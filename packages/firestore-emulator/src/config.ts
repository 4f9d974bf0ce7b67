/** The command line and the environment. */
import { parseArgs } from 'node:util';
import type { FirestoreServerOptions } from './server.ts';

const USAGE = `Usage: firestore-emulator [--host HOST] [--port PORT] [--rules FILE] [--data-dir DIR] [--indexes FILE]
Environment: FIRESTORE_DATA_DIR for --data-dir, FIRESTORE_INDEXES_FILE for --indexes`;

/** Throws an Error for an invalid command line. */
export function readConfig(args: readonly string[], environment = process.env): FirestoreServerOptions {
  const values = parseArguments(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not ${values.port}.`);
  if (values.seed_from_export !== undefined) {
    throw new Error('--seed_from_export is not supported. Use --data-dir to keep documents.');
  }
  return {
    host: values.host,
    port,
    rulesFile: values.rules,
    dataDir: values['data-dir'] ?? environment['FIRESTORE_DATA_DIR'],
    indexesFile: values.indexes ?? environment['FIRESTORE_INDEXES_FILE'],
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
        // firebase-tools passes these. They have no effect here.
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
