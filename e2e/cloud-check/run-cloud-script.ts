import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { config } from '../config.ts';

const root = join(import.meta.dirname, '../..');

interface Row {
  result: string;
  detail: string;
  todo?: string;
}

interface Checked {
  exitCode: number;
  output: string;
  /** By the name of the check. */
  rows: Record<string, Row>;
}

/** `npm run cloud:check` against the portal under test. `edit` changes what Hosting is expected to do. */
export async function runCheck(args: readonly string[], edit = (json: string) => json): Promise<Checked> {
  const file = join(mkdtempSync(join(tmpdir(), 'cloud-check-')), 'firebase.json');
  writeFileSync(file, edit(allowEmulators(readFileSync(join(root, 'firebase.json'), 'utf8'))));
  const url = new URL(config.portalUrl);
  // Firebase authorizes localhost, not 127.0.0.1.
  url.hostname = 'localhost';
  const fixed = ['--project', config.projectId, '--url', url.href, '--firebase-json', file];
  const { exitCode, output } = await runCloudScript('check.ts', [...fixed, ...args]);
  return { exitCode, output, rows: readRows(output) };
}

/** Runs a script of cloud/ with the addresses of the local portal. */
export async function runCloudScript(script: string, args: readonly string[]) {
  const { googleApisUrl: standIn } = config;
  const env = {
    PATH: config.searchPath,
    GOOGLE_OAUTH_ACCESS_TOKEN: 'owner',
    CLOUD_SCHEDULER_API_URL: standIn,
    CLOUD_TASKS_API_URL: standIn,
    FIREBASE_RULES_API_URL: standIn,
    FIREBASE_STORAGE_API_URL: `http://${config.storageAddress}`,
    FIRESTORE_API_URL: `http://${config.firestoreAddress}`,
    FIRESTORE_ADMIN_API_URL: standIn,
    IDENTITY_API_URL: `${config.authUrl}/identitytoolkit.googleapis.com`,
    IDENTITY_ADMIN_API_URL: standIn,
    STORAGE_API_URL: standIn,
  };
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    execFile(process.execPath, [join(root, 'cloud', script), ...args], { env }, (error, stdout, stderr) => {
      const exitCode = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ exitCode, output: stdout + stderr });
    });
  });
}

/** The local portal's policy also allows the emulators (local/run-folder.ts). */
function allowEmulators(json: string): string {
  const storage = `http://${config.storageAddress}`;
  return json
    .replace('connect-src', `connect-src ${config.authUrl} ${storage} ${config.sandboxUrl}`)
    .replace('frame-src', `frame-src ${config.authUrl}`)
    .replace('img-src', `img-src ${storage} ${config.sandboxUrl}`);
}

function readRows(output: string): Checked['rows'] {
  const rows: Checked['rows'] = {};
  let last: Row | undefined;
  for (const line of output.split('\n')) {
    const [, check, result, detail = ''] = /^(\S.*?) {2,}(ok|failed|not checked) +(.*)$/.exec(line) ?? [];
    if (check !== undefined && result !== undefined) last = rows[check] = { result, detail };
    const [, todo] = /^ +Fix: (.*)$/.exec(line) ?? [];
    if (todo !== undefined && last) last.todo = todo;
  }
  return rows;
}
