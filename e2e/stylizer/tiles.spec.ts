import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { DESKTOP } from '../support/launch-browser.ts';
import {
  answerWithBatches,
  chooseStyle,
  createActiveBatch,
  createBatch,
  findStyle,
  STYLIZER_PAGE,
} from '../support/stylizer-page.ts';
import { isPulsing } from '../support/is-pulsing.ts';

const STYLES = [
  ['anime', 'Anime'],
  ['renaissance', 'Renaissance'],
  ['studioghibli', 'Studio Ghibli'],
  ['chibi', 'Chibi'],
  ['goth', 'Goth'],
  ['pixel', 'Pixel'],
  ['synthwave', 'Synthwave'],
  ['coloringbook', 'Coloringbook'],
  ['favicon', 'Favicon'],
] as const;

const findGrid = (page: Page): Locator => page.getByRole('radiogroup', { name: 'Style' });
const findTile = (page: Page, id: string): Locator => page.locator(`[data-preset=${id}]`);
const findNext = (tile: Locator): Locator => tile.getByRole('button', { name: /^Next sample of / });
/** URLs of the samples that have loaded. */
const readLoaded = (tile: Locator): Promise<string[]> =>
  tile
    .locator('img')
    .evaluateAll((images) =>
      images.flatMap((image) =>
        image instanceof HTMLImageElement && image.naturalWidth > 0 ? new URL(image.src).pathname : [],
      ),
    );
const readShown = (tile: Locator) => tile.locator('img[data-shown=true]').getAttribute('src');
const readDots = (tile: Locator) =>
  tile.locator('[aria-hidden] > span').evaluateAll((dots) => dots.map((dot) => dot.dataset['shown']));
const readControlsOpacity = (tile: Locator) =>
  findNext(tile).evaluate((next) =>
    Number(next.parentElement && getComputedStyle(next.parentElement).opacity),
  );

const queued = createActiveBatch(['pending', 'pending', 'pending'], { status: 'pending', startedAt: null });
const halfway = createActiveBatch(['completed', 'failed', 'pending', 'pending'], { progress: 50 });
const completed = createBatch(['completed', 'completed', 'failed']);
const failed = createBatch(['failed', 'failed'], { status: 'failed' });

test('shows style tiles in columns; samples by mouse and keyboard; pairs of images [T2.4.1, T2.4.6, T2.4.7, T2.4.8, T2.4.9, T2.4.10, T2.4.17, T2.4.20, T3.7.1, T3.7.2, T9.0.25]', () =>
  withPage(
    async (page) => {
      await page.getByRole('heading', { name: 'Stylizer', exact: true, level: 1 }).waitFor();
      await checkStatuses(page);
      await checkPairs(page);
      await findStyle(page, 'Favicon').waitFor();
      await loadSamples(page);
      await countColumns(page);
      await useKeyboard(page);
      await cycleSamples(page);
      await selectTile(page);
    },
    {
      as: 'artist',
      path: STYLIZER_PAGE,
      arrange: (page) => answerWithBatches(page, [queued, halfway, completed, failed]),
    },
  ));

const isReddish = (color: string): boolean => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red > 1.5 * green && red > 1.5 * blue;
};

/** By motion, length and color. */
async function checkStatuses(page: Page) {
  expect(await isPulsing(findCard(page, queued.id).getByRole('progressbar').locator('div'))).toBe(true);
  const share = await findCard(page, halfway.id)
    .getByRole('progressbar')
    .evaluate(
      (bar) =>
        (bar.firstElementChild?.getBoundingClientRect().width ?? 0) / bar.getBoundingClientRect().width,
    );
  expect(share).toBeCloseTo(0.5, 2);
  const word = findCard(page, failed.id).getByText('Failed', { exact: true });
  expect(isReddish(await word.evaluate((text) => getComputedStyle(text).color))).toBe(true);
}

/** Originals beside results; without a result, dimmed. */
async function checkPairs(page: Page) {
  const card = findCard(page, completed.id);
  // Thumbnails load near the viewport.
  await card.scrollIntoViewIfNeeded();
  for (const name of ['View original of photo-1.jpg', 'View styled photo-1.jpg', 'View styled photo-2.jpg'])
    await card.getByRole('button', { name }).locator('img').waitFor();
  const readOpacity = ({ id }: { id: string }, name: string) =>
    findCard(page, id)
      .getByRole('button', { name: `View original of ${name}` })
      .evaluate((button) => Number(getComputedStyle(button).opacity));
  expect(await readOpacity(completed, 'photo-1.jpg')).toBe(1);
  expect(await readOpacity(completed, 'photo-3.jpg')).toBeLessThan(0.5);
  expect(await readOpacity(failed, 'photo-1.jpg')).toBeLessThan(0.5);
}

