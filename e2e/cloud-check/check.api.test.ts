import { randomUUID } from 'node:crypto';
import { SelfCheckSchema, startSelfCheck, TICKETS } from '@portal/contracts/self-check';
import { Timestamp } from '@google-cloud/firestore';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { config } from '../config.ts';
import { callApi } from '../support/api.ts';
import { waitForIdle } from '../support/batches.ts';
import { firestore } from '../support/firestore.ts';
import { addFaults, clearFaults, countByProvider } from '../support/sandbox.ts';
import { listAssetsUnder } from '../support/media-service.ts';
import { runCheck } from './run-cloud-script.ts';

afterEach(clearFaults);

const HOSTING = [
  'hosting /',
  'hosting /index.html',
  'hosting /tools/any/page',
  'hosting /assets/index-….js',
  'hosting /presets/anime-1.webp',
  'hosting /api/health',
  'hosting /api/settings',
  'hosting /api/missing',
  'hosting: a missing file',
];
const QUEUES = [
  'makeWithOpenai',
  'makeWithGoogle',
  'makeWithStability',
  'makeWithXai',
  'styleWithOpenai',
  'styleWithGoogle',
  'writeWithOpenai',
  'writeWithGoogle',
  'upscaleOnDevice',
  'upscaleAtCloudinary',
  'removeBatchFiles',
  'buildArchives',
  'cleanupPages',
  'deliverFiles',
  'startPipelines',
];
const IN_ORDER = [
  ...HOSTING,
  'sign-in: settings',
  'sign-in: domain',
  'rules: firestore and a visitor',
  'rules: storage and a visitor',
  'rules: firestore and a stranger with an account',
  'rules: storage and a stranger with an account',
  'indexes: composite',
  'indexes: single fields',
  'indexes: TTL',
  'schedule: cleanup',
  'schedule: sweepBatches',
  ...['database', 'files', 'media', 'queues', 'identity'].map((part) => `server: ${part}`),
  'cloudinary',
  ...['openai', 'google', 'stability', 'xai'].map((provider) => `keys: ${provider}`),
  ...QUEUES.map((name) => `queue: ${name}`),
];
/** What no emulator has. */
const NOT_LOCAL = [
  'hosting: sign-in frame',
  'sign-in: Google',
  'rules: releases',
  'database',
  'bucket: lifecycle',
];

type Rows = Awaited<ReturnType<typeof runCheck>>['rows'];
const checksWith = (rows: Rows, result: string) =>
  Object.entries(rows).flatMap(([check, row]) => (row.result === result ? [check] : []));

test('finds the local portal in order, for free, and leaves nothing behind', async () => {
  await waitForIdle();
  const [before, tickets] = [await countByProvider(), await countTickets()];
  const { exitCode, rows, output } = await runCheck(['--allow-unchecked']);
  expect(checksWith(rows, 'failed'), output).toEqual([]);
  expect(checksWith(rows, 'not checked').toSorted(), output).toEqual(NOT_LOCAL.toSorted());
  expect(checksWith(rows, 'ok').toSorted(), output).toEqual(IN_ORDER.toSorted());
  expect(exitCode).toBe(0);

  expect(await countByProvider()).toEqual(before);
  expect(await countTickets()).toBe(tickets);
  expect(await countStrangers()).toBe(0);
  expect(await listAssetsUnder('self-check/')).toEqual([]);
});

test('fails with a remedy for each part that is not as it should be', async () => {
  await addFaults(
    { provider: 'stability', match: { operation: 'check' }, fault: { kind: 'key-rejected' } },
    { provider: 'xai', match: { operation: 'check' }, fault: { kind: 'server-error', status: 503 } },
    { provider: 'cloudinary', match: { operation: 'delivery' }, fault: { kind: 'server-error' } },
  );
  const { exitCode, rows, output } = await runCheck([], (json) =>
    json.replace('"nosniff" }', '"nosniff" }, { "key": "X-Added", "value": "1" }'),
  );
  expect(exitCode).toBe(1);
  expect(checksWith(rows, 'failed').toSorted(), output).toEqual(
    [...HOSTING, 'keys: stability', 'keys: xai', 'cloudinary'].toSorted(),
  );
  expect(rows['hosting /']).toEqual({
    result: 'failed',
    detail: 'x-added is missing, not "1"',
    todo: 'Run "npm run firebase -- deploy --only hosting --project demo-portal".',
  });
  expect(rows['keys: xai']?.detail).toBe('the provider did not answer');
  expect(rows['cloudinary']?.detail).toBe('could not read an image');
  for (const check of checksWith(rows, 'failed')) expect(rows[check]?.todo).toMatch(/\w{3}/);
  expect(await listAssetsUnder('self-check/')).toEqual([]);

  // Stability's keys are rejected until the next check.
  await clearFaults();
  expect((await startWith(await makeTicket())).status).toBe(200);
});

test('accepts a ticket once, and only one that an operator has made', async () => {
  const id = await makeTicket();
  const first = await startWith(id);
  expect(first.status).toBe(200);
  const { queues } = SelfCheckSchema.parse(first.body);
  expect(queues.map(({ name }) => name).toSorted()).toEqual(QUEUES.toSorted());
  const expired = await makeTicket(-1000);
  for (const refused of [id, randomUUID(), expired, 'a/b', '..']) {
    expect({ refused, ...(await startWith(refused)) }).toMatchObject({
      refused,
      status: 401,
      body: { code: 'unauthenticated' },
    });
  }
  const findMissing = async () => {
    const arrivals = z.record(z.string(), z.unknown()).parse((await ticket(id).get()).get('arrivals') ?? {});
    return QUEUES.filter((name) => !(name in arrivals));
  };
  await expect.poll(findMissing).toEqual([]);
  await Promise.all([ticket(id).delete(), ticket(expired).delete()]);
});

const ticket = (id: string) => firestore.collection(TICKETS).doc(id);

/** Other tests leave some behind. */
const countTickets = async () => (await firestore.collection(TICKETS).get()).size;

async function makeTicket(lifeMs = 60_000): Promise<string> {
  const id = randomUUID();
  await ticket(id).set({ expiresAt: Timestamp.fromMillis(Date.now() + lifeMs) });
  return id;
}

const startWith = (id: string) =>
  callApi('POST', startSelfCheck.path, { headers: { authorization: `Ticket ${id}` } });

async function countStrangers(): Promise<number> {
  const url = `${config.authUrl}/identitytoolkit.googleapis.com/v1/projects/${config.projectId}/accounts:batchGet?maxResults=-1`;
  const text = await (await fetch(url, { headers: { authorization: 'Bearer owner' } })).text();
  return text.split('@cloud-check.invalid').length - 1;
}
