/** What `firebase deploy` would deploy, without a project. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseStorageRules } from '@portal/firebase-rules/storage-rules';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { repositoryRoot } from '../start-local-portal.ts';
import { discover, parseSettings, type Discovered, type Endpoint } from './discover.ts';
import { prepareUpload, type Upload } from './upload.ts';

/** `npm ci` runs after each change of the lockfile. */
const INSTALL_TIMEOUT_MS = 300_000;
const PROJECT = 'made-up-studio';
const REGION = 'europe-west1';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const SETTINGS = {
  ...parseSettings(read('functions/.env.example')),
  REGION,
  WEB_API_KEY: 'AIzaKeyOfTheWebApp',
  COMPANY_DOMAIN: 'atelier.studio',
  FIRST_ADMINS: 'ada@atelier.studio',
  EXTERNAL_EMAILS: 'bo@agency.com,cy@retouch.com',
};

let upload: Upload;
let discovered: Discovered;
beforeAll(async () => {
  upload = await prepareUpload(repositoryRoot);
  // Otherwise the CLI takes a port of its own choice.
  const manifests = mkdtempSync(join(tmpdir(), 'portal-manifests-'));
  vi.stubEnv('FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH', manifests);
  vi.stubEnv('FUNCTIONS_DISCOVERY_TIMEOUT', '60');
  discovered = await discover(upload.folder, PROJECT, SETTINGS);
  return () => rmSync(manifests, { recursive: true });
}, INSTALL_TIMEOUT_MS);

/** Runs a module as the deployed functions run, and returns what it prints. */
const runInUpload = (script: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: upload.folder,
    encoding: 'utf8',
    env: {
      GCLOUD_PROJECT: PROJECT,
      FIREBASE_CONFIG: JSON.stringify({ storageBucket: `${PROJECT}.appspot.com` }),
    },
  });

const PackageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const LockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), integrity: z.string() }).partial()),
});
const readLock = (text: string) => LockSchema.parse(JSON.parse(text)).packages;

describe('the upload', () => {
  it('is the bundle and what is needed to install it', () => {
    expect(upload.files).toEqual([
      '.npmrc',
      'lib/index.cjs',
      'lib/index.cjs.map',
      'lib/models/upscale-2x-fast.onnx',
      'lib/models/upscale-2x.onnx',
      'package-lock.json',
      'package.json',
    ]);
  });

  it('installs exactly the versions of the repository', () => {
    const wanted = readLock(read('package-lock.json'));
    const installed = readLock(readFileSync(join(upload.folder, 'node_modules/.package-lock.json'), 'utf8'));
    const names = Object.keys(installed).filter((name) => installed[name]?.version !== undefined);
    expect(names.length).toBeGreaterThan(200);
    for (const name of names) {
      expect(installed[name], name).toEqual(wanted[`functions/${name}`] ?? wanted[name]);
    }
  });

  it('finds every package that the bundle loads, now or later, without install scripts', () => {
    const bundle = readFileSync(join(upload.folder, 'lib/index.cjs'), 'utf8');
    const loaded = [...bundle.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name = '']) => name);
    expect(loaded).toContain('firebase-admin/firestore');
    const { dependencies } = PackageSchema.parse(JSON.parse(read('functions/package.json')));
    const names = new Set([...Object.keys(dependencies), ...loaded]);
    expect(runInUpload([...names].map((name) => `await import('${name}');`).join('\n'))).toBe('');
  });

  it('loads no SDK of Firestore, Storage, a provider or pictures at startup', () => {
    const loaded = runInUpload(`
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      require('./lib/index.cjs');
      console.log(Object.keys(require.cache).join('\\n'));`);
    expect(loaded).toContain('/node_modules/firebase-admin/');
    expect(loaded).not.toMatch(
      /node_modules\/(@google-cloud|google-gax|@google|openai|cloudinary|sharp|onnxruntime-node|ssh2|ssh2-sftp-client|basic-ftp)\//,
    );
  });

  it('is not deployed while settings are missing or examples', async () => {
    const settings = { ...SETTINGS, WEB_API_KEY: '', FIRST_ADMINS: 'admin@studio.example' };
    const failure: unknown = await discover(upload.folder, PROJECT, settings).catch(String);
    expect(failure).toContain('WEB_API_KEY: is required');
    expect(failure).toContain('FIRST_ADMINS: "admin@studio.example" is an example');
  });
});

/** https://cloud.google.com/run/docs/deploying: lower case, at most 49 characters. */
const SERVICE_ID = /^[a-z]([a-z0-9-]{0,47}[a-z0-9])?$/;
/** node_modules/@google-cloud/tasks/build/protos/google/cloud/tasks/v2/queue.proto */
const QUEUE_ID = /^[A-Za-z0-9-]{1,100}$/;
const MAX_DISPATCHES_PER_SECOND = 500;
const MAX_CONCURRENT_DISPATCHES = 5000;
/** Default of a region, see docs/decisions/027. */
const QUOTA = { cpus: 20, memoryMb: 40 * 1024 };

