import { getSpendRoom, type SpendRoom } from '@portal/contracts/spend';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { DIRECTORY_PAGE, findRow, search, toast } from '../support/directory.ts';
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
import { limitPerson, readRoom, waitForLimits } from '../support/limits.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import { readStudioSettings, resetSettings } from '../support/settings.ts';
import * as stylizer from '../support/stylizer-page.ts';
import { choosePictures } from '../support/uploads-page.ts';
import { findViolations } from '../support/find-violations.ts';

afterAll(async () => {
  await resetSettings();
  await waitForLimits();
});

const createRoom = (overrides: Partial<SpendRoom>): SpendRoom => ({
  month: '2026-11',
  person: null,
  studio: null,
  ...overrides,
});
const answerWithRoom = (page: Page, overrides: Partial<SpendRoom>) =>
  answerWith(page, getSpendRoom.path, { json: createRoom(overrides) });

const findWarning = (page: Page): Locator => page.getByRole('status', { name: 'Spending limit' });
const readWarning = async (page: Page) => (await findWarning(page).allInnerTexts()).join('');

test('warns in the generator before a limit, and sends nothing that cannot fit', () => {
  let requests = 0;
  return withPage(
    async (page) => {
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
      const id = (await submit.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${id}"]`).innerText()).toContain('$3.10 of your monthly limit');
      await findPrompt(page).press('Control+Enter');
      expect(await findViolations(page)).toEqual([]);
      expect(requests).toBe(1);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithRoom(page, { person: { limit: 20, spent: 16.9, reserved: 1 } });
        page.on('request', (request) => {
          if (request.url().endsWith(getSpendRoom.path)) requests += 1;
          expect(request.url().endsWith(GENERATE_CALL)).toBe(false);
        });
      },
    },
  );
});

const PICTURE_TOOLS = [
  { name: 'the stylizer', path: stylizer.STYLIZER_PAGE, findSubmit: stylizer.findSubmit },
  { name: 'keywords', path: keywords.KEYWORD_PAGE, findSubmit: keywords.findSubmit },
];
test.each(PICTURE_TOOLS)(
  'warns in $name on a phone, and blocks what cannot fit',
  ({ path, findSubmit: find }) =>
    withPage(
      async (page) => {
        if (path === stylizer.STYLIZER_PAGE) {
          await page
            .getByRole('radiogroup', { name: 'Style' })
            .getByRole('radio')
            .first()
            .check({ force: true });
        }
        await eventually(() => readWarning(page)).toBe('');
        await choosePictures(page, [{ name: 'one.png', bytes: await drawPicture() }]);
        await eventually(() => readWarning(page)).toBe(
          'The studio’s budget for this month is used up. Ask an admin to raise it.',
        );
        expect(await find(page).isDisabled()).toBe(true);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBe(360);
      },
      {
        as: 'artist',
        path,
        viewport: { width: 360, height: 780 },
        colorScheme: 'dark',
        arrange: (page) => answerWithRoom(page, { studio: { left: 0, reserved: 0 } }),
      },
    ),
);

test('warns before a job that cannot fit, and blocks it', () =>
  withPage(
    async (page) => {
      await page.getByRole('textbox', { name: 'Prompts' }).fill('A red fox\nAn old lighthouse');
      await eventually(() => readWarning(page)).toMatch(
        /^This costs about \$0\.\d\d\. \$0\.01 of your monthly limit is left\.$/,
      );
      expect(await page.getByRole('button', { name: /^Make / }).isDisabled()).toBe(true);
    },
    {
      as: 'artist',
      path: NEW_JOB_PAGE,
      arrange: async (page) => {
        await answerWithJobs(page, [], []);
        await answerWithRoom(page, { person: { limit: 20, spent: 19.99, reserved: 0 } });
      },
    },
  ));

