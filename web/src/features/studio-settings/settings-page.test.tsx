import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { expect, test } from 'vitest';
import { expectFailureToast } from '../../testing/expect-toast.ts';
import { readLocation } from '../../testing/open-part.tsx';
import { setVisible } from '../../testing/set-visible.ts';
import {
  choose,
  createProblem,
  createSettings,
  FewSections,
  fill,
  findPrice,
  findSave,
  findSection,
  openSettings,
  pressSave,
  save,
  SETTINGS_CALL,
  waitForSection,
} from './testing/open-settings.tsx';
import { LeaveGuard } from './section/leave-guard.tsx';
import { SETTINGS_PATH } from './settings-path.ts';

const findBanner = () => within(screen.getByLabelText('Settings problems'));
const discard = (title: string) => fireEvent.click(findSection(title).getByText('Discard'));
const isLoading = () => screen.queryByLabelText('Loading settings') !== null;

test('shows that it loads or has failed, then unusable values until they are saved', async () => {
  const problems = ['imagen3', 'imagen4', 'grok-2-image', 'sd3.5-large', 'sd3.5-medium', 'gpt-image-1'].map(
    (model) =>
      createProblem({ document: 'models', field: `models.${model}.price`, message: 'Enter a price' }),
  );
  const { user, server, saves } = openSettings({
    models: { ...createSettings().models, settings: { models: { grok: { price: 0.05 } } } },
    problems: [createProblem(), ...problems],
  });
  const { read } = server;
  const failure = Promise.withResolvers<Response>();
  server.read = () => failure.promise;
  expect(isLoading()).toBe(true);
  failure.resolve(Response.json({}, { status: 503 }));
  await screen.findByText('The settings could not be loaded');
  expect(isLoading()).toBe(false);

  server.read = read;
  await user.click(screen.getByText('Try again'));
  await waitForSection();
  expect(isLoading()).toBe(false);
  const listProblems = () =>
    findBanner()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const budgetProblem =
    'settings/budget, monthlyDollars: Enter an amount from $0 to $1,000,000. Using the default: no limit.';
  expect(listProblems().slice(0, 2)).toEqual([
    budgetProblem,
    'settings/models, models.imagen3.price: Enter a price. Using the default: no limit.',
  ]);
  expect(listProblems()).toHaveLength(6);
  expect(listProblems().at(-1)).toBe('2 more');
  expect(findSection('Models').getByText('Save to remove invalid values.')).toBeDefined();
  expect(findSave('Tools')).toBeNull();
  await save(user, 'Models');
  expect(listProblems()).toEqual([budgetProblem]);
  expect(saves.at(-1)).toEqual({ name: 'models', settings: { models: { grok: { price: 0.05 } } } });
  await save(user, 'Budget');
  expect(screen.queryByLabelText('Settings problems')).toBeNull();
});

/** Fills in each value, saves, and expects an error at the field, which a correct value removes. */
async function expectErrors(section: string, field: HTMLElement, values: string[], text: string) {
  for (const value of values) {
    fill(field, value);
    fireEvent.click(screen.getByLabelText(`Save ${section.toLowerCase()}`));
    await screen.findByText(text);
    expect(document.activeElement, value).toBe(field);
    fill(field, '5');
    await waitFor(() => expect(screen.queryByText(text), value).toBeNull());
  }
  discard(section);
  await waitFor(() => expect(findSave(section)).toBeNull());
}

test('keeps each invalid amount and price unsaved and shows its error', async () => {
  const { user, saves } = openSettings({}, <FewSections />);
  await waitForSection();
  choose('Monthly limit', 'Limit');
  const dollars = screen.getByLabelText('Dollars per month');
  const amounts = ['5 dollars', '-1', '1000001', ''];
  await expectErrors('Budget', dollars, amounts, 'Enter an amount from $0 to $1,000,000');
  const addPrice = () => user.click(screen.getByText('Add price'));
  await addPrice();
  const price = findPrice(1).getByLabelText('Price');
  await expectErrors('Prices', price, ['free', '-1', '10.01', ''], 'Enter a price from $0 to $10');

  for (const number of [1, 2]) {
    await addPrice();
    fill(findPrice(number).getByLabelText('Price'), '1');
  }
  await pressSave(user, 'Prices');
  await findPrice(2).findByText('There is already a price for these options');
  expect(saves).toEqual([]);
});

test("keeps the changes when a save fails or conflicts with another admin's", async () => {
  const { user, server, saves } = openSettings({}, <FewSections />);
  await waitForSection();
  choose('Monthly limit', 'Limit');
  const findDollars = () => screen.getByLabelText('Dollars per month');
  fill(findDollars(), '5');
  server.failure = () => Response.json({}, { status: 500 });
  await pressSave(user, 'Budget');
  await expectFailureToast();
  expect(findDollars()).toHaveProperty('value', '5');
  server.failure = undefined;

  const { budget } = server.settings;
  server.settings.budget = { ...budget, settings: { monthlyDollars: 500 }, version: 'theirs' };
  await pressSave(user, 'Budget');
  await findSection('Budget').findByText('Another admin changed these settings. Your changes are not saved.');
  expect(findDollars()).toHaveProperty('value', '5');
  expect(findSave('Budget')).toHaveProperty('disabled', true);
  expect(server.settings.budget.settings).toEqual({ monthlyDollars: 500 });
  await user.click(screen.getByText('Load their version'));
  await waitFor(() => expect(findDollars()).toHaveProperty('value', '500'));
  fill(findDollars(), '600');
  await save(user, 'Budget');
  expect(saves.at(-1)?.settings).toEqual({ monthlyDollars: 600 });
});

test('asks before a link loses changes, and only then', async () => {
  const { user } = openSettings(
    {},
    <>
      <Link to="/library">Library</Link>
      <Link to="?sort=name">Sort</Link>
      <LeaveGuard>
        <FewSections />
      </LeaveGuard>
    </>,
  );
  await waitForSection();
  const findDialog = () => within(screen.getByRole('dialog', { name: 'Leave without saving?' }));
  choose('Monthly limit', 'No limit');
  fill(screen.getByLabelText('Creator'), 'Studio');
  fill(screen.getByLabelText('Copyright notice'), 'Studio, 2026');
  await user.click(screen.getByText('Sort'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByText('Library'));
  expect(findDialog().getByText('Unsaved changes: Budget, Exported files.')).toBeDefined();
  await user.click(findDialog().getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readLocation()).toBe(`${SETTINGS_PATH}?sort=name`);
  discard('Budget');
  await user.click(screen.getByText('Library'));
  expect(findDialog().getByText('Unsaved changes: Exported files.')).toBeDefined();
  await user.click(findDialog().getByText('Leave'));
  await waitFor(() => expect(readLocation()).toBe('/library'));
  discard('Exported files');
  await user.click(screen.getByText('Sort'));
  expect(readLocation()).toBe('/library?sort=name');
});

test("follows another admin's changes when the tab becomes visible", async () => {
  const { server, requests } = openSettings({}, <FewSections />);
  await waitForSection();
  const { budget } = server.settings;
  server.settings.budget = { ...budget, settings: { monthlyDollars: 77 }, version: 'theirs' };
  setVisible(true);
  await waitFor(() => expect(screen.getByLabelText('Dollars per month')).toHaveProperty('value', '77'));
  expect(findSave('Budget')).toBeNull();
  expect(requests.map(({ path }) => path)).toEqual([SETTINGS_CALL, SETTINGS_CALL]);
});
