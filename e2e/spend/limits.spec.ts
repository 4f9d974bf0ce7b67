import { getSpendRoom, type SpendRoom } from '@portal/contracts/spend';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import { findViolations } from '../support/find-violations.ts';
import {
  choose,
  eventually,
  findPrompt,
  findQuantity,
  findSubmit,
  GENERATE_CALL,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';
import { answerWithJobs, NEW_JOB_PAGE } from '../support/job-pages.ts';
import * as keywords from '../support/keyword-page.ts';
import { navigate } from '../support/navigate.ts';
import { drawPicture } from '../support/pictures.ts';
import { setVisibility } from '../support/page-clock.ts';
import { answerWith } from '../support/routes.ts';
import * as stylizer from '../support/stylizer-page.ts';
import { choosePictures } from '../support/uploads-page.ts';

const answerWithRoom = (page: Page, room: Omit<SpendRoom, 'month'>) =>
  answerWith(page, getSpendRoom.path, { json: { month: '2026-11', ...room } });

const findWarning = (page: Page): Locator => page.getByRole('status', { name: 'Spending limit' });
const readWarning = async (page: Page) => (await findWarning(page).allInnerTexts()).join('');

test('each form warns before a limit on a phone, and sends nothing that cannot fit', () => {
  const requests: string[] = [];
  return withPage(
    async (page) => {
      await warnInGenerator(page);
      // It may be read again meanwhile.
      expect(new Set(requests)).toEqual(new Set([getSpendRoom.path]));

      await answerWithRoom(page, { person: null, studio: { left: 0, reserved: 0 } });
      await setVisibility(page, 'visible');
      await navigate(page, stylizer.STYLIZER_PAGE);
      const styles = page.getByRole('radiogroup', { name: 'Style' });
      await styles.getByRole('radio').first().check({ force: true });
      await blockPictures(page, stylizer.findSubmit(page));
      await navigate(page, keywords.KEYWORD_PAGE);
      await blockPictures(page, keywords.findSubmit(page));

      await navigate(page, NEW_JOB_PAGE);
      await page.getByRole('textbox', { name: 'Prompts' }).fill('A red fox\nAn old lighthouse');
      await expectUsedUp(page, page.getByRole('button', { name: /^Make / }));
      expect(requests).not.toContain(GENERATE_CALL);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      viewport: { width: 360, height: 780 },
      colorScheme: 'dark',
      arrange: async (page) => {
        await answerWithJobs(page, [], []);
        await answerWithRoom(page, { person: { limit: 20, spent: 16.9, reserved: 1 }, studio: null });
        page.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if ([getSpendRoom.path, GENERATE_CALL].includes(pathname)) requests.push(pathname);
        });
      },
    },
  );
});

/** From a price that fits to one that cannot. */
async function warnInGenerator(page: Page): Promise<void> {
  await findPrompt(page).fill('a red fox');
  await choose(page, 'Quality', 'Medium');
  await findQuantity(page).fill('10');
  await eventually(() => readWarning(page)).toBe('');
  expect(await findSubmit(page).isEnabled()).toBe(true);

  await findQuantity(page).fill('60');
  await eventually(() => readWarning(page)).toBe(
    'This costs about $2.52. $3.10 of your monthly limit is left, and running batches may need $1.00 of it.',
  );
  expect(await findSubmit(page).isEnabled()).toBe(true);

  await findQuantity(page).fill('100');
  await eventually(() => readWarning(page)).toBe(
    'This costs about $4.20. $3.10 of your monthly limit is left.',
  );
  const submit = findSubmit(page);
  expect(await submit.isDisabled()).toBe(true);
  const ids = (await submit.getAttribute('aria-describedby'))?.split(' ') ?? [];
  const reasons = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
  expect(reasons.join(' ')).toContain('$3.10 of your monthly limit');
  await findPrompt(page).press('Control+Enter');
  expect(await findViolations(page)).toEqual([]);
}

async function blockPictures(page: Page, submit: Locator): Promise<void> {
  await submit.waitFor();
  await eventually(() => readWarning(page)).toBe('');
  await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
  await expectUsedUp(page, submit);
}

async function expectUsedUp(page: Page, submit: Locator): Promise<void> {
  await eventually(() => readWarning(page)).toBe(
    'The studio’s budget for this month is used up. Ask an admin to raise it.',
  );
  expect(await submit.isDisabled()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
}
