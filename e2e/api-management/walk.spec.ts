import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import {
  API_PAGE,
  findCheck,
  findKeyDetails,
  findKeys,
  findRegion,
  findSpend,
  readFacts,
  readTable,
} from './api-management-page.ts';
import { findAlert, sweepAndListAlerts } from '../support/alerts.ts';
import { resetKeys } from '../support/api-status.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import { GENERIC_FAILURE, toast } from '../support/directory.ts';
import { firestore } from '../support/firestore.ts';
import {
  makePrompt,
  makeRequest,
  providerNames,
  startBatch,
  waitForBatches,
  type ProviderName,
} from '../support/generator.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus } from '../support/keyboard.ts';
import { addFaults, clearFaults, countByProvider, setLatency, type FaultRule } from '../support/sandbox.ts';
import { describeStatus, readCounts, readSpend, subtract } from './walk-numbers.ts';
import { waitForCaches } from '../support/wait-for-caches.ts';

const BUDGET = 5000;
const NO_KEY = 'No usable key for xAI';
const budget = firestore.doc('settings/budget');

beforeEach(async () => {
  await waitForIdle();
  await setLatency(0);
  await resetKeys();
});
afterEach(async () => {
  await clearFaults();
  await budget.delete();
  await resetKeys();
});

/** The fault of each batch's first call. */
const ORDERS: readonly { provider: ProviderName; quantity?: number; fault?: FaultRule['fault'] }[] = [
  { provider: 'openai', quantity: 2 },
  { provider: 'openai', fault: { kind: 'refusal' } },
  { provider: 'openai', fault: { kind: 'rate-limit', retryAfterSeconds: 600 } },
  { provider: 'xai' },
  { provider: 'xai', fault: { kind: 'server-error' } },
];
/** All their calls, and those of the batch for which xAI rejects every key. */
const CALLS = {
  openai: { received: 5, paid: 3, failed: 2 },
  google: { received: 0, paid: 0, failed: 0 },
  stability: { received: 0, paid: 0, failed: 0 },
  xai: { received: 5, paid: 2, failed: 3 },
};

/** The total cost. */
async function makeBatches(artist: Account): Promise<number> {
  const ids: string[] = [];
  for (const { provider, quantity = 1, fault } of ORDERS) {
    const prompt = makePrompt('counted');
    if (fault) await addFaults({ provider, match: { promptIncludes: prompt }, times: 1, fault });
    ids.push(await startBatch(artist, makeRequest(provider, { prompt, quantity })));
  }
  await waitForBatches(artist, ids);
  await addFaults({ provider: 'xai', match: { operation: 'generate' }, fault: { kind: 'key-rejected' } });
  ids.push(await startBatch(artist, makeRequest('xai', { prompt: makePrompt('without a key') })));
  const batches = await waitForBatches(artist, ids);
  await clearFaults();
  return batches.reduce((sum, { cost }) => sum + cost, 0);
}

const openPage = async (page: Page) => {
  await findRegion(page, 'Queues').waitFor();
  await findSpend(page)
    .getByText(/ this month/)
    .waitFor();
};

