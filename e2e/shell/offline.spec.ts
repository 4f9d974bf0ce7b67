import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { toast } from '../support/directory.ts';
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
} from '../support/generator-page.ts';
import { navigate } from '../support/navigate.ts';
import { advance } from '../support/page-clock.ts';
import { answerWith, hold } from '../support/routes.ts';
import {
  answerWithBatches as answerWithStyled,
  chooseStyle,
  drawPictures,
  findSubmit as findTransform,
  STYLIZER_PAGE,
  TRANSFORM_CALL,
} from '../support/stylizer-page.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

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
const showing = { as: 'artist', path: GENERATOR_PAGE, expectedErrors: OFFLINE } as const;

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
      await findNotice(page).getByText('Back online', { exact: true }).waitFor();
      await findCard(page, batch.id).waitFor();
      await page.clock.runFor(3000);
      await findNotice(page).waitFor({ state: 'detached' });

      await changeWhileOffline(page);
      await loseServer(page);
    },
    {
      ...showing,
      arrange: async (page) => {
        await page.clock.install();
        await answerWithBatches(page, [batch]);
        await list.arrange(page);
      },
    },
  );
});

/** The change is rolled back, with the reason. */
async function changeWhileOffline(page: Page): Promise<void> {
  const cancel = findCard(page, batch.id).getByRole('button', { name: 'Cancel' });
  await setOffline(page, true);
  await findNotice(page).waitFor();
  await cancel.click();
  await toast(page, 'You’re offline').getByText('Try again once you’re back online.').waitFor();
  await cancel.waitFor();
  await setOffline(page, false);
  await findNotice(page).getByText('Back online', { exact: true }).waitFor();
  await page.clock.runFor(3000);
  await findNotice(page).waitFor({ state: 'detached' });
}

/** A network without a connection counts as offline, but not one failed request. */
async function loseServer(page: Page): Promise<void> {
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
}

test('a page that is opened offline opens once the connection is back', () =>
  withPage(async (page) => {
    const open = (tool: string) => page.getByRole('link', { name: tool }).click();
    const findTitle = (title: string) => page.getByRole('heading', { name: title, level: 1 });
    await findTitle('Bulk Image Generator').waitFor();
    await setOffline(page, true);
    await findNotice(page).waitFor();
    await open('Stylizer');
    await open('Upscale');
    await findTitle('Bulk Image Generator').waitFor();
    await setOffline(page, false);
    await findTitle('Upscale & Enhancement').waitFor();
    await open('Stylizer');
    await findTitle('Stylizer').waitFor();
  }, showing));

test('starts nothing on its own after being offline, and asks before it sends pictures', () => {
  const sent: { path: string; key: string | undefined }[] = [];
  const count = (path: string) => sent.filter((request) => request.path === path).length;
  return withPage(
    async (page) => {
      // Code that loads late could be broken off.
      await advance(page, 3000);
      await submitOffline(page);
      await advance(page, 3000);
      await findNotice(page).waitFor({ state: 'detached' });
      const attempts = count(GENERATE_CALL);
      await findSubmit(page).click();
      await eventually(() => count(GENERATE_CALL)).toBe(attempts + 1);
      // The server would start the same batch only once.
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);

      await navigate(page, STYLIZER_PAGE);
      const start = await sendPicturesOffline(page);
      await advance(page, 3000);
      expect(count(TRANSFORM_CALL)).toBe(0);
      await start.click();
      await eventually(() => count(TRANSFORM_CALL)).toBe(1);
    },
    {
      ...showing,
      arrange: async (page) => {
        await page.clock.install();
        await answerWithBatches(page, []);
        await answerWithStyled(page, []);
        for (const call of [GENERATE_CALL, TRANSFORM_CALL])
          await answerWith(page, call, { json: { success: true, batchId: 'started' } });
        page.on('request', (request) => {
          const { pathname: path } = new URL(request.url());
          const key = request.headers()['idempotency-key'];
          if (path === GENERATE_CALL || path === TRANSFORM_CALL) sent.push({ path, key });
        });
      },
    },
  );
});

/** Mocked calls would be answered. */
async function goOffline(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await setOffline(page, true);
}

async function goOnline(page: Page): Promise<void> {
  await page.unroute('**/api/**');
  await setOffline(page, false);
}

async function submitOffline(page: Page): Promise<void> {
  await findPrompt(page).fill('a fox offline');
  for (const [field, option] of OPTIONS) await choose(page, field, option);
  await goOffline(page);
  await findSubmit(page).click();
  await toast(page, 'You’re offline')
    .getByText('Generate again once you’re back online. You won’t pay twice.')
    .waitFor();
  await eventually(() => findSubmit(page).isEnabled()).toBe(true);
  await goOnline(page);
  await findNotice(page).getByText('Back online', { exact: true }).waitFor();
}

/** Returns the button that the page shows with the price when it is back online. */
async function sendPicturesOffline(page: Page): Promise<Locator> {
  await chooseStyle(page, 'Anime');
  await choosePictures(page, await drawPictures('one.png', 'two.png'));
  await waitForCount(page, 2);
  await goOffline(page);
  await findTransform(page).click();
  const question = page.getByRole('alert');
  await question.getByText('You’re offline. This batch has not started.', { exact: true }).waitFor();
  const start = question.getByRole('button', { name: 'Start batch' });
  expect(await start.isDisabled()).toBe(true);
  await toast(page, 'Batch not started').waitFor();
  await goOnline(page);
  await question.getByText('You’re back online. Start this batch?', { exact: true }).waitFor();
  await question.getByText(/^\$\d\.\d+ · 2 images/).waitFor();
  return start;
}
