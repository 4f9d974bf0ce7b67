/** Prompts of a job with the studio's lists and styles, and the dialog that edits these, against the real portal. */
import { randomUUID } from 'node:crypto';
import { listPromptLists, savePromptList } from '@portal/contracts/studio-prompts';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { withPage } from '../support/browser.ts';
import { eventually } from '../support/generator-page.ts';
import { NEW_JOB_PAGE } from '../support/job-pages.ts';
import { hasFocus } from '../support/keyboard.ts';

/** Of a list and a style: the whole studio has one of that name. */
let name: string;
beforeEach(() => void (name = `page-${randomUUID().slice(0, 8)}`));

const findPrompts = (page: Page) => page.getByRole('textbox', { name: 'Prompts', exact: true });
const findProblems = (page: Page) => page.getByRole('list', { name: 'Problems' });
const findStudio = (page: Page) => page.getByRole('dialog', { name: 'Lists and styles' });
const findName = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Name' });
const findText = (dialog: Locator, label: 'Entries' | 'Text') => dialog.getByRole('textbox', { name: label });
const findSave = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' });
const findTitle = (dialog: Locator, title: string) => dialog.getByText(title, { exact: true });

async function openStudio(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Lists and styles' }).click();
  return findStudio(page);
}
async function closeStudio(page: Page): Promise<void> {
  await findStudio(page).getByRole('button', { name: 'Close' }).click();
  await findStudio(page).waitFor({ state: 'detached' });
}
async function confirm(page: Page, title: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: button }).click();
  await dialog.waitFor({ state: 'detached' });
}
const readPictures = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^Prompt of picture/ })
    .evaluateAll((all) => all.flatMap((each) => (each instanceof HTMLTextAreaElement ? each.value : [])));

test('fills prompts from the studio’s lists and styles, which colleagues edit too', async () => {
  const [author, colleague] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  await withPage(
    async (page) => {
      await findPrompts(page).fill(`A __${name}__ fox`);
      await findProblems(page).getByText(`There is no list “${name}”.`).waitFor();
      await createList(page);
      await resolveConflict(page, colleague);
      await createStyle(page);
      await combine(page);
      await deleteList(page);
    },
    { path: NEW_JOB_PAGE, as: author, expectedErrors: [/409/] },
  );
});

async function createList(page: Page) {
  const dialog = await openStudio(page);
  await findTitle(dialog, 'No list selected').waitFor();
  await dialog.getByText('A list such as “color” fills in').waitFor();
  await dialog.getByRole('button', { name: 'Create a list' }).click();
  await eventually(() => hasFocus(findName(dialog))).toBe(true);
  expect(await findSave(dialog).isDisabled()).toBe(true);
  await findName(dialog).fill(`${name} !`);
  await findText(dialog, 'Entries').fill('red\n{a|');
  await findSave(dialog).click();
  await dialog.getByText('Names have 1 to 40 of a-z, 0-9 and -').waitFor();
  await findName(dialog).fill(name.toUpperCase());
  await dialog.getByText('Entry 2: Column 1: This { is not closed.').waitFor();
  await findText(dialog, 'Entries').fill('red\n\n  gray ');
  await dialog.getByText('2 entries').waitFor();
  await findSave(dialog).click();
  const listed = dialog.getByRole('button', { name: `${name} 2 entries` });
  await eventually(() => listed.getAttribute('aria-current')).toBe('true');
  expect(await findName(dialog).inputValue()).toBe(name);
  await eventually(() => findName(dialog).isDisabled()).toBe(true);
  await eventually(() => findSave(dialog).isDisabled()).toBe(true);
}

/** A colleague has changed the list. */
async function resolveConflict(page: Page, colleague: Account) {
  const dialog = findStudio(page);
  const { body } = await callApi('GET', listPromptLists.path, { as: colleague });
  const version = listPromptLists.response.parse(body).lists.find((list) => list.name === name)?.version;
  const theirs = { entries: ['red', 'white'], version };
  await callApi('PUT', savePromptList.path.replace('{name}', name), { as: colleague, body: theirs });
  await findText(dialog, 'Entries').fill('black');
  await findSave(dialog).click();
  await dialog.getByRole('alert').getByText('Someone else has changed').waitFor();
  await dialog.getByRole('button', { name: 'Discard mine and load theirs' }).click();
  await eventually(() => findText(dialog, 'Entries').inputValue()).toBe('red\nwhite');
  await dialog.getByText(`Edited by ${colleague.email}`).waitFor();
}

/** What is not saved is lost only after a question. */
async function createStyle(page: Page) {
  const dialog = findStudio(page);
  await findText(dialog, 'Entries').fill('black');
  const chooseStyles = () => dialog.getByRole('radio', { name: 'Styles' }).click({ force: true });
  await chooseStyles();
  await confirm(page, 'Discard changes?', 'Cancel');
  expect(await findText(dialog, 'Entries').inputValue()).toBe('black');
  await findText(dialog, 'Entries').fill('red\nwhite');
  await chooseStyles();
  await findTitle(dialog, 'No style selected').waitFor();
  await dialog.getByText('A style such as “film noir, {prompt}”').waitFor();
  await dialog.getByRole('button', { name: 'Create a style' }).click();
  await findName(dialog).fill(name);
  await findText(dialog, 'Text').fill('Film noir, {prompt}');
  await findSave(dialog).click();
  await dialog.getByRole('button', { name, exact: true }).waitFor();
  await closeStudio(page);
}

async function combine(page: Page) {
  await eventually(() => readPictures(page)).toEqual(['A red fox', 'A white fox']);
  await page.getByRole('button', { name: 'Choose styles' }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await eventually(() => readPictures(page)).toEqual(['Film noir, A red fox', 'Film noir, A white fox']);
}

async function deleteList(page: Page) {
  const dialog = await openStudio(page);
  await dialog.getByRole('radio', { name: 'Lists' }).check({ force: true });
  await dialog.getByRole('button', { name: `${name} 2 entries` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, `Delete ${name}?`, 'Delete');
  await findTitle(dialog, 'No list selected').waitFor();
  await closeStudio(page);
  await findProblems(page).getByText(`There is no list “${name}”.`).waitFor();
}
