import type { GenerationBatch } from '@portal/contracts/image-generator';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage, type PageOptions } from '../support/browser.ts';
import { firestore } from '../support/firestore.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import {
  answerWithBatches,
  BATCHES_CALL,
  chooseAction,
  createBatch,
  eventually,
  findCard,
  findHistory,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { hold } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

beforeEach(() => setLatency(0));

/** Mocks the history; the page's clock starts at noon. */
const showing = (...batches: GenerationBatch[]): PageOptions => ({
  as: 'artist',
  path: GENERATOR_PAGE,
  arrange: async (page) => {
    await page.clock.setFixedTime(NOON);
    await answerWithBatches(page, batches);
  },
});

const waitForTexts = async (page: Page, { id }: GenerationBatch, ...texts: string[]) => {
  for (const text of texts) await findCard(page, id).getByText(text, { exact: true }).waitFor();
};

const readButtons = async (page: Page, id: string): Promise<string[]> =>
  (await findCard(page, id).getByRole('button').allInnerTexts()).filter((text) => text !== '');

test('explains an empty history, and offers nothing to clear [T1.3, T2.1.7, T2.1.8]', () =>
  withPage(async (page) => {
    const history = findHistory(page);
    await history.getByText('No batch history yet', { exact: true }).waitFor();
    await history.getByText('Files are automatically deleted after 3 days', { exact: true }).waitFor();
    expect(await history.getByRole('button').count()).toBe(0);
  }, showing()));

test('shows skeletons on the first load only [T4.2.4]', () => {
  const list = hold(BATCHES_CALL);
  const batch = createBatch({ status: 'processing', endedAt: null, requestedCount: 2 });
  return withPage(
    async (page) => {
      const loading = page.getByRole('status', { name: 'Loading history' });
      await loading.waitFor();
      list.release();
      await findCard(page, batch.id).waitFor();
      await page.evaluate(() => {
        new MutationObserver(() => {
          if (document.querySelector('[aria-label="Loading history"]')) document.title = 'loading again';
        }).observe(document.body, { childList: true, subtree: true });
      });
      const isCall = (answer: { url: () => string }) => answer.url().endsWith(BATCHES_CALL);
      await page.waitForResponse(isCall);
      await page.waitForResponse(isCall);
      expect(await page.title()).not.toBe('loading again');
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await list.arrange(page);
      },
    },
  );
});

test('lists batches newest first with provider, model, time and prompt [T2.1.6, T2.1.24, T2.1.26]', () => {
  const at = (time: string) => ({ createdAt: `2026-11-21T${time}:00.000Z` });
  const chatGpt = createBatch({ ...at('11:15'), prompt: 'A red fox in the snow, no text' });
  const gemini = createBatch({
    ...at('11:30'),
    provider: 'google',
    model: 'imagen3',
    prompt: 'Two kites, no people',
  });
  const stability = createBatch({
    ...at('10:00'),
    provider: 'stability',
    model: 'sd3.5-large',
    prompt: 'a fox without trees',
  });
  const grok = createBatch({ ...at('09:00'), provider: 'xai', model: 'grok-2-image', prompt: 'Fox' });
  return withPage(
    async (page) => {
      await waitForTexts(page, chatGpt, 'ChatGPT', 'GPT Image 1', '“A red fox”', '45 min. ago');
      await waitForTexts(page, gemini, 'Gemini', 'Imagen 3', '“Two kites”', '30 min. ago');
      await waitForTexts(page, stability, 'Stable Diffusion', 'SD 3.5 Large', '“a fox”', '2 hr. ago');
      await waitForTexts(page, grok, 'Grok', 'Grok 2 Image', '“Fox”', '3 hr. ago');
      expect(
        await findHistory(page)
          .getByRole('article')
          .evaluateAll((cards) => cards.map((card) => card.id)),
      ).toEqual([gemini, chatGpt, stability, grok].map(({ id }) => `batch-${id}`));
    },
    showing(chatGpt, stability, grok, gemini),
  );
});

/** Colors of the status icon and text. */
async function readEndColors(card: Locator): Promise<{ icon: string; word: string }> {
  const readColor = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  const word = card.getByText(/^(Done|Partly done|Cancelled|Failed)$/);
  const icon = word.locator('xpath=ancestor::div[1]').locator('svg');
  return { icon: await readColor(icon), word: await readColor(word) };
}

