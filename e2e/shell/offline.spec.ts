import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
import { listBatches, makePrompt } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  choose,
  createBatch,
  eventually,
  findCard,
  findHistory,
  findPrompt,
  findSubmit,
  GENERATE_CALL,
  GENERATOR_PAGE,
  submit,
} from '../support/generator-page.ts';
import { advance } from '../support/polled-history.ts';
import {
  drawPictures,
  chooseStyle,
  STYLIZER_PAGE,
  TRANSFORM_CALL,
  findSubmit as findTransform,
} from '../support/stylizer-page.ts';
import { hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));

const OPTIONS = [
  ['Quality', 'Low'],
  ['Background', 'Opaque'],
  ['Aspect ratio', '1:1'],
  ['Output format', 'PNG'],
] as const;
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED/, /ERR_FAILED/];
const findNotice = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: /offline|online/i });
const setOffline = (page: Page, isOffline: boolean) => page.context().setOffline(isOffline);

/** The page polls running batches more often. */
const POLL_MS = 1000;
const batch = createBatch({ status: 'processing', endedAt: null, requestedCount: 2 });
const showing = {
  as: 'artist',
  path: GENERATOR_PAGE,
  expectedErrors: OFFLINE,
  arrange: async (page: Page) => {
    await page.clock.install();
    await answerWithBatches(page, [batch]);
  },
} as const;

test('shows a lost connection, what waits for it, and briefly that it is back', () => {
  const list = hold(BATCHES_CALL);
  return withPage(
    async (page) => {
      const loading = page.getByRole('status', { name: 'Loading history' });
      await loading.waitFor();
      expect(await findNotice(page).count()).toBe(0);
      await setOffline(page, true);
      const text = 'You’re offline. Nothing loads or starts until the connection returns.';
      await findNotice(page).getByText(text, { exact: true }).waitFor();
      await findHistory(page).getByText('Waiting for connection', { exact: true }).waitFor();
      expect(await loading.count()).toBe(0);
      list.release();
      await setOffline(page, false);
      await findCard(page, batch.id).waitFor();
      await findNotice(page).getByText('Back online', { exact: true }).waitFor();
      await page.clock.runFor(3000);
      await findNotice(page).waitFor({ state: 'detached' });

      // A change made while offline is rolled back, with the reason.
      const cancel = findCard(page, batch.id).getByRole('button', { name: 'Cancel' });
      await setOffline(page, true);
      await findNotice(page).waitFor();
      await cancel.click();
      await toast(page, 'You’re offline').getByText('Try again once you’re back online.').waitFor();
      await cancel.waitFor();
    },
    {
      ...showing,
      arrange: async (page) => {
        await showing.arrange(page);
        await list.arrange(page);
      },
    },
  );
});

test('treats a network without a connection as offline, but not one failed request', () =>
  withPage(async (page) => {
    await findCard(page, batch.id).waitFor();
    const answered = page.waitForResponse('**/icon.svg');
    await page.route('**/api/image-generator/**', (route) => route.abort('failed'));
    await page.clock.runFor(POLL_MS);
    await answered;
    await advance(page, 1000);
    expect(await findNotice(page).count()).toBe(0);

    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.clock.runFor(POLL_MS);
    await findNotice(page).waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await page.unroute('**/*');
    await page.clock.runFor(5000);
    await findNotice(page).getByText('Back online', { exact: true }).waitFor();
  }, showing));

test('does not submit images on its own after being offline', async () => {
  const artist = await signIn(newEmail());
  await withPage(
    async (page) => {
      await findPrompt(page).fill(makePrompt('a fox offline'));
      for (const [field, option] of OPTIONS) await choose(page, field, option);
      const keys: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(GENERATE_CALL)) keys.push(request.headers()['idempotency-key']);
      });
      await setOffline(page, true);
      await findSubmit(page).click();
      const offlineToast = toast(page, 'You’re offline');
      await offlineToast.getByText('Generate again once you’re back online. You won’t pay twice.').waitFor();
      await eventually(() => findSubmit(page).isEnabled()).toBe(true);
      await setOffline(page, false);
      await findNotice(page).getByText('Back online', { exact: true }).waitFor();
      await advance(page, 3000);
      await findNotice(page).waitFor({ state: 'detached' });
      expect(await listBatches(artist)).toEqual([]);

      await findCard(page, await submit(page)).waitFor();
      expect(new Set(keys).size).toBe(1);
      expect(await listBatches(artist)).toHaveLength(1);
    },
    {
      as: artist,
      path: GENERATOR_PAGE,
      arrange: (page) => page.clock.install(),
      expectedErrors: OFFLINE,
    },
  );
});

test('asks again with the price before sending images chosen while offline', async () => {
  const artist = await signIn(newEmail());
  await withPage(
    async (page) => {
      let calls = 0;
      page.on('request', (request) => {
        if (request.url().endsWith(TRANSFORM_CALL)) calls += 1;
      });
      await chooseStyle(page, 'Anime');
      await choosePictures(page, await drawPictures('one.png', 'two.png'));
      await waitForCount(page, 2);
      await setOffline(page, true);
      await findTransform(page).click();
      const question = page.getByRole('alert');
      await question.getByText('You’re offline. This batch has not started.', { exact: true }).waitFor();
      const start = question.getByRole('button', { name: 'Start batch' });
      expect(await start.isDisabled()).toBe(true);
      await toast(page, 'Batch not started').waitFor();
      await setOffline(page, false);
      await question.getByText('You’re back online. Start this batch?', { exact: true }).waitFor();
      await question.getByText(/^\$\d\.\d+ · 2 images × \$/).waitFor();
      await page.waitForTimeout(2000);
      expect(calls).toBe(0);
      await start.click();
      await findHistory(page).getByRole('article').waitFor();
      expect(calls).toBe(1);
    },
    { as: artist, path: STYLIZER_PAGE, expectedErrors: OFFLINE },
  );
});
