import { listAlerts, type AlertName } from '@portal/contracts/alerts';
import { Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endRun, readCurrentRun, startOrJoin } from '../cleanup/cleanup-store.ts';
import { saveKeyStates } from '../../providers/key-states.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { budgetSettings } from '../../spend/budget.ts';
import { toMicros } from '../../spend/micros.ts';
import { addSpend, monthOf } from '../../spend/spend-store.ts';
import { startApi } from '../../testing/start-api.ts';
import { MAX_ANNOUNCEMENTS } from './alert-record.ts';
import { checkAlerts } from './check-alerts.ts';

const firestore = await startFirestore();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const start = Date.now();
const at = (sinceStart: number) => Timestamp.fromMillis(start + sinceStart);
const check = (sinceStart = 0) => checkAlerts({ firestore }, at(sinceStart));

const KEYS = { openai: ['one-of-openai', 'two-of-openai'], xai: ['one-of-xai'] };
const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
const state = firestore.doc('alerts/state');

beforeEach(async () => {
  await clearFirestore();
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ ...KEYS, cloudinary }));
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  vi.stubEnv('ALERT_WEBHOOK_URL', '');
  vi.stubEnv('CACHE_SECONDS', '0');
});

async function readRaised(): Promise<[string, string][]> {
  const alerts: Record<string, DocumentData> = (await state.get()).get('alerts');
  return Object.entries(alerts).flatMap(([name, { clearedAt, title }]): [string, string][] =>
    clearedAt === null ? [[name, z.string().parse(title)]] : [],
  );
}

const readRecord = async (name: AlertName): Promise<DocumentData> =>
  (await state.get()).get(`alerts.${name}`);

const addFailedWork = (kind: string) => firestore.collection('failedWork').add({ kind, retriedAt: null });

async function spend(dollars: number): Promise<void> {
  const writer = firestore.batch();
  const spender = { tool: 'stylizer', owner: 'ada' } as const;
  addSpend(firestore, writer, monthOf(at(0).toDate()), spender, {
    spent: toMicros(dollars),
    reserved: toMicros(9),
  });
  await writer.commit();
}

async function setBudget(monthlyDollars: number): Promise<void> {
  await firestore.doc('settings/budget').set({ monthlyDollars });
  await budgetSettings.readFresh(firestore);
}

const reject = { outSince: Timestamp.now() };
const rest = (milliseconds: number) => ({ restUntil: Timestamp.fromMillis(Date.now() + milliseconds) });

it('raises nothing in a healthy portal', async () => {
  await setBudget(100);
  await spend(79.99);
  await saveKeyStates(firestore, 'openai', new Map([['one-of-openai', reject]]));
  await firestore.collection('failedWork').add({ kind: 'uncertain', retriedAt: Timestamp.now() });
  await check();
  expect(await readRaised()).toEqual([]);
});

it('raises and clears uncertain and other failed work separately', async () => {
  const uncertain = await addFailedWork('uncertain');
  await check();
  expect(await readRaised()).toEqual([['uncertain-items', 'Some calls have an unknown outcome']]);

  await uncertain.update({ retriedAt: Timestamp.now() });
  await addFailedWork('not-stored');
  await check(MINUTE_MS);
  expect(await readRaised()).toEqual([['failed-work', 'Some work could not be finished']]);
  expect((await readRecord('uncertain-items'))['clearedAt']).toEqual(at(MINUTE_MS));
});

it('raises the budget at 80% and again at 100%, and clears it when it is raised', async () => {
  await setBudget(100);
  await spend(80);
  await check();
  expect(await readRaised()).toEqual([['budget', 'This month’s budget is 80% spent']]);
  await spend(1);
  await check(MINUTE_MS);
  expect(await readRecord('budget')).toMatchObject({
    raisedAt: at(0),
    message: '$81.00 of $100.00 is spent. At 100%, no more paid calls are made.',
  });
  await spend(19);
  await check(2 * MINUTE_MS);
  expect(await readRecord('budget')).toMatchObject({
    raisedAt: at(2 * MINUTE_MS),
    title: 'This month’s budget is used up',
  });
  await setBudget(1000);
  await check(3 * MINUTE_MS);
  expect(await readRaised()).toEqual([]);
});

it('alerts for each provider without a usable key, not for short rate limits', async () => {
  await saveKeyStates(firestore, 'openai', new Map([['one-of-openai', reject]]));
  await saveKeyStates(firestore, 'openai', new Map([['two-of-openai', rest(MINUTE_MS)]]));
  await check();
  expect(await readRaised()).toEqual([]);

  await saveKeyStates(firestore, 'openai', new Map([['two-of-openai', rest(HOUR_MS)]]));
  await check(1);
  expect(await readRaised()).toEqual([['provider-keys', 'No usable key for OpenAI']]);

  await saveKeyStates(firestore, 'xai', new Map([['one-of-xai', reject]]));
  await check(2);
  expect(await readRecord('provider-keys')).toMatchObject({
    raisedAt: at(2),
    title: 'No usable key for OpenAI and xAI',
  });

  await saveKeyStates(firestore, 'openai', new Map([['one-of-openai', 'works' as const]]));
  await check(3);
  expect(await readRecord('provider-keys')).toMatchObject({
    raisedAt: at(2),
    title: 'No usable key for xAI',
  });
});