/** One sample each; hovering fetches the others. */
async function loadSamples(page: Page) {
  const tiles = findGrid(page).locator('[data-preset]');
  expect(await tiles.evaluateAll((all) => all.map((tile) => tile.dataset['preset']))).toEqual(
    STYLES.map(([id]) => id),
  );
  const seen = new Set<string>();
  for (const [id, name] of STYLES) {
    const tile = findTile(page, id);
    await tile.getByText(name, { exact: true }).scrollIntoViewIfNeeded();
    await eventually(() => readLoaded(tile)).toHaveLength(1);
  }
  for (const [id] of STYLES) {
    const tile = findTile(page, id);
    await tile.hover();
    await eventually(() => readLoaded(tile)).toHaveLength(4);
    for (const address of await readLoaded(tile)) seen.add(address);
  }
  expect(seen.size).toBe(36);
}

/** Where each column begins. */
async function readLefts(page: Page): Promise<number[]> {
  const tiles = findGrid(page).locator('[data-preset]');
  const lefts = await tiles.evaluateAll((all) =>
    all.map((tile) => Math.round(tile.getBoundingClientRect().left)),
  );
  return [...new Set(lefts)];
}

/** 2, 3 or 5, by the width of the page. */
async function countColumns(page: Page) {
  for (const [width, columns] of [
    [390, 2],
    [620, 3],
    [1000, 2],
    [1280, 5],
    [1440, 5],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The browser lays out again some time after it has been resized.
    await eventually(() => readLefts(page), `${width} px`).toHaveLength(columns);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(DESKTOP);
}

/** Arrow keys choose a style, and Tab moves to its next sample. */
async function useKeyboard(page: Page) {
  await tabTo(page, findStyle(page, 'Anime'));
  for (const name of ['Renaissance', 'Studio Ghibli']) {
    await page.keyboard.press('ArrowRight');
    expect(await findStyle(page, name).isChecked()).toBe(true);
  }
  const tile = findTile(page, 'studioghibli');
  await tabTo(page, findNext(tile));
  await eventually(() => readControlsOpacity(tile)).toBe(1);
  await page.keyboard.press('Enter');
  await eventually(() => readShown(tile)).toBe('/presets/studioghibli-2.webp');
  await page.keyboard.press('Space');
  await eventually(() => readShown(tile)).toBe('/presets/studioghibli-3.webp');
  expect(await hasFocus(findNext(tile))).toBe(true);
  expect(await findStyle(page, 'Studio Ghibli').isChecked()).toBe(true);
}

/** By clicks on a hovered tile, without selecting it. */
async function cycleSamples(page: Page) {
  const tile = findTile(page, 'renaissance');
  await tile.scrollIntoViewIfNeeded();
  expect(await readControlsOpacity(tile)).toBe(0);
  await tile.hover();
  await eventually(() => readControlsOpacity(tile)).toBe(1);
  await page.mouse.move(0, 0);
  await eventually(() => readControlsOpacity(tile)).toBe(0);
  for (const number of [1, 2, 3, 4, 1]) {
    await eventually(() => readShown(tile)).toBe(`/presets/renaissance-${number}.webp`);
    expect((await readDots(tile)).indexOf('true')).toBe(number - 1);
    expect(await readDots(tile)).toHaveLength(4);
    await tile.getByRole('button', { name: `Next sample of Renaissance, showing ${number} of 4` }).click();
  }
  expect(await findStyle(page, 'Renaissance').isChecked()).toBe(false);
}

/** Highlights only the selected tile, also after a reload. */
async function selectTile(page: Page) {
  const readLook = (id: string) =>
    findTile(page, id).evaluate((tile) => {
      const { borderColor, backgroundColor, boxShadow } = getComputedStyle(tile);
      return { borderColor, backgroundColor, boxShadow };
    });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const plain = await readLook('goth');
  await chooseStyle(page, 'Goth');
  await chooseStyle(page, 'Pixel');
  await page.mouse.move(0, 0);
  await eventually(() => readLook('goth')).toEqual(plain);
  for (const property of ['borderColor', 'backgroundColor', 'boxShadow'] as const)
    await eventually(async () => (await readLook('pixel'))[property], property).not.toBe(plain[property]);
  expect(await findGrid(page).locator('[data-chosen=true]').count()).toBe(1);
  await page.reload();
  await eventually(() => findStyle(page, 'Pixel').isChecked()).toBe(true);
}
