import { listLibrary, listLibraryChanges, type LibraryBatch } from '@portal/contracts/library';
import { readSharedBatch, shareBatch } from '@portal/contracts/sharing';
import type { Page } from 'playwright-core';
import { signIn } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { addressOf } from '../support/picture-tools.ts';
import type { Shot } from './pages.ts';

const HOUR = 60 * 60 * 1000;
const LIFE_HOURS = 72;

const signInArtist = () => signIn('artist@studio.example', { sub: 'google-artist' });

let made: Promise<readonly string[]> | undefined;
/** Three batches, created once: newest first. */
async function makePictures(): Promise<readonly string[]> {
  const artist = await signInArtist();
  const ids: string[] = [];
  for (const request of [
    makeRequest('xai', { prompt: 'A bowl of oranges on a blue table', quantity: 9 }),
    makeRequest('openai', { prompt: 'A red fox in fresh snow, soft morning light', quantity: 6 }),
    makeRequest('stability', {
      prompt: 'A lighthouse on a cliff above a stormy sea',
      quantity: 14,
      aspectRatio: '16:9',
    }),
  ]) {
    const id = await startBatch(artist, request);
    await waitForBatch(artist, id);
    ids.unshift(id);
  }
  return ids;
}

/** The portal's own answer with these batches only, hours before the date of all screenshots. */
async function showBatches(page: Page, now: Date, hours: readonly number[]): Promise<void> {
  const ids = await (made ??= makePictures());
  const at = (hour: number) => new Date(now.getTime() - hour * HOUR).toISOString();
  await page.route(`**${listLibraryChanges.path}*`, (route) =>
    route.fulfill({ status: 304, headers: { etag: '"shown"' } }),
  );
  await page.route(new RegExp(`${listLibrary.path}(\\?|$)`), async (route) => {
    const answer = await route.fetch();
    const { batches } = listLibrary.answer.parse(await answer.json());
    const shown = ids.flatMap((id, index): LibraryBatch[] => {
      const batch = batches.find((each) => each.id === id);
      const hour = hours[index] ?? 0;
      const pictures = batch?.pictures.map((picture) => ({ ...picture, isStarred: picture.index < index }));
      return batch && pictures
        ? [{ ...batch, pictures, createdAt: at(hour), endedAt: at(hour), expiresAt: at(hour - LIFE_HOURS) }]
        : [];
    });
    const isOld = new URL(route.request().url()).searchParams.has('createdBefore');
    await route.fulfill({
      json: { batches: isOld ? shown.slice(-1) : shown, next: null },
      headers: { etag: '"shown"' },
    });
  });
  await page.reload();
}

const waitForPictures = async (page: Page) => {
  await page.locator('main img').nth(3).waitFor();
  await page.locator('main [data-loading]').first().waitFor({ state: 'detached' });
};

const cells = (page: Page) => page.locator('button[aria-pressed][id^="picture-"]');

export const makeLibraryShots = (now: Date): readonly Shot[] => [
  {
    name: 'home',
    path: '/',
    as: 'artist',
    prepare: async (page) => {
      await showBatches(page, now, [0.2, 2, 67]);
      await waitForPictures(page);
    },
  },
  {
    name: 'library-selection',
    path: '/library',
    as: 'artist',
    prepare: async (page) => {
      await showBatches(page, now, [0.2, 2, 26]);
      await waitForPictures(page);
      await cells(page).nth(1).focus();
      await page.keyboard.press('Space');
      for (let count = 0; count < 2; count += 1) await page.keyboard.press('Shift+ArrowRight');
    },
  },
  ...(['Adobe Stock', 'Shutterstock'] as const).map((agency): Shot => ({
    name: `library-export-${agency.toLowerCase().replace(' ', '-')}`,
    path: '/library',
    as: 'artist',
    prepare: async (page) => {
      await showBatches(page, now, [0.2, 2, 26]);
      await waitForPictures(page);
      await cells(page).first().focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'Export for agency…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export for agency' });
      await dialog.getByRole('radio', { name: agency }).check({ force: true });
      await dialog.getByText(new RegExp(`ready for ${agency}`)).waitFor();
      await dialog.locator('[data-loading]').first().waitFor({ state: 'detached' });
    },
  })),
  {
    name: 'library-viewer',
    path: '/library',
    as: 'artist',
    prepare: async (page) => {
      await showBatches(page, now, [0.2, 2, 26]);
      await waitForPictures(page);
      await cells(page).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').locator('img').first().waitFor();
      await page.getByRole('status', { name: 'Loading image' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'library-empty',
    path: '/library',
    as: 'artist',
    prepare: async (page) => {
      await page.route(`**${listLibrary.path}*`, (route) =>
        route.fulfill({ json: { batches: [], next: null }, headers: { etag: '"none"' } }),
      );
      await page.reload();
      await page.getByText('No pictures yet').waitFor();
    },
  },
  {
    name: 'shared-batch',
    path: '/',
    as: 'artist',
    prepare: async (page) => {
      const [id = ''] = await (made ??= makePictures());
      const { body } = await callApi('PUT', addressOf(shareBatch, id), { as: await signInArtist() });
      const { token } = shareBatch.answer.parse(body);
      await page.route(`**${readSharedBatch.path.replace('{token}', token)}`, async (route) => {
        const answer = await route.fetch();
        const batch = readSharedBatch.answer.parse(await answer.json());
        const at = (hours: number) => new Date(now.getTime() + hours * HOUR).toISOString();
        await route.fulfill({ json: { ...batch, createdAt: at(-2), expiresAt: at(LIFE_HOURS - 2) } });
      });
      await page.goto(`/shared/${token}`);
      await waitForPictures(page);
    },
  },
];
