import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually } from '../support/generator-page.ts';
import { hasFocus, tabTo } from '../support/keyboard.ts';
import { startWith, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { makeGalleryAddress } from '../support/upscale-page.ts';

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

const findViewer = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Zoom in' }) });
const readPictureBox = async (page: Page) => {
  const picture = findViewer(page).getByRole('img', { name: 'beach_upscaled.png', exact: true });
  return (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
};
const findDivider = (page: Page): Locator => page.getByRole('slider', { name: 'Before and after' });
const shareBefore = async (page: Page): Promise<number> =>
  Number(await findDivider(page).getAttribute('aria-valuenow'));

test('compares by drag and by key, zooms, pans and stars, without axe violations', () =>
  withPage(
    async (page) => {
      await compare(page);
      await zoomAndPan(page);
      await pinchPicture(page);
      await rememberStar(page);
    },
    { as: artist, path: makeGalleryAddress(id) },
  ));

/** Before and after, by drag or keyboard. */
async function compare(page: Page) {
  const preloaded = page.waitForRequest(/images\/1$/);
  await eventually(() => page.getByRole('listitem').locator('img').count()).toBe(FILES.length);
  expect(await findViolations(page), 'the gallery').toEqual([]);
  const open = page.getByRole('button', { name: 'Compare beach_upscaled.png' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const viewer = findViewer(page);
  const before = viewer.getByRole('img', { name: 'beach_upscaled.png, before' });
  const after = viewer.getByRole('img', { name: 'beach_upscaled.png', exact: true });
  for (const text of ['Before', 'After']) await viewer.getByText(text, { exact: true }).waitFor();
  const widthOf = async (picture: Locator) => (await picture.boundingBox())?.width;
  await before.waitFor();
  await preloaded;
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
  await eventually(() => hasFocus(open)).toBe(true);
}

/** By key and wheel. The viewer is dark in every color scheme. */
async function zoomAndPan(page: Page) {
  await page.getByRole('button', { name: 'View full size: beach_upscaled.png' }).click();
  const viewer = findViewer(page);
  const readBox = () => readPictureBox(page);
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
  const findPart = (box: typeof large) => [(pointer.x - box.x) / box.width, (pointer.y - box.y) / box.height];
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
}

async function pinchPicture(page: Page) {
  const viewer = findViewer(page);
  const box = await readPictureBox(page);
  await pinch(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await eventually(async () => (await readPictureBox(page)).width).toBeCloseTo(box.width * 2, 0);
  expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);
}

/** Across a reload, like the closed details. The filmstrip leads to a picture without a star. */
async function rememberStar(page: Page) {
  const viewer = findViewer(page);
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
  expect(await viewer.getByRole('region', { name: 'Details' }).count()).toBe(0);
  await page.keyboard.press('s');
  await viewer.getByRole('button', { name: 'Star', exact: true }).waitFor();
}

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