test('matches the sandbox’s calls, keys and spend; a check restores rejected keys [P1.6, P2.11, P2.26, P2.42, P2.43, P2.44, P2.45, P3.6, P4.14, P4.16, P4.17, P6.3, P7.6, P9.25, P9.26, D-providers.2, D-providers.6, D-providers.7]', async () => {
  const artist = await signIn(newEmail());
  await budget.set({ monthlyDollars: BUDGET });
  // Until then, servers may use the old budget and miss the last calls of other tests.
  await waitForCaches();
  await withPage(
    async (page) => {
      await openPage(page);
      await page.getByRole('heading', { name: 'API Management', level: 1 }).waitFor();
      const panel = page.getByRole('complementary');
      await panel.getByText('Admin Portal', { exact: true }).waitFor();
      expect(await panel.getByRole('link').allInnerTexts()).toEqual([
        'User Directory',
        'Storage Cleanup',
        'Failed Work',
        'Spend',
        'Settings',
      ]);

      const [counts, calls, spend] = [await readCounts(page), await countByProvider(), await readSpend(page)];
      const cost = await makeBatches(artist);
      const called = await countByProvider();
      for (const provider of providerNames) {
        const { received, paid } = CALLS[provider];
        expect({ provider, ...called[provider] }).toEqual({
          provider,
          received: calls[provider].received + received,
          paid: calls[provider].paid + paid,
        });
      }
      await eventually(async () => subtract(await readCounts(page), counts)).toEqual({
        counts: providerNames.map((provider) => ({
          provider,
          calls: CALLS[provider].received,
          failed: CALLS[provider].failed,
        })),
        total: CALLS.openai.received + CALLS.xai.received,
      });
      const { tiles, rows } = await describeStatus();
      expect(await readFacts(findRegion(page, 'System overview'))).toEqual(tiles);
      const table = findRegion(page, 'Request statistics by provider');
      expect(await readTable(table)).toEqual(rows);
      await table
        .getByText(/Refused by content rules: \d+ call/)
        .first()
        .waitFor();
      const chart = findRegion(page, 'Calls in the last 24 hours').getByRole('img');
      expect(await chart.getAttribute('aria-label')).toContain(
        `${tiles['Total Requests']} calls in the last 24 hours, `,
      );
      // Below them are the queues with tasks: other tests may have left some.
      const services = ['Database', 'Uploaded files', 'Media service', 'Queues', 'Accounts'];
      expect(await readFacts(findRegion(page, 'Health status'))).toMatchObject(
        Object.fromEntries(services.map((name) => [name, 'Operational'])),
      );

      const openai = findKeys(page, 'openai');
      await openai.getByText('Warning', { exact: true }).waitFor();
      expect(await readFacts(openai)).toMatchObject({
        'Active keys': '1 / 2',
        Paused: expect.stringMatching(/^1 key until /),
        'Last checked': expect.stringMatching(/^just now$| ago$/),
      });
      const xai = findKeys(page, 'xai');
      await xai.getByText('Error', { exact: true }).waitFor();
      expect(await readFacts(xai)).toMatchObject({
        'Active keys': '0 / 2',
        'Rejected by provider': '2 keys',
      });
      await checkAlert(page);
      await checkKeys(page);
      expect((await sweepAndListAlerts()).map(({ title }) => title)).not.toContain(NO_KEY);

      await page.reload();
      await openPage(page);
      expect(await findAlert(page, NO_KEY).count()).toBe(0);
      await findSpend(page)
        .getByText(/of \$5,000\.00 this month$/)
        .waitFor();
      const spent = await readSpend(page);
      expect(cost).toBeGreaterThan(0);
      expect(spent.person(artist.email)).toBeCloseTo(cost, 3);
      expect(spent.tool - spend.tool).toBeCloseTo(cost, 3);
      expect(spent.total - spend.total).toBeCloseTo(cost, 3);
    },
    { as: 'admin', path: API_PAGE, hasAlerts: true, expectedErrors: [/503/] },
  );
});

/** Shown on every page but without a link to this one, until it is dismissed. */
async function checkAlert(page: Page): Promise<void> {
  expect((await sweepAndListAlerts()).map(({ title }) => title)).toContain(NO_KEY);
  await page.goto('/');
  const alert = findAlert(page, NO_KEY);
  await alert.getByRole('link', { name: 'Open API Management' }).click();
  await openPage(page);
  expect(await alert.getByRole('link').count()).toBe(0);
  const dismiss = alert.getByRole('button', { name: `Dismiss: ${NO_KEY}` });
  await dismiss.press('Enter');
  expect(await alert.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await page.reload();
  await openPage(page);
  expect(await alert.count()).toBe(0);
}

/** First the provider does not respond, then one key is rejected, then none. */
async function checkKeys(page: Page): Promise<void> {
  const xai = findKeys(page, 'xai');
  const check = findCheck(page, 'xai');
  const stateOfKeys = (word: string) => xai.getByText(word, { exact: true });
  const operation = 'check';
  await addFaults({ provider: 'xai', match: { operation }, fault: { kind: 'server-error', status: 503 } });
  await check.click();
  await toast(page, 'Error').getByText(GENERIC_FAILURE, { exact: true }).waitFor();
  await stateOfKeys('Error').waitFor();

  await clearFaults();
  await addFaults({
    provider: 'xai',
    match: { operation, key: 'sandbox-xai-key-1' },
    fault: { kind: 'key-rejected' },
  });
  await check.click();
  const checkedToast = toast(page, 'xAI keys checked');
  await checkedToast.getByText('1 of 2 keys still rejected.', { exact: true }).waitFor();
  await stateOfKeys('Warning').waitFor();
  expect(await readFacts(xai)).toMatchObject({ 'Active keys': '1 / 2', 'Rejected by provider': '1 key' });

  await clearFaults();
  await check.press('Enter');
  await checkedToast.getByText('2 keys checked, none rejected.', { exact: true }).waitFor();
  await stateOfKeys('Healthy').waitFor();
  await xai.getByText(/^2 of 2 keys · /).waitFor();
  // The focus survives the button.
  expect(await check.count()).toBe(0);
  expect(await hasFocus(stateOfKeys('Healthy').locator('..'))).toBe(true);
  await findKeyDetails(page, 'xai').press('Enter');
  expect(await readFacts(xai)).toMatchObject({ 'Active keys': '2 / 2', 'Last checked': 'just now' });
}
