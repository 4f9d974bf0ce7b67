/** What the local portal does not have, with responses as Google documents them; the check cites the pages. */
import { readFileSync } from 'node:fs';
import { PublicSettingsSchema } from '@portal/contracts/settings';
import { expect, test } from 'vitest';
import { checkIndexes } from './indexes.ts';
import { checkBucket, checkDatabase, checkSchedules } from './project.ts';
import { explainDelivery, explainEnqueue } from './queue-problems.ts';
import { formatReport, runCheck } from './report.ts';
import { checkReleases } from './rules.ts';
import { checkProvider, checkSettings } from './sign-in.ts';
import { createTarget } from './testing/create-target.ts';

const settings = PublicSettingsSchema.parse({
  productName: 'Portal',
  companyDomain: 'studio.test',
  signInProviderName: 'Google',
  firebase: { apiKey: 'key', projectId: 'studio', storageBucket: 'studio.appspot.com' },
});
const refuse = (code: number, status: string) => ({ error: { code, status, message: 'No.' } });

const DATABASE = '/v1/projects/studio/databases/(default)';
const database = { type: 'FIRESTORE_NATIVE', locationId: 'us-central1' };

test('requires point-in-time recovery', async () => {
  const enabled = { ...database, pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED' };
  const good = await checkDatabase(await createTarget({ [DATABASE]: enabled }));
  expect(good.map(({ result }) => result)).toEqual(['ok', 'ok']);
  const [, pitr] = await checkDatabase(await createTarget({ [DATABASE]: database }));
  expect(pitr).toMatchObject({
    result: 'failed',
    todo: expect.stringContaining('cloud:setup -- --project studio --apply'),
  });
});

const BUCKET = '/storage/v1/b/studio.appspot.com';
const deleteAfter = (age: number, matchesPrefix?: string[]) => ({
  location: 'US-CENTRAL1',
  lifecycle: { rule: [{ action: { type: 'Delete' }, condition: { age, matchesPrefix } }] },
});

test.each([
  ['deletes late enough', deleteAfter(7), 'ok'],
  ['deletes before the portal does', deleteAfter(3), 'failed'],
  ['deletes uploads early', deleteAfter(3, ['uploads/']), 'failed'],
  ['deletes only files of others', deleteAfter(7, ['logs/']), 'failed'],
  ['deletes nothing', { location: 'US' }, 'failed'],
])('a bucket that %s is %s', async (_title, bucket, result) => {
  const rows = await checkBucket(await createTarget({ [BUCKET]: bucket }), settings);
  expect(rows).toMatchObject([{ result }]);
});

test('compares the released rules with this checkout', async () => {
  const ruleset = (id: string, content: string) => ({
    [`/v1/projects/studio/rulesets/${id}`]: { source: { files: [{ name: 'rules', content }] } },
  });
  const target = await createTarget({
    '/v1/projects/studio/releases/cloud.firestore': { rulesetName: 'projects/studio/rulesets/1' },
    '/v1/projects/studio/releases/firebase.storage/studio.appspot.com': {
      rulesetName: 'projects/studio/rulesets/2',
    },
    ...ruleset('1', readFileSync('firestore.rules', 'utf8')),
    ...ruleset('2', "rules_version = '2';"),
  });
  expect(await checkReleases(target, settings)).toMatchObject([{ result: 'ok' }, { result: 'failed' }]);
});

test('requires Google as a sign-in provider', async () => {
  const path = '/admin/v2/projects/studio/defaultSupportedIdpConfigs/google.com';
  expect(await checkProvider(await createTarget({ [path]: { enabled: true } }))).toMatchObject([
    { result: 'ok' },
  ]);
  expect(await checkProvider(await createTarget({ [path]: {} }))).toMatchObject([{ result: 'failed' }]);
});

test('finds settings of the local portal in a deployed one', async () => {
  const target = { ...(await createTarget({})), url: 'https://studio.web.app' };
  expect(checkSettings(target, settings)).toMatchObject([{ result: 'ok' }]);
  const { firebase } = settings;
  for (const [changed, detail] of [
    [{ firebase: { ...firebase, apiKey: 'local' } }, 'WEB_API_KEY is missing'],
    [
      { firebase: { ...firebase, projectId: 'demo-portal' } },
      'the portal belongs to the project demo-portal',
    ],
    [{ authEmulatorUrl: 'http://127.0.0.1:9099' }, 'it uses the Auth emulator'],
    [{ companyDomain: 'studio.example' }, 'COMPANY_DOMAIN is missing'],
  ] as const) {
    expect(checkSettings(target, { ...settings, ...changed })).toMatchObject([{ result: 'failed', detail }]);
  }
});

const JOBS = '/v1/projects/studio/locations/us-central1/jobs';
const job = (name: string, changes: object = {}) => ({
  name: `projects/studio/locations/us-central1/jobs/firebase-schedule-${name}-us-central1`,
  state: 'ENABLED',
  scheduleTime: '2026-11-23T02:00:00Z',
  status: {},
  ...changes,
});

test.each([
  ['paused', [job('sweepBatches', { state: 'PAUSED' })], 'jobs resume'],
  ['failed', [job('sweepBatches', { status: { code: 7 } })], 'logs read'],
  ['missing', [], 'deploy'],
])('reports a schedule that is %s', async (_title, others, todo) => {
  const target = await createTarget({ [JOBS]: { jobs: [job('cleanup'), ...others] } });
  expect(await checkSchedules(target)).toMatchObject([
    { result: 'ok' },
    { result: 'failed', todo: expect.stringContaining(todo) },
  ]);
});

const GROUPS = '/v1/projects/studio/databases/(default)/collectionGroups/-';
const FIELDS = `${GROUPS}/fields?filter=indexConfig.usesAncestorConfig%3Dfalse%20OR%20ttlConfig%3A*`;

test('reports indexes that are missing or being built', async () => {
  const building = {
    name: 'projects/studio/databases/(default)/collectionGroups/items/indexes/1',
    queryScope: 'COLLECTION',
    fields: [
      { fieldPath: 'state', order: 'ASCENDING' },
      { fieldPath: 'wakeAt', order: 'ASCENDING' },
      { fieldPath: '__name__', order: 'ASCENDING' },
    ],
    state: 'CREATING',
  };
  const target = await createTarget({ [`${GROUPS}/indexes`]: { indexes: [building] }, [FIELDS]: {} });
  const [composite, single, ttl] = await checkIndexes(target);
  expect(composite?.detail).toContain('items COLLECTION state:ASCENDING wakeAt:ASCENDING is CREATING');
  expect(composite?.detail).toContain('progress COLLECTION_GROUP owner:ASCENDING');
  expect(single?.detail).toContain('uploadFolders/fields/* is missing');
  expect(ttl?.detail).toContain('progress/fields/expiresAt is missing');
});

const QUEUE = '/v2/projects/studio/locations/us-central1/queues/makeWithXai';
const attempt = (code: number) => ({
  dispatchCount: 3,
  lastAttempt: { responseStatus: { code, message: 'No.' } },
});

test.each([
  ['the queue is paused', { state: 'PAUSED' }, {}, 'tasks queues resume'],
  [
    'the account may not call the function',
    { state: 'RUNNING' },
    attempt(7),
    'roles/run.invoker.*deploy --only functions:makeWithXai',
  ],
  ['the token is not accepted', { state: 'RUNNING' }, attempt(16), 'roles/run.invoker'],
  [
    'the address is wrong',
    { state: 'RUNNING' },
    attempt(5),
    "task's address.*deploy --only functions:makeWithXai",
  ],
  ['the function fails', { state: 'RUNNING' }, attempt(13), 'logs read makeWithXai'],
  ['it was not tried', { state: 'RUNNING' }, {}, 'stuck-queue.md'],
])('explains an undelivered task: %s', async (_title, queue, task, todo) => {
  const target = await createTarget({ [QUEUE]: queue, [`${QUEUE}/tasks/1`]: task });
  expect((await explainDelivery(target, 'makeWithXai', '1')).todo).toMatch(new RegExp(todo));
});

test('explains a task that could not be enqueued', async () => {
  const target = await createTarget({});
  expect(explainEnqueue(target, 'makeWithXai', 'not-found')).toContain('functions:makeWithXai');
  expect(explainEnqueue(target, 'makeWithXai', 'permission-denied')).toContain('cloud:setup');
});

test('a check without permission fails, one without an API is not made', async () => {
  const check = async (error: object) =>
    runCheck('database', 'Create it.', async () => checkDatabase(await createTarget({ [DATABASE]: error })));
  const [denied] = await check(refuse(403, 'PERMISSION_DENIED'));
  expect(denied).toMatchObject({ result: 'failed', todo: expect.stringContaining('firebase -- login') });
  expect(await check(refuse(501, 'UNIMPLEMENTED'))).toMatchObject([{ result: 'not checked' }]);
  expect(formatReport([...(await check(refuse(500, 'INTERNAL')))])).toMatch(
    /^database {2}failed {7}500 INTERNAL: No\.\n {10}Fix: Create it\.\n\n0 ok, 1 failed, 0 not checked$/,
  );
});
