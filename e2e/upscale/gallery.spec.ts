import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage, type PageOptions } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { startWith, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import { setLatency } from '../support/sandbox.ts';
import { makeGalleryAddress, openGallery, UPSCALE_PAGE } from '../support/upscale-page.ts';

const FAILURE = 'Download failed. Please try again.';
const FILES = ['beach_upscaled.png', 'fox_upscaled.jpg', 'wide_upscaled.webp'];

let artist: Account;
let id: string;
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  // Bytes after its end make the file too large for a response.
  const beach = Buffer.concat([await drawPicture({ width: 160, height: 120 }), Buffer.alloc(9_000_000)]);
  const pictures = [
    { name: 'beach.png', bytes: beach },
    { name: 'fox.jpg', bytes: await drawPicture({ width: 30, height: 40, format: 'jpeg' }) },
    { name: 'wide.webp', bytes: await drawPicture({ width: 50, height: 12, format: 'webp' }) },
  ];
  id = await startWith(upscaler, artist, pictures, { batchName: 'By the sea', scale: '2' });
  await upscaler.waitForBatch(artist, id);
});

const inHistory = (): PageOptions => ({ as: artist, path: UPSCALE_PAGE });
const inGallery = (): PageOptions => ({ as: artist, path: makeGalleryAddress(id) });

const findViewer = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Zoom in' }) });
const findDivider = (page: Page): Locator => page.getByRole('slider', { name: 'Before and after' });
const shareBefore = async (page: Page): Promise<number> =>
  Number(await findDivider(page).getAttribute('aria-valuenow'));