test('shows people with a limit the month in the account menu, and the others nothing', async () => {
  const artist = await signIn(newEmail());
  await limitPerson(artist, 20);
  const openMenu = (page: Page, { email }: Account) => page.getByRole('button', { name: email }).click();
  await withPage(
    async (page) => {
      await openMenu(page, artist);
      await page.getByText('This month: $0.00 of $20', { exact: true }).waitFor();
      await limitPerson(artist, undefined);
      await page.reload();
      const answered = page.waitForResponse(`**${getSpendRoom.path}`);
      await openMenu(page, artist);
      expect(await (await answered).json()).toMatchObject({ person: null });
      expect(await page.getByText(/^This month/).count()).toBe(0);
    },
    { as: artist, path: '/library' },
  );
});

const asAdmin = { as: 'admin', path: DIRECTORY_PAGE } as const;

test('an admin changes a person’s limit with the keyboard', async () => {
  const artist = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: artist });
  await withPage(async (page) => {
    await search(page, artist.email);
    const row = findRow(page, artist.email);
    const button = row.getByRole('button', { name: `Monthly limit of ${artist.email}` });
    expect(await button.innerText()).toBe('No limit');
    await row.getByText('$0.00', { exact: true }).waitFor();
    await button.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Monthly limit' });
    await dialog.getByText('Default: no limit. Change it in Settings.').waitFor();
    const isChosen = (name: string) => dialog.getByRole('radio', { name, exact: true }).isChecked();
    expect(await isChosen('Default')).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('radio', { name: 'Default' }).press('ArrowLeft');
    expect(await isChosen('Limit')).toBe(true);
    const dollars = dialog.getByLabel('Dollars per month');
    for (const wrong of ['', 'ten', '-1', '1000001']) {
      await dollars.fill(wrong);
      await dollars.press('Enter');
      await dialog.getByText('Enter an amount from $0 to $1,000,000', { exact: true }).waitFor();
    }
    await dollars.fill('12.5');
    await dollars.press('Enter');
    await toast(page, 'Limit saved').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await button.innerText()).toBe('of $12.50');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await waitForLimits();
    expect((await readRoom(artist)).person).toMatchObject({ limit: 12.5 });

    await button.press('Enter');
    expect(await dollars.inputValue()).toBe('12.5');
    await dialog.getByRole('radio', { name: 'No limit' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Save limit' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => button.innerText()).toBe('No limit');
    await eventually(async () => (await readStudioSettings()).limits.settings?.people[artist.uid]).toBe(null);
  }, asAdmin);
});

test('an admin sets the limit of everyone, which the directory shows', async () => {
  const artist = await signIn(newEmail());
  await callApi('GET', '/api/auth/user', { as: artist });
  await withPage(
    async (page) => {
      const section = page.getByRole('region', { name: 'Limit per person', exact: true });
      await section.getByRole('radio', { name: 'Limit', exact: true }).check({ force: true });
      const dollars = section.getByLabel('Dollars per person and month');
      await section.getByRole('button', { name: 'Save limit per person' }).click();
      await section.getByText('Enter an amount from $0 to $1,000,000', { exact: true }).waitFor();
      await dollars.fill('30');
      await section.getByRole('button', { name: 'Save limit per person' }).click();
      await toast(page, 'Limit per person saved').waitFor();
      await section.getByRole('link', { name: 'Show everyone’s limits' }).click();
      await search(page, artist.email);
      await findRow(page, artist.email).getByText('of $30', { exact: true }).waitFor();
      await page
        .getByRole('columnheader', { name: 'Spent Limit' })
        .getByRole('button', { name: 'Limit' })
        .click();
      expect(new URL(page.url()).searchParams.get('sort')).toBe('limit');
    },
    { as: 'admin', path: '/admin/settings' },
  );
});

test('shows and edits limits on a phone', () =>
  withPage(
    async (page) => {
      await search(page, 'admin@studio.example');
      await page.getByRole('button', { name: 'Monthly limit of admin@studio.example' }).click();
      await page
        .getByRole('dialog', { name: 'Monthly limit' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
    { ...asAdmin, viewport: { width: 360, height: 780 }, colorScheme: 'dark' },
  ));
