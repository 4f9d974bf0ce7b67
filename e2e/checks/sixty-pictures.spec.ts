/** From prompts to an agency's ZIP: the artist opens only pictures that need a look, and alike ones are left out. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually } from '../support/generator-page.ts';
import { NEW_JOB_PAGE, openSteps } from '../support/job-pages.ts';
import { PHONE } from '../support/launch-browser.ts';
import { makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { readZip } from '../support/read-zip.ts';
import { countCalls, reuseDrawings, setLatency } from '../support/sandbox.ts';

// Pictures of the same prompt are the same.
beforeAll(async () => {
  await setLatency(0);
  await reuseDrawings(1);
});
afterAll(() => reuseDrawings(null));

/** Sixty pictures and their texts take minutes on a busy machine. */
const PATIENCE = { timeout: 600_000 };
/** Tall enough for all pictures: others are rendered when they come near. */
const SCREEN = { width: 1920, height: 2800 };

const COLORS = ['red', 'blue', 'green', 'golden'];
const SCENES = [
  'hills',
  'sea',
  'city',
  'flowers',
  'vase',
  'bauhaus pattern',
  'forest',
  'mountains',
  'island',
  'village',
];
const FLAWS = ['out of focus', 'overexposed', 'white border'];

/** Each color and scene once, then pairs and flaws. */
function listPrompts(mark: string, { clean, pairs, flawed }: Record<'clean' | 'pairs' | 'flawed', number>) {
  const scenes = COLORS.flatMap((color) => SCENES.map((scene) => `${color} ${scene}, ${mark}`));
  const single = scenes.slice(0, clean);
  const planted = Array.from(
    { length: flawed },
    (_, index) =>
      `${SCENES[index]} in the ${COLORS[index % 4]} rain, ${FLAWS[index % FLAWS.length]}, ${mark}`,
  );
  return [...single, ...single.slice(0, pairs), ...planted];
}

const findBar = (page: Page) => page.getByRole('toolbar', { name: 'Selected pictures' });
const findCells = (page: Page) => page.getByRole('grid', { name: 'Gallery' }).getByRole('gridcell');
/** The history, which has the pictures, is read after the job. */
const countShown = (page: Page): Promise<number> => findCells(page).and(page.locator('[data-made]')).count();
/** The name of a picture says its problem. */
const FLAWED = /, (Soft|Clipped highlights|Frame)/;
const listFlawed = async (page: Page) => {
  const names = await findCells(page).evaluateAll((cells) =>
    cells.map((cell) => [cell.id, cell.getAttribute('aria-label') ?? cell.textContent] as const),
  );
  return names.filter(([, name]) => FLAWED.test(name)).map(([id]) => id);
};

/** Opens each picture with a problem, and leaves it out. */
async function leaveOutFlawed(page: Page, count: number, { opensDetails }: { opensDetails: boolean }) {
  await eventually(async () => (await listFlawed(page)).length).toBe(count);
  const flawed = await listFlawed(page);
  for (const id of flawed) {
    await page.locator(`#${id}`).focus();
    await page.keyboard.press('Enter');
    const viewer = page.getByRole('dialog');
    await viewer.waitFor();
    // On a phone they would cover the picture.
    if (opensDetails) await page.keyboard.press('i');
    await viewer.getByRole('region', { name: 'Checks' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  }
}

/** At least the second picture of each pair is left out: other scenes may look alike, too. */
async function download(page: Page, { ready, pairs }: Record<'ready' | 'pairs', number>) {
  const dialog = page.getByRole('dialog', { name: 'Export for agency' });
  await dialog.getByText(`${ready} of ${ready} pictures are ready for`).waitFor();
  await dialog.getByText(` of ${ready} look alike: agencies refuse similar content.`).waitFor();
  await dialog.getByRole('button', { name: 'Keep best of each' }).focus();
  await page.keyboard.press('Enter');
  const notice = await dialog.getByText(/alike pictures? left out: the best of each stays/).innerText();
  const leftOut = Number.parseInt(notice, 10);
  expect(leftOut).toBeGreaterThanOrEqual(pairs);
  const kept = ready - leftOut;
  await dialog.getByText(`${kept} of ${ready} pictures are ready for`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  const downloading = page.waitForEvent('download', PATIENCE);
  await dialog.getByRole('button', { name: 'Download ZIP' }).focus();
  await page.keyboard.press('Enter');
  const files = await readZip(await readFile(await (await downloading).path()));
  expect(files.filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(kept);
  const report = files.find(({ name }) => name === 'report.txt')?.bytes.toString() ?? '';
  expect(report).toMatch(new RegExp(`alike.*${leftOut}`, 'i'));
}

test('60 pictures become a ZIP without flawed and alike ones, and six are opened', async () => {
  const artist = await signIn(newEmail());
  // The same pictures in every run.
  const mark = 'one of sixty';
  await withPage(
    async (page) => {
      const prompts = listPrompts(mark, { clean: 40, pairs: 14, flawed: 6 });
      await openSteps(page);
      await page.getByRole('textbox', { name: 'Prompts' }).fill(prompts.join('\n'));
      await page
        .getByRole('form', { name: 'Model', exact: true })
        .getByRole('radio', { name: 'Grok', exact: true })
        .check();
      await page.getByRole('switch', { name: 'Keywords' }).check();
      await page.getByRole('switch', { name: /^Choose/ }).check();
      await page.getByRole('combobox', { name: 'Export for' }).selectOption('studio');
      await page.getByRole('button', { name: /^Make 60 pictures for about / }).click();
      await page.waitForURL(/\/jobs\/(?!new)/);
      await page.getByRole('heading', { name: 'Choose the pictures to continue with' }).waitFor(PATIENCE);
      await eventually(() => countShown(page)).toBe(60);
      await findCells(page).first().focus();
      await page.keyboard.press('ControlOrMeta+a');
      await findBar(page).getByText('60 selected').waitFor();
      await leaveOutFlawed(page, 6, { opensDetails: false });
      await findBar(page).getByRole('button', { name: 'Continue with 54 pictures' }).click();
      await page.getByRole('main').getByText('Done', { exact: true }).waitFor(PATIENCE);
      await page.getByRole('button', { name: /^Export for/ }).click();
      await download(page, { ready: 54, pairs: 14 });
    },
    { path: NEW_JOB_PAGE, as: artist, viewport: SCREEN },
  );
  expect(await countCalls(mark)).toMatchObject({ paid: 60 });
});

async function startChoosing(artist: Account, prompts: readonly string[]): Promise<string> {
  const id = await startJob(artist, makeJob(prompts, { isChosenByHand: true, agency: 'studio' }));
  await waitForJob(artist, id, ({ state }) => state === 'choosing');
  return id;
}

test('does the same with keys on a phone', async () => {
  const artist = await signIn(newEmail());
  const prompts = listPrompts('one of fourteen', { clean: 8, pairs: 3, flawed: 3 });
  const id = await startChoosing(artist, prompts);
  await withPage(
    async (page) => {
      await page.setViewportSize(PHONE);
      await eventually(() => countShown(page)).toBe(14);
      await findCells(page).first().focus();
      await page.keyboard.press('ControlOrMeta+a');
      await findBar(page).getByText('14 selected').waitFor();
      await leaveOutFlawed(page, 3, { opensDetails: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      await findBar(page).getByRole('button', { name: 'Continue with 11 pictures' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByText('Done', { exact: true }).waitFor();
      await page.getByRole('button', { name: /^Export for/ }).focus();
      await page.keyboard.press('Enter');
      await download(page, { ready: 11, pairs: 3 });
    },
    { path: `/jobs/${id}`, as: artist },
  );
});