test('opens all images in a new window; shows a message for a deleted batch [T2.2.6, T2.2.10, T2.2.11]', () =>
  withPage(async (page) => {
    const gallery = await openGallery(page, findCard(page, id));
    expect(gallery.url()).toContain(UPSCALE_PAGE);
    await gallery.getByRole('heading', { name: 'By the sea', level: 1 }).waitFor();
    await gallery.getByText('3 images · 2x', { exact: true }).waitFor();
    const cells = gallery.getByRole('listitem');
    await eventually(() => cells.locator('img').count()).toBe(3);
    expect((await cells.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
      ['beach_upscaled.png', '160 × 120 → 320 × 240'],
      ['fox_upscaled.jpg', '30 × 40 → 60 × 80'],
      ['wide_upscaled.webp', '50 × 12 → 100 × 24'],
    ]);
    const downloading = gallery.waitForEvent('download');
    await gallery.getByRole('button', { name: 'Download fox_upscaled.jpg' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('fox_upscaled.jpg');
    expect(await sharp(await readFile(await download.path())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 60,
      height: 80,
    });
    await gallery.getByRole('button', { name: 'View full size: fox_upscaled.jpg' }).click();
    const viewer = findViewer(gallery);
    await viewer.getByRole('img', { name: 'fox_upscaled.jpg', exact: true }).waitFor();
    await viewer.getByText('60 × 80').waitFor();
    await gallery.keyboard.press('ArrowRight');
    await viewer.getByText('3 / 3').waitFor();
    await gallery.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await page.goto(makeGalleryAddress('nowhere'));
    await page.getByText('Batch not found').waitFor();
  }, inHistory()));

test('compares before and after by drag or keyboard, without axe violations', () =>
  withPage(async (page) => {
    await eventually(() => page.getByRole('listitem').locator('img').count()).toBe(FILES.length);
    expect(await findViolations(page), 'the gallery').toEqual([]);
    const compare = page.getByRole('button', { name: 'Compare beach_upscaled.png' });
    await tabTo(page, compare);
    await page.keyboard.press('Enter');
    const viewer = findViewer(page);
    const before = viewer.getByRole('img', { name: 'beach_upscaled.png, before' });
    const after = viewer.getByRole('img', { name: 'beach_upscaled.png', exact: true });
    for (const text of ['Before', 'After']) await viewer.getByText(text, { exact: true }).waitFor();
    const widthOf = async (picture: Locator) => (await picture.boundingBox())?.width;
    await before.waitFor();
    // A link to Cloud Storage, which the content security policy has to allow.
    await eventually(() => before.getAttribute('src')).toContain('X-Goog-Signature');
    expect(await widthOf(before)).toBe(await widthOf(after));

    const divider = findDivider(page);
    await tabTo(page, divider);
    expect(await shareBefore(page)).toBe(50);
    await page.keyboard.press('ArrowRight');
    const moved = await shareBefore(page);
    expect(moved).toBeGreaterThan(50);
    await page.keyboard.press('ArrowLeft');
    expect(await shareBefore(page)).toBe(50);
    await page.keyboard.press('Home');
    expect(await shareBefore(page)).toBe(0);
    await page.keyboard.press('End');
    expect(await shareBefore(page)).toBe(100);
    await viewer.getByText('1 / 3').waitFor();

    const box = await after.boundingBox();
    const line = await divider.boundingBox();
    if (!box || !line) throw new Error('The divider is not visible.');
    await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(await shareBefore(page)).toBe(25);
    const clip = await before.evaluate((picture) => getComputedStyle(picture).clipPath);
    expect(clip).toMatch(/^inset\(0px (calc\(75%\)|75%|calc\(100% - 25%\)) 0px 0px\)/);

    expect(await findViolations(page), 'the comparison').toEqual([]);
    await page.keyboard.press('c');
    await divider.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await eventually(() => hasFocus(compare)).toBe(true);
  }, inGallery()));

test('zooms, pans, stars, moves by filmstrip, keeps details closed, and is always dark', () =>
  withPage(async (page) => {
    const preloaded = page.waitForRequest(/images\/1$/);
    await page.getByRole('button', { name: 'View full size: beach_upscaled.png' }).click();
    const viewer = findViewer(page);
    const picture = viewer.getByRole('img', { name: 'beach_upscaled.png', exact: true });
    const readBox = async () => (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await preloaded;
    const details = viewer.getByRole('region', { name: 'Details' });
    await details.getByText('By the sea').waitFor();
    expect(await findViolations(page), 'the viewer').toEqual([]);
    expect(await viewer.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(18, 18, 18)',
    );
    await page.keyboard.press('i');
    await details.waitFor({ state: 'detached' });

    const fitting = await readBox();
    await page.keyboard.type('++++');
    const large = await readBox();
    expect(large.width).toBeCloseTo(fitting.width * 4, 0);
    const pointer = { x: 300, y: 300 };
    await page.mouse.move(pointer.x, pointer.y);
    const findPart = (box: typeof large) => [
      (pointer.x - box.x) / box.width,
      (pointer.y - box.y) / box.height,
    ];
    for (let turns = 0; turns < 5; turns += 1) await page.mouse.wheel(0, -240);
    await eventually(async () => (await readBox()).width).toBeCloseTo(fitting.width * 8, 0);
    const zoomed = await readBox();
    const [x = 0, y = 0] = findPart(large);
    expect(findPart(zoomed)[0]).toBeCloseTo(x, 2);
    expect(findPart(zoomed)[1]).toBeCloseTo(y, 2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    const panned = await readBox();
    expect([panned.x - zoomed.x, panned.y - zoomed.y].map(Math.round)).toEqual([-80, 80]);
    await page.keyboard.press('c');
    await findDivider(page).waitFor();
    expect((await readBox()).width).toBe(zoomed.width);
    await page.keyboard.press('0');
    await eventually(async () => (await readBox()).width).toBe(fitting.width);
    const box = await readBox();
    await eventually(async () => {
      const line = await findDivider(page).boundingBox();
      return [line?.y, line?.height];
    }).toEqual([box.y, box.height]);

    await pinch(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await eventually(async () => (await readBox()).width).toBeCloseTo(fitting.width * 2, 0);
    expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);

    const starring = page.waitForResponse(/\/stars$/);
    await page.keyboard.press('s');
    await viewer.getByRole('button', { name: 'Remove star' }).waitFor();
    expect((await starring).ok()).toBe(true);
    await viewer.getByRole('button', { name: 'Show wide_upscaled.webp' }).click();
    await viewer.getByText('3 / 3').waitFor();
    await viewer.getByRole('button', { name: 'Star', exact: true }).waitFor();
    expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(false);
    await page.reload();
    await page.getByRole('button', { name: 'View full size: beach_upscaled.png' }).click();
    await viewer.getByRole('button', { name: 'Remove star' }).waitFor();
    // Remembered on this device.
    expect(await details.count()).toBe(0);
    await page.keyboard.press('s');
    await viewer.getByRole('button', { name: 'Star', exact: true }).waitFor();
  }, inGallery()));

/** Two fingers, to twice their distance. */
async function pinch(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', distance?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        distance === undefined
          ? []
          : [
              { x: x - distance / 2, y, id: 0 },
              { x: x + distance / 2, y, id: 1 },
            ],
    });
  await send('touchStart', 100);
  await send('touchMove', 200);
  await send('touchEnd');
  await touch.detach();
}

test('shows the same message for invalid images and failed downloads everywhere [T8.3.3]', () =>
  withPage(
    async (page) => {
      await failDownloads(page);
      await page.unrouteAll();
      await breakPictures(page, /images\/0$|originals\/1$|images\/2\/thumbnail$/);
      await page.reload();
      await openBrokenImages(page);
    },
    {
      ...inGallery(),
      arrange: async (page) => {
        await answerWith(page, '**/api/upscale/batches/*/images/*', { status: 500 });
        await answerWith(page, '**/api/upscale/batches/*/download', { status: 500 });
        // From the start: the page keeps thumbnails that it could show.
        await breakPictures(page, /images\/2\/thumbnail$/);
        await page.route(
          (url) =>
            url.hostname !== '127.0.0.1' || url.pathname.endsWith('.zip') || url.href.includes('archive'),
          (route) => route.abort(),
        );
      },
      expectedErrors: [/500/, /ERR_FAILED/],
    },
  ));

const breakPictures = (page: Page, addresses: RegExp) =>
  page.route(addresses, (route) => route.fulfill({ contentType: 'image/png', body: 'no picture' }));

/** Of an image, also in the viewer, and of the ZIP. */
async function failDownloads(page: Page) {
  const alert = page.getByRole('alert').filter({ hasText: FAILURE });
  await page.getByRole('button', { name: 'Download beach_upscaled.png' }).click();
  await alert.getByText(FAILURE, { exact: true }).waitFor();
  await alert.getByRole('button', { name: 'Close' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'View full size: wide_upscaled.webp' }).click();
  await findViewer(page).getByRole('button', { name: 'Download wide_upscaled.webp' }).click();
  await alert.getByText(FAILURE, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await findViewer(page).waitFor({ state: 'detached' });
  await alert.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  await alert.getByText(FAILURE, { exact: true }).waitFor();
  expect(await page.locator('li[data-state]').count()).toBe(0);
}

/** In the viewer, the comparison and the grid. */
async function openBrokenImages(page: Page) {
  const message = page.getByText('This image failed to load.', { exact: true });
  await page.getByRole('button', { name: 'View full size: beach_upscaled.png' }).click();
  const viewer = findViewer(page);
  await viewer.getByRole('alert').and(message).waitFor();
  // The filmstrip's thumbnails have no text.
  expect(await viewer.locator('img:not([alt=""])').count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await viewer.getByRole('img', { name: 'fox_upscaled.jpg' }).waitFor();
  await page.keyboard.press('c');
  await viewer.getByRole('alert').and(message).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listitem').nth(2).getByRole('img', { name: 'Image failed to load' }).waitFor();
}