it('alerts when no nightly cleanup has succeeded for 26 hours', async () => {
  await check();
  await check(26 * HOUR_MS);
  expect(await readRaised()).toEqual([]);
  await check(26 * HOUR_MS + 1);
  expect(await readRaised()).toEqual([['nightly-cleanup', 'The nightly cleanup is overdue']]);

  const run = async (trigger: 'manual' | 'nightly', outcome: 'finished' | 'failed') => {
    await startOrJoin(firestore, trigger, Timestamp.now());
    const current = await readCurrentRun(firestore);
    if (current) await endRun(firestore, current, outcome);
    await check(26 * HOUR_MS + 1);
    return (await readRaised()).length;
  };
  expect(await run('manual', 'finished')).toBe(1);
  expect(await run('nightly', 'failed')).toBe(1);
  expect(await run('nightly', 'finished')).toBe(0);
  await run('manual', 'finished');
  await check(26 * HOUR_MS + 5 * MINUTE_MS);
  expect(await readRaised()).toHaveLength(1);
});

it('alerts when a provider takes longer than 26 hours for work at half price', async () => {
  const open = firestore.doc('providerBatches/one');
  await open.set({ openSince: at(0) });
  await check(26 * HOUR_MS - 1);
  expect(await readRaised()).toEqual([]);
  await check(26 * HOUR_MS);
  expect(await readRaised()).toContainEqual([
    'provider-batches',
    'Half-price batches take longer than 26 hours',
  ]);
  await open.update({ openSince: null });
  await check(26 * HOUR_MS + 1);
  expect(await readRaised()).not.toContainEqual(['provider-batches', expect.anything()]);
});

async function startChat(answer = sendJson({ ok: true })) {
  const chat = await startTestServer((response) => reply(response));
  let reply = answer;
  vi.stubEnv('ALERT_WEBHOOK_URL', `${chat.url}/services/T0/B0`);
  return {
    answerWith: (next: typeof answer) => {
      reply = next;
    },
    readTexts: () =>
      chat.requests.map(
        ({ body }) => z.strictObject({ text: z.string() }).parse(JSON.parse(String(body))).text,
      ),
  };
}
const TEXT = 'Some work could not be finished. Fix the cause, then try again. (Admin Portal: Failed Work)';

it('posts each raise once, also from sweeps at the same time', async () => {
  const { readTexts } = await startChat();
  const work = await addFailedWork('archive');
  await Promise.all(Array.from({ length: 5 }, () => check()));
  await check(MINUTE_MS);
  expect(readTexts()).toEqual([TEXT]);

  await work.delete();
  await check(2 * MINUTE_MS);
  await addFailedWork('archive');
  await check(3 * MINUTE_MS);
  expect(readTexts()).toEqual([TEXT, TEXT]);
});

it('tries a failed post again every minute, for a while, without failing the sweep', async () => {
  const { readTexts, answerWith } = await startChat(sendJson({}, 503));
  await addFailedWork('archive');
  await check();
  await state.update({ 'alerts.failed-work.announcements': MAX_ANNOUNCEMENTS - 1 });
  await check(MINUTE_MS);
  await check(2 * MINUTE_MS);
  expect(readTexts()).toHaveLength(2);
  expect(await readRecord('failed-work')).toMatchObject({ isLogged: true, isAnnounced: false });

  await state.update({ 'alerts.failed-work.announcements': 0 });
  answerWith((response) => response.writeHead(302, { location: '/elsewhere' }).end());
  await check(3 * MINUTE_MS);
  answerWith(sendJson({ ok: true }));
  await check(4 * MINUTE_MS);
  await check(5 * MINUTE_MS);
  expect(readTexts()).toHaveLength(4);
});

it('posts again after a sweep that was lost before it noted the post', async () => {
  const { readTexts } = await startChat();
  await addFailedWork('archive');
  await check();
  // As it was when the sweep was lost.
  await state.update({
    'alerts.failed-work.isAnnounced': false,
    'alerts.failed-work.claimedUntil': at(2 * MINUTE_MS),
  });
  await check(MINUTE_MS);
  expect(readTexts()).toEqual([TEXT]);
  await check(2 * MINUTE_MS);
  expect(readTexts()).toEqual([TEXT, TEXT]);
});

it('keeps an alert whose cause cannot be read, and checks the others', async () => {
  await addFailedWork('uncertain');
  await saveKeyStates(firestore, 'xai', new Map([['one-of-xai', reject]]));
  await check();
  await firestore.doc('providerKeys/xai').set({ keys: 5 });
  await firestore.recursiveDelete(firestore.collection('failedWork'));
  await check(MINUTE_MS);
  expect(await readRaised()).toEqual([['provider-keys', 'No usable key for xAI']]);
});

it('answers admins with the alerts that are raised, the newest first', async () => {
  vi.stubEnv('FIRST_ADMINS', 'ada@studio.example');
  const { call } = await startApi(['ada', 'bob']);
  expect(await call('GET', listAlerts.path, 'ada')).toEqual({ status: 200, body: { alerts: [] } });
  await addFailedWork('uncertain');
  await check();
  await addFailedWork('archive');
  await check(MINUTE_MS);
  await saveKeyStates(firestore, 'xai', new Map([['one-of-xai', reject]]));
  await check(2 * MINUTE_MS);
  await saveKeyStates(firestore, 'xai', new Map([['one-of-xai', 'works' as const]]));
  await check(3 * MINUTE_MS);
  const { alerts } = listAlerts.response.parse((await call('GET', listAlerts.path, 'ada')).body);
  expect(alerts).toMatchObject([
    { name: 'failed-work', raisedAt: at(MINUTE_MS).toDate().toISOString() },
    { name: 'uncertain-items', title: 'Some calls have an unknown outcome' },
  ]);
  expect((await call('GET', listAlerts.path, 'bob')).status).toBe(403);
});
