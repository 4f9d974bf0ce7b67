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

test('fills prompts from the studio’s lists and styles, and names their problems', async () => {
  const [author, colleague] = await Promise.all([signIn(newEmail()), signIn(newEmail())]);
  await withPage(
    async (page) => {
      await nameProblems(page);
      await createList(page);
      await resolveConflict(page, colleague);
      await createStyle(page);
      await combine(page);
      await editByHand(page);
      await sample(page);
      await deleteList(page);
    },
    { path: NEW_JOB_PAGE, as: author, expectedErrors: [/409/] },
  );
});

/** The first five, each with a link to its place. */
async function nameProblems(page: Page) {
  await page.getByText('The prompt of each picture appears here, to look at and edit.').waitFor();
  await findPrompts(page).fill('{a|\n'.repeat(7));
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByText('And 2 more problems.').waitFor();
  await problems.getByRole('button', { name: 'Line 3', exact: true }).click();
  const selected = () =>
    findPrompts(page).evaluate((area) =>
      area instanceof HTMLTextAreaElement ? [area.selectionStart, area.selectionEnd] : [],
    );
  await eventually(selected).toEqual([8, 9]);
  await findPrompts(page).fill(`A __${name}__ fox`);
  await problems.getByText(`There is no list “${name}”.`).waitFor();
}

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
  const version = listPromptLists.answer.parse(body).lists.find((list) => list.name === name)?.version;
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

async function editByHand(page: Page) {
  const second = page.getByRole('textbox', { name: 'Prompt of picture 2' });
  await second.fill('');
  await page.getByText('1 prompt cannot be used. Edit or remove it.').waitFor();
  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await page.getByText('1 picture', { exact: true }).waitFor();
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Remove picture 1' }))).toBe(true);
  await findPrompts(page).fill('A fox');
  await confirm(page, 'Replace your changes?', 'Cancel');
  expect(await findPrompts(page).inputValue()).toBe(`A __${name}__ fox`);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await confirm(page, 'Replace your changes?', 'Replace changes');
  await eventually(async () => (await readPictures(page)).length).toBe(2);
}

async function sample(page: Page) {
  await findPrompts(page).fill('A {red|gray|blue|white} fox');
  await page.getByText('4 pictures', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Random sample' }).check({ force: true });
  const count = page.getByRole('textbox', { name: 'Prompts at random' });
  expect(await count.getAttribute('inputmode')).toBe('numeric');
  await count.fill('3');
  // Enter does not submit the form.
  await page.keyboard.press('Enter');
  await page.getByText('3 pictures', { exact: true }).waitFor();
  await count.fill('3 or 4');
  expect(await count.inputValue()).toBe('3');
  const before = await readPictures(page);
  await eventually(async () => {
    await page.getByRole('button', { name: 'Pick others' }).click();
    return readPictures(page);
  }).not.toEqual(before);
  await page.getByRole('radio', { name: 'All combinations' }).check({ force: true });
  await page.getByText('4 pictures', { exact: true }).waitFor();
}

async function deleteList(page: Page) {
  await findPrompts(page).fill(`A __${name}__ fox`);
  const dialog = await openStudio(page);
  await dialog.getByRole('radio', { name: 'Lists' }).check({ force: true });
  await dialog.getByRole('button', { name: `${name} 2 entries` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, `Delete ${name}?`, 'Delete');
  await findTitle(dialog, 'No list selected').waitFor();
  await closeStudio(page);
  await page.getByRole('list', { name: 'Problems' }).getByText(`There is no list “${name}”.`).waitFor();
}
