import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import type { Spend } from '@portal/contracts/spend';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { PHONE } from '../support/launch-browser.ts';
import { findRow, openChooser } from '../support/uploads-page.ts';

const HOUR = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const createPicture = (index: number): LibraryPicture => ({
  index,
  kind: 'result',
  fileName: `Fox_00${index}.png`,
  url: `/api/stylizer/batches/fox/images/${index}`,
  thumbnailUrl: `/api/stylizer/batches/fox/images/${index}/thumbnail`,
  isStarred: index < 2,
});

const createBatch = (overrides: Partial<LibraryBatch>): LibraryBatch => ({
  id: 'fox',
  tool: 'stylizer',
  name: 'Red fox',
  prompt: null,
  provider: null,
  model: null,
  status: 'completed',
  createdAt: inHours(-1),
  expiresAt: inHours(71),
  endedAt: inHours(-1),
  cancelledAt: null,
  filesDeleted: false,
  total: 5,
  doneCount: 5,
  failedCount: 0,
  cost: 0,
  estimate: 0,
  pictures: [],
  ...overrides,
});

const running = createBatch({
  id: 'running',
  tool: 'upscale',
  name: 'Night sky',
  status: 'processing',
  endedAt: null,
  total: 12,
  doneCount: 7,
});
const finished = createBatch({ pictures: Array.from({ length: 15 }, (_, index) => createPicture(index)) });
const old = createBatch({
  id: 'old',
  name: 'Harbor at dawn',
  expiresAt: inHours(5.5),
  pictures: [0, 1, 2].map(createPicture),
});
const spend: Spend = {
  month: new Date().toISOString().slice(0, 7),
  dollars: 12.5,
  reserved: 0,
  saved: 0,
  budget: 50,
  byTool: [],
  byPerson: [],
};

/** The newest batches, and those that expire soon. */
async function answerWithLibrary(page: Page, newest: LibraryBatch[], oldest: LibraryBatch[] = []) {
  await page.route(
    (url) => url.pathname === '/api/library',
    (route) =>
      route.fulfill({
        json: { batches: route.request().url().includes('createdBefore') ? oldest : newest, next: null },
      }),
  );
  await page.route('**/thumbnail', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  await page.route('/api/admin/spend/*', (route) => route.fulfill({ json: spend }));
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('lists running batches, latest pictures, expiring ones, and the spend for admins', () =>
  withPage(
    async (page) => {
      const progress = section(page, 'Running now').getByRole('progressbar', { name: '7/12 completed' });
      expect(await progress.getAttribute('aria-valuenow')).toBe('58');

      const pictures = section(page, 'Latest pictures').getByRole('listitem').getByRole('link');
      expect(await pictures.count()).toBe(12);
      expect(await pictures.first().getAttribute('href')).toBe('/tools/stylizer#batch-fox');

      const expiring = section(page, 'Expiring soon');
      await expiring
        .getByText('Expires in 5 h 29 min')
        .or(expiring.getByText('Expires in 5 h 30 min'))
        .waitFor();
      await expiring.getByText('3 pictures', { exact: true }).waitFor();
      await expiring.getByText('2 starred', { exact: true }).waitFor();
      await expiring.getByRole('link', { name: 'Harbor at dawn' }).waitFor();

      const month = section(page, 'Spend this month');
      await month.getByText('$12.50', { exact: true }).waitFor();
      expect(await month.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe('/admin/api');
      expect(await findViolations(page)).toEqual([]);

      // A row is clickable as a whole.
      await section(page, 'Running now').getByRole('listitem').click();
      await page.getByRole('heading', { name: 'Upscale & Enhancement', level: 1 }).waitFor();
    },
    { as: 'admin', arrange: (page) => answerWithLibrary(page, [running, finished], [old]) },
  ));

test('hides empty lists, hides spend from others, and opens a tool from its whole card [P2.5, P6.2]', () => {
  const asked: string[] = [];
  return withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Tools', level: 2 }).waitFor();
      await page.getByRole('status', { name: 'Loading your pictures' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
        'Tools',
      ]);
      expect(asked).toEqual([]);
      await page.getByRole('article', { name: 'Stylizer' }).click({ position: { x: 8, y: 8 } });
      await page.getByRole('heading', { name: 'Stylizer', level: 1 }).waitFor();
    },
    {
      as: 'artist',
      viewport: PHONE,
      arrange: async (page) => {
        page.on('request', (request) => {
          if (request.url().includes('/api/admin/')) asked.push(request.url());
        });
        await answerWithLibrary(page, []);
      },
    },
  );
});

test('says when the pictures could not be loaded, and loads them again', () => {
  let isBroken = true;
  return withPage(
    async (page) => {
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      isBroken = false;
      await again.click();
      await section(page, 'Latest pictures').waitFor();
      expect(await again.count()).toBe(0);
    },
    {
      as: 'artist',
      expectedErrors: [/503/],
      arrange: async (page) => {
        await answerWithLibrary(page, [finished]);
        await page.route(
          (url) => url.pathname === '/api/library' && isBroken,
          (route) => route.fulfill({ status: 503, json: {} }),
        );
      },
    },
  );
});

test('asks which tool dropped files are for, and selects them there', () =>
  withPage(
    async (page) => {
      const zone = page.getByRole('button', { name: /Drop pictures here/ });
      await zone.waitFor();
      const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PIXEL }));
      await (await openChooser(page, () => zone.click())).setFiles(files);
      const dialog = page.getByRole('dialog', { name: 'Choose a tool for 2 files' });
      expect(await dialog.getByRole('button').allInnerTexts()).toEqual([
        expect.stringMatching(/^Upscale & Enhancement\s+Up to 100 images, 10 MB each$/),
        expect.stringMatching(/^Keyword Generator\s+Up to 100 images, 20 MB each$/),
        expect.stringMatching(/^Stylizer\s+Up to 100 images, 20 MB each$/),
        'Cancel',
      ]);
      expect(await findViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Keyword Generator' }).click();
      await page.getByRole('heading', { name: 'Keyword Generator', level: 1 }).waitFor();
      for (const { name } of files) await findRow(page, name).waitFor();
    },
    { as: 'artist', arrange: (page) => answerWithLibrary(page, []) },
  ));