const SERVICE_ACCOUNTS: Record<string, string> = {
  api: 'portal-api',
  buildArchives: 'portal-maintenance',
  cleanup: 'portal-maintenance',
  cleanupPages: 'portal-maintenance',
  removeBatchFiles: 'portal-maintenance',
  stripDownloadTokens: 'portal-maintenance',
  sweepBatches: 'portal-maintenance',
};

const emailOf = (account: string) => `${account}@${PROJECT}.iam.gserviceaccount.com`;
/** Cloud Functions names the Cloud Run service of a function like this. */
const serviceIdOf = ({ id }: Endpoint) => id.toLowerCase().replaceAll('_', '-');
const sumOf = (numberOf: (endpoint: Endpoint) => number) =>
  discovered.endpoints.reduce((sum, endpoint) => sum + numberOf(endpoint) * endpoint.maxInstances, 0);

describe('the functions', () => {
  it('have names of their own, also in lower case', () => {
    const ids = discovered.endpoints.map(serviceIdOf);
    expect(ids.length).toBeGreaterThanOrEqual(17);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !SERVICE_ID.test(id))).toEqual([]);
  });

  it('run in the region of the setting, where Hosting finds the API', () => {
    expect(discovered.endpoints.filter(({ region }) => region !== REGION)).toEqual([]);
    expect(discovered.findRewriteTarget('api')).toMatchObject({
      matchingEndpoint: { id: 'api', region: REGION },
    });
    expect(read('firebase.json')).not.toContain('"region"');
  });

  it('run as the account of their group', () => {
    for (const { id, serviceAccount } of discovered.endpoints) {
      expect(serviceAccount, id).toBe(emailOf(SERVICE_ACCOUNTS[id] ?? 'portal-workers'));
    }
  });

  it('fit the default quota together', () => {
    expect(sumOf(({ cpu }) => cpu)).toBeLessThanOrEqual(QUOTA.cpus);
    expect(sumOf(({ availableMemoryMb }) => availableMemoryMb)).toBeLessThanOrEqual(QUOTA.memoryMb);
  });

  it('need two secrets and no parameter', () => {
    expect(discovered.params.map(({ name, type }) => ({ name, type }))).toEqual([
      { name: 'PROVIDER_KEYS', type: 'secret' },
      { name: 'DELIVERY_ACCOUNTS', type: 'secret' },
    ]);
    const readers = (name: string) =>
      discovered.endpoints.flatMap(({ id, secretEnvironmentVariables }) =>
        secretEnvironmentVariables.some(({ key }) => key === name) ? [id] : [],
      );
    expect(readers('PROVIDER_KEYS').length).toBeGreaterThan(10);
    // Whoever can log in at an agency can publish there.
    expect(readers('DELIVERY_ACCOUNTS').toSorted()).toEqual(['api', 'deliverFiles']);
  });
});

it('declares queues within the limits of Cloud Tasks', () => {
  const queues = discovered.endpoints.filter(({ taskQueueTrigger }) => taskQueueTrigger);
  expect(queues.length).toBeGreaterThanOrEqual(13);
  for (const { id, taskQueueTrigger, concurrency, maxInstances } of queues) {
    expect(id).toMatch(QUEUE_ID);
    const { rateLimits, retryConfig, invoker } = taskQueueTrigger ?? {};
    expect(rateLimits?.maxConcurrentDispatches, id).toBeLessThanOrEqual(concurrency * maxInstances);
    expect(rateLimits?.maxConcurrentDispatches, id).toBeLessThanOrEqual(MAX_CONCURRENT_DISPATCHES);
    expect(rateLimits?.maxDispatchesPerSecond, id).toBeLessThanOrEqual(MAX_DISPATCHES_PER_SECOND);
    const { minBackoffSeconds = 0, maxBackoffSeconds = 0, maxRetrySeconds = 0 } = retryConfig ?? {};
    expect(retryConfig?.maxAttempts, id).toBeGreaterThan(1);
    expect(minBackoffSeconds, id).toBeGreaterThan(0);
    expect(maxBackoffSeconds, id).toBeGreaterThanOrEqual(minBackoffSeconds);
    expect(maxRetrySeconds, id).toBeGreaterThan(maxBackoffSeconds);
    expect(invoker, id).toEqual(['portal-api', 'portal-workers', 'portal-maintenance'].map(emailOf));
  }
});

it('has storage rules without an error', () => {
  expect(() => parseStorageRules(read('storage.rules'))).not.toThrow();
});