const active = { endedAt: null, requestedCount: 12, completedCount: 0, cost: 0 };

test('shows each status with its text and progress bar [T4.1.4, T4.1.5, T4.1.6, T4.1.7, T4.2.6, D-one-studio.12]', () => {
  const queued = createBatch({ ...active, status: 'pending', startedAt: null });
  const started = createBatch({ ...active, status: 'processing' });
  const working = createBatch({
    ...active,
    status: 'processing',
    completedCount: 3,
    runningItems: [3, 4],
    startedAt: '2026-11-21T11:59:00.000Z',
    cost: 0.12,
  });
  const completed = createBatch({ requestedCount: 12, completedCount: 11, failedCount: 1 });
  const failed = createBatch({ status: 'failed', requestedCount: 2, completedCount: 0, failedCount: 2 });
  const cancelled = createBatch({
    ...failed,
    id: 'cancelled',
    failedCount: 0,
    cancelledCount: 2,
    cancelledAt: failed.endedAt,
  });
  const whole = createBatch({ requestedCount: 12, completedCount: 12 });
  return withPage(
    async (page) => {
      const findBar = ({ id }: GenerationBatch) => findCard(page, id).getByRole('progressbar');
      await waitForTexts(page, queued, 'Queued - 12 images');
      expect(await findBar(queued).getAttribute('aria-valuenow')).toBeNull();
      const animation = await findBar(queued)
        .locator('div')
        .evaluate((bar) => getComputedStyle(bar).animationIterationCount);
      expect(animation).toBe('infinite');

      await waitForTexts(page, started, '0/12 completed');
      await waitForTexts(
        page,
        working,
        '3/12 completed',
        'Cost so far $0.12 · estimated $0.50',
        'about 2 min left',
      );
      expect(await findBar(working).getAttribute('aria-valuenow')).toBe('25');
      const share = await findBar(working).evaluate(
        (bar) =>
          (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
      );
      expect(share).toBeCloseTo(0.25, 2);

      await waitForTexts(page, completed, '11/12 completed', 'Partly done', '1 failed');
      await waitForTexts(page, failed, '0/2 completed', 'Failed', '2 failed');
      await waitForTexts(page, cancelled, '0/2 completed', 'Cancelled', '2 cancelled');
      expect(await findCard(page, cancelled.id).getByText('Failed', { exact: true }).count()).toBe(0);
      await waitForTexts(page, whole, '12/12 completed', 'Done');
      const tones = await Promise.all(
        [completed, failed, cancelled, whole].map(({ id }) => readEndColors(findCard(page, id))),
      );
      for (const { icon, word } of tones) expect(icon).toBe(word);
      expect(new Set(tones.map(({ word }) => word)).size).toBe(4);
      for (const batch of [completed, failed]) expect(await findBar(batch).count()).toBe(0);

      expect(await readButtons(page, queued.id)).toEqual([
        '“A red fox”',
        'Cancel',
        'View images',
        'Copy Settings',
      ]);
      for (const [batch, isOffered] of [
        [started, false],
        [working, true],
        [completed, true],
        [failed, false],
      ] as const)
        expect((await readButtons(page, batch.id)).includes('Download ZIP')).toBe(isOffered);
    },
    showing(queued, started, working, completed, failed, cancelled, whole),
  );
});

test('shows expiry and failure reasons; retries uncertain images only on request [D-batches.8]', () => {
  const batch = createBatch({
    requestedCount: 4,
    completedCount: 1,
    failedCount: 2,
    uncertainCount: 1,
    expiresAt: '2026-11-23T16:30:00.000Z',
    failures: [
      { index: 1, state: 'failed', reason: 'The provider refused it.', attempts: 1 },
      { index: 2, state: 'failed', reason: 'The provider had an internal error.', attempts: 3 },
      { index: 3, state: 'uncertain', reason: 'No answer came in time.', attempts: 1 },
    ],
    retryable: { failed: 2, uncertain: 1 },
  });
  return withPage(async (page) => {
    const card = findCard(page, batch.id);
    await waitForTexts(page, batch, 'Expires in 2 d 4 h', '2 failed', '1 uncertain');
    await card.getByRole('img', { name: 'Image 2: The provider refused it.' }).waitFor();
    await card.getByRole('button', { name: '2 failed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Failed images' });
    expect((await dialog.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
      ['Image 2 · failed after 1 attempt', 'The provider refused it.'],
      ['Image 3 · failed after 3 attempts', 'The provider had an internal error.'],
      ['Image 4 · uncertain after 1 attempt', 'No answer came in time.'],
    ]);
    await dialog.getByRole('button', { name: 'Retry 2 images' }).waitFor();
    await dialog
      .getByRole('checkbox', {
        name: 'Also retry the uncertain image. You may be charged twice for it.',
      })
      .check();
    const retried = page.waitForRequest(`**${BATCHES_CALL}/${batch.id}/retry`);
    await page.route('**/retry', (route) =>
      route.fulfill({ status: 202, json: { success: true, batchId: 'x' } }),
    );
    await dialog.getByRole('button', { name: 'Retry 3 images' }).click();
    expect((await retried).postDataJSON()).toEqual({ includeUncertain: true });
  }, showing(batch));
});

test('shows prompt and settings of a batch without changing the form [T2.1.9, T2.1.10]', () => {
  const stability = createBatch({
    provider: 'stability',
    model: 'sd3.5-medium',
    version: 'medium',
    prompt: 'A red fox in the snow,\nat dusk',
    negativePrompt: 'fog',
    stylePreset: 'neon-punk',
    cfgScale: 7.5,
    seed: 0,
  });
  const without = createBatch({ provider: 'stability', model: 'sd3.5-medium' });
  const openai = createBatch();
  return withPage(
    async (page) => {
      const card = findCard(page, stability.id);
      const readDialog = async (action: string, title: string) => {
        await chooseAction(page, card, action);
        const dialog = page.getByRole('dialog', { name: title, exact: true });
        const text = await dialog.locator('.MuiDialogContent-root').innerText();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'detached' });
        return text;
      };
      expect(await readDialog('View prompt', 'Prompt')).toBe('A red fox in the snow,\nat dusk');
      expect(await readDialog('View negative prompt', 'Negative prompt')).toBe('fog');
      expect((await readDialog('View settings', 'Settings')).split('\n')).toEqual(
        expect.arrayContaining(['CFG scale', '7.5', 'Seed', '0', 'Style preset', 'Neon punk']),
      );
      for (const { id } of [without, openai]) {
        await findCard(page, id).getByRole('button', { name: 'More actions' }).click();
        expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
          'View prompt',
          'View settings',
          'Delete',
        ]);
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      }
    },
    showing(stability, without, openai),
  );
});

