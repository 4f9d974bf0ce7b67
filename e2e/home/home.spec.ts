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
  byDay: [],
};

/** The newest batches, and those that expire soon. */
async function answerWithLibrary(page: Page, newest: LibraryBatch[], oldest: LibraryBatch[]) {
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

test('rows and cards are clickable as a whole, and chosen files reach a tool [P2.5]', () =>
  withPage(
    async (page) => {
      await section(page, 'Expiring soon').waitFor();
      expect(await findViolations(page)).toEqual([]);
      await section(page, 'Running now').getByRole('listitem').click();
      await page.getByRole('heading', { name: 'Upscale & Enhancement', level: 1 }).waitFor();
      await page.goBack();

      const zone = page.getByRole('button', { name: /Drop pictures here/ });
      await zone.waitFor();
      const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PIXEL }));
      await (await openChooser(page, () => zone.click())).setFiles(files);
      const dialog = page.getByRole('dialog', { name: 'Choose a tool for 2 files' });
      await dialog.waitFor();
      expect(await findViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Keyword Generator' }).click();
      await page.getByRole('heading', { name: 'Keyword Generator', level: 1 }).waitFor();
      for (const { name } of files) await findRow(page, name).waitFor();
      await page.goBack();

      await page.setViewportSize(PHONE);
      await page.getByRole('article', { name: 'Stylizer' }).click({ position: { x: 8, y: 8 } });
      await page.getByRole('heading', { name: 'Stylizer', level: 1 }).waitFor();
    },
    { as: 'admin', arrange: (page) => answerWithLibrary(page, [running, finished], [old]) },
  ));
