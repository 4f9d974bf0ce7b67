/** Stacks, comparison, filters and the panel of the viewer, in a Library whose checks are known. */
import { dismissCheck } from '@portal/contracts/check-calls';
import type { PictureChecks } from '@portal/contracts/checks';
import { listLibrary, type LibraryBatch } from '@portal/contracts/library';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import { eventually } from '../support/generator-page.ts';
import { PHONE } from '../support/launch-browser.ts';
import { answerWith } from '../support/routes.ts';

/** Hashes of two pictures that have nothing in common. */
const FOX = btoa('\u00FF'.padEnd(24, '\u0088'));
const OWL = btoa('\u0088\u00FF'.padEnd(24, '\u0088'));

/** An owl, and three foxes that look alike: a soft one, a sharp one, and one that may show text. */
const CHECKS: readonly PictureChecks[] = [
  { measures: { hash: OWL, sharpness: 60 } },
  { measures: { hash: FOX, sharpness: 8, flaws: [{ kind: 'soft', measure: 8 }] } },
  { measures: { hash: FOX, sharpness: 90 }, issues: [] },
  {
    measures: { hash: FOX, sharpness: 95 },
    issues: [
      {
        kind: 'text',
        severity: 'severe',
        box: { left: 10, top: 5, width: 20, height: 10 },
        sentence: 'A sign reads OPEN.',
      },
    ],
  },
];

const now = Date.now();
const batch: LibraryBatch = {
  id: 'foxes',
  tool: 'image-generator',
  name: 'Foxes',
  prompt: 'a fox in the snow',
  provider: 'openai',
  model: 'gpt-image-1',
  status: 'completed',
  createdAt: new Date(now).toISOString(),
  expiresAt: new Date(now + 3 * 24 * 60 * 60 * 1000).toISOString(),
  endedAt: new Date(now).toISOString(),
  cancelledAt: null,
  filesDeleted: false,
  total: CHECKS.length,
  doneCount: CHECKS.length,
  failedCount: 0,
  cost: 0,
  estimate: 0,
  pictures: CHECKS.map((checks, index) => ({
    index,
    kind: 'result',
    fileName: `fox_${index}.png`,
    url: `/icon.svg?${index}`,
    thumbnailUrl: `/icon.svg?${index}`,
    width: 300,
    height: 200,
    isStarred: false,
    checks,
  })),
};

const pathOf = ({ path }: { path: string }) => `**${path.replace('{id}', '*')}`;
const arrange = async (page: Page) => {
  await answerWith(page, `**${listLibrary.path}`, { json: { batches: [batch], next: null } });
  await answerWith(page, pathOf(dismissCheck), { json: { success: true, dismissed: ['soft'] } });
};
const findCells = (page: Page) =>
  page.getByRole('group', { name: 'Pictures' }).locator('button[aria-pressed]');

test('has no axe violations; filters, and dismisses what is no problem, on a phone', async () =>
  withPage(
    async (page) => {
      await page.getByRole('button', { name: 'Stacks' }).click();
      await page.getByText('4 pictures, 3 of them in 1 stack').waitFor();
      expect(await findViolations(page), 'stacks').toEqual([]);
      await findCells(page).nth(1).focus();
      await page.keyboard.press('c');
      const comparison = page.getByRole('dialog', { name: 'Compare 3 pictures' });
      await comparison.waitFor();
      expect(await findViolations(page), 'the comparison').toEqual([]);
      await page.keyboard.press('Escape');
      await comparison.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Stacks' }).click();

      await page.setViewportSize(PHONE);
      await page.getByRole('combobox', { name: 'Checks' }).selectOption('Needs a look');
      await eventually(() => findCells(page).count()).toBe(2);
      await page.waitForURL('**/library?checks=needs-a-look');
      expect(await findViolations(page), 'a filter').toEqual([]);
      await findCells(page).first().focus();
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog');
      await viewer.getByRole('button', { name: 'Details' }).click();
      await viewer.getByRole('region', { name: 'Checks' }).waitFor();
      expect(await findViolations(page), 'the viewer').toEqual([]);
      const dismissed = page.waitForRequest(pathOf(dismissCheck));
      await viewer.getByRole('button', { name: 'Not a problem: Soft' }).click();
      expect((await dismissed).postDataJSON()).toEqual({ index: 1, kind: 'soft', isDismissed: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    },
    { path: '/library', as: await signIn(newEmail()), arrange },
  ));
