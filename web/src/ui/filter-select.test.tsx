import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPart } from '../testing/open-part.tsx';
import { FilterSelect } from './filter-select.tsx';

const VALUES = [
  ['done', 'Done'],
  ['failed', 'Failed'],
] as const;
const findSelect = (label: string) => screen.getByRole('combobox', { name: label });
const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('filters by a value, and by none', async () => {
  const onChoose = vi.fn<(value: string | undefined) => void>();
  const user = openPart(<FilterSelect label="State" value="done" values={VALUES} onChoose={onChoose} />);
  expect(listOptions()).toEqual(['State: all', 'Done', 'Failed']);
  expect(findSelect('State')).toHaveProperty('value', 'done');
  await user.selectOptions(findSelect('State'), 'Failed');
  await user.selectOptions(findSelect('State'), 'State: all');
  expect(onChoose.mock.calls).toEqual([['failed'], [undefined]]);
});

test('a choice that is always made offers no other', () => {
  openPart(
    <FilterSelect label="Sort by" value="done" values={VALUES} none={null} onChoose={() => undefined} />,
  );
  expect(listOptions()).toEqual(['Done', 'Failed']);
  expect(findSelect('Sort by').dataset['chosen']).toBe('false');
});
