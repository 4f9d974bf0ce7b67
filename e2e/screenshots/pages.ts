/** The pages that `npm run screenshots` shows and `npm run bench -- clicks` uses, with pictures of the sandbox. */
import { analyzeImages } from '@portal/contracts/keyword-generator';
import { shareBatch } from '@portal/contracts/sharing';
import type { Page } from 'playwright-core';
import { fetchFile } from '../support/api-files.ts';
import { callApi } from '../support/api.ts';
import { makeRequest, startBatch, waitForBatch } from '../support/generator.ts';
import { findCard, GENERATOR_PAGE } from '../support/generator-page.ts';
import { KEYWORD_PAGE, openResults } from '../support/keyword-page.ts';
import { waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { addressOf, stylizer, upscaler } from '../support/picture-tools.ts';
import { makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { startByForm } from '../support/send-pictures.ts';
import { signInSeeded, type Person } from '../support/sessions.ts';
import { STYLIZER_PAGE } from '../support/stylizer-page.ts';
import { makeGalleryAddress } from '../support/upscale-page.ts';

export interface Shot {
  name: string;
  path: string;
  as?: Person;
  /** After the page has loaded. */
  prepare?: (page: Page) => Promise<unknown>;
}

const PROMPTS = ['An old lighthouse at dusk', 'Two paper boats on a pond', 'A red fox asleep in fresh snow'];

/** Makes a batch with each tool, and a job. */
export async function makePages(): Promise<readonly Shot[]> {
  const artist = await signInSeeded('artist');
  const generate = (quantity: number) =>
    startBatch(
      artist,
      makeRequest('stability', { prompt: PROMPTS[0], quantity, seed: 7, outputFormat: 'jpeg' }),
    );
  const generated = await generate(8);
  const { generatedImages } = await waitForBatch(artist, generated);
  const pictures = await Promise.all(
    generatedImages.slice(0, 4).map(async (address, index) => ({
      name: `lighthouse-${index + 1}.jpg`,
      type: 'image/jpeg',
      bytes: (await fetchFile(artist, address)).bytes,
    })),
  );
  const enlarged = await startByForm(artist, upscaler.startPath, pictures.slice(0, 1), { scale: '2' });
  const styled = await startByForm(artist, stylizer.startPath, pictures, { preset: 'anime' });
  const described = await startByForm(artist, analyzeImages.path, pictures);
  const job = await startJob(artist, makeJob(PROMPTS));
  await upscaler.waitForBatch(artist, enlarged);
  await stylizer.waitForBatch(artist, styled);
  await waitForKeywords(artist, described);
  await waitForJob(artist, job);
  const { body } = await callApi('PUT', addressOf(shareBatch, generated), { as: artist });
  const { token } = shareBatch.response.parse(body);
  const openFirst = (id: string, button: string | RegExp) => (page: Page) =>
    findCard(page, id).getByRole('button', { name: button }).first().click();
  return [
    { name: 'sign-in', path: '/' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'home', path: '/', as: 'artist' },
    {
      name: 'palette',
      path: '/',
      as: 'admin',
      prepare: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('option', { name: 'User Directory' }).waitFor();
      },
    },
    { name: 'generator-finished', path: GENERATOR_PAGE, as: 'artist' },
    {
      name: 'generator-viewer',
      path: GENERATOR_PAGE,
      as: 'artist',
      prepare: openFirst(generated, /^Open image 2$/),
    },
    { name: 'upscale', path: '/tools/upscale-enhancement', as: 'artist' },
    {
      name: 'upscale-compare',
      path: makeGalleryAddress(enlarged),
      as: 'artist',
      prepare: (page) => page.getByRole('button', { name: /^Compare/ }).click(),
    },
    { name: 'keywords', path: KEYWORD_PAGE, as: 'artist' },
    {
      name: 'keywords-results',
      path: KEYWORD_PAGE,
      as: 'artist',
      prepare: (page) => openResults(page, findCard(page, described)),
    },
    { name: 'stylizer', path: STYLIZER_PAGE, as: 'artist' },
    {
      name: 'stylizer-viewer',
      path: STYLIZER_PAGE,
      as: 'artist',
      prepare: openFirst(styled, 'View Images'),
    },
    {
      name: 'library-selection',
      path: '/library',
      as: 'artist',
      prepare: async (page) => {
        await page.locator('button[aria-pressed][id^="picture-"]').first().focus();
        for (const key of ['Space', 'Shift+ArrowRight']) await page.keyboard.press(key);
      },
    },
    { name: 'jobs', path: '/jobs', as: 'artist' },
    { name: 'job', path: `/jobs/${job}`, as: 'artist' },
    {
      name: 'new-job',
      path: '/jobs/new',
      as: 'artist',
      prepare: async (page) => {
        const prompts = page.getByRole('region', { name: 'Prompts' }).getByRole('textbox').first();
        await prompts.fill(
          'A {red|gray|arctic} fox in {fresh snow|a pine forest}\nAn old lighthouse at dusk',
        );
        await page.getByRole('button', { name: 'Open all steps' }).click();
        await page.getByRole('switch', { name: 'Keywords' }).check();
        await page.evaluate(() => scrollTo(0, 0));
      },
    },
    { name: 'shared-batch', path: `/shared/${token}`, as: 'artist' },
    { name: 'deliveries', path: '/deliveries', as: 'artist' },
    { name: 'user-directory', path: '/admin/user-directory', as: 'admin' },
    { name: 'api-management', path: '/admin/api', as: 'admin' },
    { name: 'spend', path: '/admin/spend', as: 'admin' },
    { name: 'storage-cleanup', path: '/admin/cloudinary', as: 'admin' },
    { name: 'failed-work', path: '/admin/failed-work', as: 'admin' },
    { name: 'settings', path: '/admin/settings', as: 'admin' },
  ];
}