/** A finished batch, copied to another owner. */
async function cloneBatch(id: string, owner: string, change: Record<string, unknown>): Promise<string> {
  const [original, clone] = [firestore.doc(`batches/${id}`), firestore.collection('batches').doc()];
  await clone.set({ ...(await original.get()).data(), owner, ...change });
  return clone.id;
}

test('labels deprecated models, and offers no download for deleted files [T2.1.25, D-media.16]', async () => {
  const [maker, viewer] = [await signIn(newEmail()), await signIn(newEmail())];
  const ended = await startBatch(maker, makeRequest('xai'));
  await waitForBatch(maker, ended);
  await eventually(async () => (await firestore.doc(`batches/${ended}`).get()).get('endedAt')).not.toBe(null);
  const { model: _, version: __, ...google } = makeRequest('google');
  const deprecated = await cloneBatch(ended, viewer.uid, { settings: { ...google, model: 'gemini' } });
  const withoutFiles = await cloneBatch(ended, viewer.uid, { filesDeleted: true });
  await withPage(
    async (page) => {
      await findCard(page, deprecated).getByText('Gemini (Deprecated)', { exact: true }).waitFor();
      await findCard(page, deprecated).getByRole('button', { name: 'Download ZIP' }).waitFor();
      const card = findCard(page, withoutFiles);
      await card.getByText('Files deleted', { exact: true }).waitFor();
      expect(await readButtons(page, withoutFiles)).toEqual(['“a paper boat”', 'Copy Settings']);
      expect(await card.locator('img, [data-loading]').count()).toBe(0);
    },
    // The images belong to the original batch.
    { as: viewer, path: GENERATOR_PAGE, expectedErrors: [/404/] },
  );
});
