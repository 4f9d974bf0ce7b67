/** From a list with wildcards to an agency's ZIP, with clicks only. */
import { readFile } from 'node:fs/promises';
import { getPipeline, type Pipeline } from '@portal/contracts/pipelines';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { makePrompt } from '../support/generator.ts';
import { NEW_JOB_PAGE, openSteps } from '../support/job-pages.ts';
import { resetTools, setTool } from '../support/tool-cases.ts';
import { readZip } from '../support/read-zip.ts';
import { countByProvider, reuseDrawings, setLatency } from '../support/sandbox.ts';

/** Of the list below. */
const PROMPTS = 3 * 6;
const PICTURES = 2 * PROMPTS;
const VARIANTS = 3;

beforeAll(async () => {
  await setLatency(0);
  await setTool('upscaleEngine', 'cloudinary');
  // Enlarging pictures takes most of the time.
  await reuseDrawings(VARIANTS, { sharesPrompts: true });
});
afterAll(async () => {
  await reuseDrawings(null);
  await resetTools();
});

const findLane = (page: Page, name: string) => page.getByRole('form', { name, exact: true });
const choose = (page: Page, lane: string, field: string, option: string) =>
  findLane(page, lane)
    .getByRole('radiogroup', { name: field, exact: true })
    .getByRole('radio', { name: option, exact: true })
    .check();

async function readJob(as: Account, id: string): Promise<Pipeline> {
  const { body } = await callApi('GET', getPipeline.path.replace('{id}', id), { as });
  return getPipeline.response.parse(body);
}

const inDollars = (dollars: number) => `$${dollars.toFixed(2)}`;

/** From 'Cost $3.30, estimated $6.30'. */
async function readCost(stage: Locator): Promise<{ cost: number; estimate: number }> {
  const text = await stage.getByText(/^Cost /).innerText();
  const [cost = 0, estimate = cost] = [...text.matchAll(/\$([\d.]+)/g)].map(([, dollars]) => Number(dollars));
  return { cost, estimate };
}

test('makes 18 prompts with two models, upscales, describes and exports the pictures', async () => {
  const artist = await signIn(newEmail());
  const before = await countByProvider();
  const mark = makePrompt('job');
  await withPage(
    async (page) => {
      await openSteps(page);
      await page
        .getByRole('textbox', { name: 'Prompts' })
        .fill(`A {red|gray|arctic} fox {in snow|in a forest|at dusk|at dawn|by a lake|in rain}, ${mark}`);
      await choose(page, 'Model', 'Provider', 'Grok');
      await page.getByRole('button', { name: 'Add model' }).click();
      await choose(page, 'Model 2', 'Provider', 'Stable Diffusion');
      await choose(page, 'Model 2', 'Version', 'Medium');
      await findLane(page, 'Model 2').getByRole('combobox', { name: 'Style preset' }).click();
      await page.getByRole('option', { name: 'Photographic' }).click();
      await choose(page, 'Model 2', 'Aspect ratio', '1:1');
      await choose(page, 'Model 2', 'Output format', 'JPEG');
      await page.getByRole('switch', { name: 'Upscale' }).check();
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByRole('combobox', { name: 'Export for' }).selectOption('adobe-stock');
      const summary = page.getByRole('region', { name: 'Summary' });
      await summary.getByText(`${PROMPTS} prompts × 2 models = ${PICTURES} pictures`).waitFor();
      const button = page.getByRole('button', { name: new RegExp(`^Make ${PICTURES} pictures for about `) });
      const price = (await button.innerText()).replace(/.*about /s, '');
      await button.click();
      await page.waitForURL(/\/jobs\/(?!new)/);
      const id = new URL(page.url()).pathname.replace('/jobs/', '');

      const head = page.getByRole('main');
      await head.getByText('Done', { exact: true }).waitFor({ timeout: 600_000 });
      const job = await readJob(artist, id);
      // The price before is the estimate of the job. What its stages have cost is named where it differs: providers charge by use.
      expect(inDollars(job.estimate)).toBe(price);
      await head
        .getByText(`Cost ${inDollars(job.cost)}, estimated ${price}`, { exact: true })
        .first()
        .waitFor();
      const stages = ['Generate', 'Keywords'].map((title) => page.getByRole('listitem', { name: title }));
      const [generated, described] = await Promise.all(stages.map((stage) => readCost(stage)));
      expect(inDollars((generated?.cost ?? 0) + (described?.cost ?? 0))).toBe(inDollars(job.cost));
      expect(inDollars((generated?.estimate ?? 0) + (described?.estimate ?? 0))).toBe(price);
      const keywordCard = page.getByRole('listitem', { name: 'Keywords' });
      await keywordCard.getByText(`${PICTURES} of ${PICTURES}`).waitFor();
      await page
        .getByRole('columnheader', { name: 'Grok 2 Image' })
        .getByText(new RegExp(`${PROMPTS} of ${PROMPTS} .* s each`))
        .waitFor();

      await page.getByRole('button', { name: 'Export for Adobe Stock' }).click();
      const dialog = page.getByRole('dialog', { name: 'Export for agency' });
      await dialog.getByText(`${PICTURES} of ${PICTURES} pictures are ready for Adobe Stock.`).waitFor();
      const downloading = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download ZIP' }).click();
      const files = await readZip(await readFile(await (await downloading).path()));
      expect(files.filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(PICTURES);
      const csv = files.find(({ name }) => name.endsWith('.csv'))?.bytes.toString() ?? '';
      expect(csv.trim().split('\n')).toHaveLength(PICTURES + 1);
    },
    { path: NEW_JOB_PAGE, as: artist },
  );
  const after = await countByProvider();
  expect(after.xai.paid - before.xai.paid).toBe(PROMPTS);
  expect(after.stability.paid - before.stability.paid).toBe(PROMPTS);
});
