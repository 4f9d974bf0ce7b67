import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { serviceNames, type Ports } from './ports.ts';

const prefix = 'portal-';
const SANDBOX_PORT = 9699;
const SFTP_PORT = 9696;
const FTPS_PORT = 9697;
const GOOGLE_APIS_PORT = 9698;

/** The parts of firebase.json that are read or rewritten; the rest is copied. */
const FirebaseJsonSchema = z.looseObject({
  hosting: z.looseObject({
    headers: z
      .array(
        z.looseObject({
          source: z.string(),
          headers: z.array(z.object({ key: z.string(), value: z.string() })),
        }),
      )
      .default([]),
  }),
  firestore: z.looseObject({ rules: z.string() }),
  storage: z.looseObject({ rules: z.string() }),
  emulators: z.looseObject(
    Object.fromEntries(serviceNames.map((service) => [service, z.looseObject({ port: z.number() })])),
  ),
});
type FirebaseJson = z.infer<typeof FirebaseJsonSchema>;

const EmulatorPortsSchema = z.record(
  z.enum(serviceNames),
  z.object({ port: z.number() }).transform(({ port }) => port),
);

export function readFixedPorts(root: string): Ports {
  const { emulators } = readFirebaseJson(root);
  const fixed = Object.fromEntries(serviceNames.map((service) => [service, emulators[service]]));
  return {
    ...EmulatorPortsSchema.parse(fixed),
    sandbox: SANDBOX_PORT,
    googleApis: GOOGLE_APIS_PORT,
    sftp: SFTP_PORT,
    ftps: FTPS_PORT,
  };
}

/**
 * A temporary folder that looks to firebase-tools like the repository with other ports: a rewritten firebase.json and
 * symlinks. It is also the CLI's TMPDIR, because two CLIs that share one delete each other's stored files. It is outside
 * the repository because a socket's path is limited to about 100 characters.
 */
export function makeRunFolder(
  root: string,
  ports: Ports,
  settings: { env: string; secret: string } = { env: '', secret: '' },
): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  for (const entry of ['web', 'node_modules']) symlinkSync(join(root, entry), join(folder, entry));
  const functions = join(folder, 'functions');
  mkdirSync(functions);
  // Without .env.demo-portal, which sends every provider to the sandbox, also those with real keys.
  const own: Record<string, string> = {
    '.env.local': settings.env,
    '.secret.local': settings.secret,
    '.env.demo-portal': '',
  };
  for (const entry of readdirSync(join(root, 'functions'))) {
    if (!(entry in own)) symlinkSync(join(root, 'functions', entry), join(functions, entry));
  }
  for (const [file, content] of Object.entries(own)) writeFileSync(join(functions, file), content);
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(adaptFirebaseJson(root, ports)));
  mkdirSync(blobsFolder(folder), { recursive: true });
  return folder;
}

/** A made-up service account: without one, the Admin SDK waits seconds for a metadata server before its first task. */
export function writeCredentials(runFolder: string, projectId: string): string {
  const file = join(runFolder, 'credentials.json');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = {
    type: 'service_account',
    project_id: projectId,
    client_email: `local@${projectId}.iam.gserviceaccount.com`,
    private_key: privateKey,
  };
  writeFileSync(file, JSON.stringify(account));
  return file;
}

/** Where the Storage emulator keeps uploaded bytes, one file per object. */
export const blobsFolder = (runFolder: string): string => join(runFolder, 'firebase/storage/blobs');

export function removeRunFolder(folder: string): void {
  const isOurs = basename(folder).startsWith(prefix) && dirname(folder) === tmpdir();
  if (isOurs) rmSync(folder, { recursive: true, force: true });
}

function readFirebaseJson(root: string): FirebaseJson {
  return FirebaseJsonSchema.parse(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')));
}

function adaptFirebaseJson(root: string, ports: Ports): FirebaseJson {
  const firebaseJson = readFirebaseJson(root);
  const { hosting, firestore, storage, emulators } = firebaseJson;
  const services = serviceNames.map((service) => [
    service,
    { ...emulators[service], host: '127.0.0.1', port: ports[service] },
  ]);
  return {
    ...firebaseJson,
    hosting: {
      ...hosting,
      headers: hosting.headers.map((rule) => ({
        ...rule,
        headers: rule.headers.map(({ key, value }) => ({
          key,
          value: key === 'Content-Security-Policy' ? allowEmulators(value, ports) : value,
        })),
      })),
    },
    firestore: { ...firestore, rules: join(root, firestore.rules) },
    storage: { ...storage, rules: join(root, storage.rules) },
    emulators: { ...emulators, ...Object.fromEntries(services) },
  };
}

/** The policy in firebase.json allows only Google's servers; here the browser calls the emulators instead. */
function allowEmulators(policy: string, ports: Ports): string {
  const auth = `http://127.0.0.1:${ports.auth}`;
  const storage = `http://127.0.0.1:${ports.storage}`;
  const sandbox = `http://127.0.0.1:${ports.sandbox}`;
  return policy
    .replace('connect-src', `connect-src ${auth} ${storage} ${sandbox}`)
    .replace('frame-src', `frame-src ${auth}`)
    .replace('img-src', `img-src ${storage} ${sandbox}`);
}
