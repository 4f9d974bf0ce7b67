/** Forms that are opened with pictures of earlier batches. */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually } from '../support/generator-page.ts';
import * as generator from '../support/generator.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { choosePictures, findRow, findRows, findSelection, waitForCount } from '../support/uploads-page.ts';
import { findProcess, startBy, UPSCALE_PAGE } from '../support/upscale-page.ts';

afterEach(resetTools);

async function generate(artist: Account, quantity: number): Promise<string> {
  const prompt = generator.makePrompt('fox in the snow');
  const id = await generator.startBatch(artist, generator.makeRequest('xai', { prompt, quantity }));
  await generator.waitForBatch(artist, id);
  return id;
}

/** Puts the images of batches into the form, as `sendPictures` does. */
async function send(page: Page, { uid }: Account, pictures: readonly { batchId: string; index: number }[]) {
  const value = pictures.map(({ batchId, index }) => ({
    from: { batchId, index, kind: 'result' },
    fileName: `${batchId}_${index + 1}.jpg`,
    thumbnailUrl: `/api/image-generator/batches/${batchId}/images/${index}/thumbnail`,
    width: 1024,
    height: 768,
    tool: 'image-generator',
    batchName: 'Fox in the snow',
  }));
  await page.evaluate(
    (stored) => sessionStorage.setItem('portal:sent-pictures:upscale', stored),
    JSON.stringify({ userId: uid, value }),
  );
}

const countUploads = (page: Page): string[] => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (request.method() === 'POST' && /\/api\/uploads$|\/v0\/b\//.test(url)) uploads.push(url);
  });
  return uploads;
};

test('upscales sent pictures and an upload in one batch; forgets them when signed out [D-one-studio.1]', async () => {
  await setLatency(0);
  await setTool('upscaleEngine', 'cloudinary');
  const artist = await signIn(newEmail());
  const [batchId, deleted] = [await generate(artist, 3), await generate(artist, 1)];
  await withPage(
    async (page) => {
      await keepAcrossReload(page, artist, batchId, deleted);
      await removeDeleted(page, artist, batchId, deleted);
      await startOnce(page, artist, batchId);
      await send(page, artist, [{ batchId: 'gone', index: 0 }]);
      await page.reload();
      await waitForCount(page, 1);
      await signOut(page, artist);
    },
    { as: artist, expectedErrors: [/404/] },
  );
});

async function keepAcrossReload(page: Page, artist: Account, batchId: string, deleted: string) {
  const uploads = countUploads(page);
  await send(page, artist, [
    { batchId, index: 0 },
    { batchId, index: 1 },
    { batchId, index: 2 },
    { batchId: deleted, index: 0 },
  ]);
  await page.locator(`main a[href="${UPSCALE_PAGE}"]`).first().click();
  await waitForCount(page, 4);
  const first = findRow(page, `${batchId}_1.jpg`);
  await first.locator('img').waitFor();
  await first.getByText('1024 × 768 to 2048 × 1536', { exact: true }).waitFor();
  await first.getByTitle('from Fox in the snow, #1', { exact: true }).waitFor();
  await page.getByText('Upscales 4 images to 2x · Free').waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: `Remove ${batchId}_2.jpg` }).click();
  await page.reload();
  await waitForCount(page, 3);
  await findRow(page, `${batchId}_3.jpg`).locator('img').waitFor();
  expect(await findRow(page, `${batchId}_2.jpg`).count()).toBe(0);
  expect(uploads).toEqual([]);
}

/** A source that was deleted fails alone, and the rest can be sent. */
async function removeDeleted(page: Page, artist: Account, kept: string, deleted: string) {
  const gone = findRow(page, `${deleted}_1.jpg`);
  await gone.locator('img').waitFor();
  await callApi('DELETE', `/api/image-generator/batches/${deleted}`, { as: artist });
  await findProcess(page).click();
  await page.getByRole('alert').getByText('1 image is no longer available', { exact: true }).waitFor();
  await gone.getByText('Its batch was deleted or has expired. Remove this image.').waitFor();
  expect(await findRow(page, `${kept}_1.jpg`).getByText('Failed').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Remove 1 image', exact: true }).click();
  await waitForCount(page, 2);
  await eventually(() => page.getByRole('alert').count()).toBe(0);
}

/** The upload is the only file that leaves the browser, and a double click starts one batch. */
async function startOnce(page: Page, artist: Account, batchId: string) {
  await choosePictures(page, [{ name: 'own.png', bytes: await drawPicture() }]);
  await waitForCount(page, 3);
  const id = await startBy(page, () => findProcess(page).dblclick());
  await findSelection(page).waitFor({ state: 'detached' });
  expect(await upscaler.waitForBatch(artist, id)).toMatchObject({
    done: 3,
    failures: [],
    fileNames: [expect.any(String), expect.any(String), 'own.png'],
    origins: [
      { index: 0, from: { batchId, index: 0, kind: 'result' } },
      { index: 1, from: { batchId, index: 2, kind: 'result' } },
    ],
  });
  expect(await page.getByRole('article').count()).toBe(1);
  await page.reload();
  await page.getByRole('article').waitFor();
  expect(await findRows(page).count()).toBe(0);
}

async function signOut(page: Page, artist: Account) {
  await page.getByRole('button', { name: artist.email }).click();
  await page.getByText('Logout', { exact: true }).click();
  await page.getByRole('button', { name: /^Sign In with/ }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('portal:sent-pictures:upscale'))).toBeNull();
}
