// @vitest-environment happy-dom
import { createSpend, FORMULA_EMAIL } from '@portal/contracts/examples/api-status';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findPanel, readBars } from '../../shared/testing/read-page.ts';
import { makeSpendCsv } from './spend/spend-csv.ts';
import { openApiManagement, SPEND } from './testing/open-api-management.tsx';

const TITLES: Readonly<Record<string, string>> = {
  'image-generator': 'Bulk Image Generator',
  stylizer: 'Stylizer',
  'keyword-generator': 'Keyword Generator',
};

/** What the page saves. */
function recordFiles() {
  const files: { name: string; text: Promise<string> }[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((saved) => {
    if (saved instanceof Blob) blob = saved;
    return 'blob:spend';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blob.arrayBuffer().then((bytes) => DECODER.decode(bytes)) });
  });
  return files;
}
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

const openMonths = () => fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Month' }));
const chooseMonth = (month: string) => {
  openMonths();
  fireEvent.click(within(screen.getByRole('listbox')).getByText(month));
};
const findMeter = () => screen.queryByLabelText('Budget used');
const findDownload = () => screen.getByText('Download CSV');

test('shows and exports spend by tool and person [D-media.10, D-media.11]', async () => {
  const files = recordFiles();
  const { user, countReads } = openApiManagement();
  const spend = findPanel('Spend');
  await spend.findByText('$84.21');
  expect(spend.getByText('of $120.50')).toBeDefined();
  expect(spend.getByText('70% used')).toBeDefined();
  expect(findMeter()?.getAttribute('aria-valuenow')).toBe('70');
  expect(spend.queryByText('calls in progress')).toBeNull();
  expect(readBars('Spend by tool')).toEqual([
    ['Bulk Image Generator', '$60.20 of about $64.00'],
    ['Stylizer', '$24.00'],
    ['Keyword Generator', '$0.0056 of about $0.005'],
  ]);
  expect(readBars('Spend by person')).toEqual([
    ['ada@studio.example', '$70.00'],
    ['Deleted account', '$14.20'],
    [FORMULA_EMAIL, '$0.0056'],
  ]);

  // The export needs no request.
  const before = countReads(SPEND);
  await user.click(findDownload());
  expect(countReads(SPEND)).toBe(before);
  expect(files.map(({ name }) => name)).toEqual(['spend-2026-11.csv']);
  const text = await files[0]?.text;
  expect(text).toBe(makeSpendCsv(createSpend(), (tool) => TITLES[tool] ?? tool));
  expect(text).toContain(`2026-11,Person,'${FORMULA_EMAIL},formula,0.0056\r\n`);
});

const people = Array.from({ length: 11 }, (_, index) => ({
  uid: `uid-${index}`,
  email: `person-${index}@studio.example`,
  dollars: 11 - index,
}));
const OCTOBER = createSpend({
  month: '2026-10',
  dollars: 66,
  reserved: 0.25,
  budget: 66,
  byTool: [],
  byPerson: people,
});
const SEPTEMBER = createSpend({ month: '2026-09', dollars: 0, budget: null, byTool: [], byPerson: [] });

test('shows and exports each of twelve months', async () => {
  const files = recordFiles();
  const { user, server } = openApiManagement();
  const spend = findPanel('Spend');
  await spend.findByText('$84.21');
  openMonths();
  const months = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(months).toHaveLength(12);
  expect([months.at(0), months.at(-1)].map((month) => month?.textContent)).toEqual([
    'November 2026',
    'December 2025',
  ]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

  const october = Promise.withResolvers<Response>();
  server.readSpend = () => october.promise;
  chooseMonth('October 2026');
  // The page still shows the previous month, whose CSV would get the wrong name.
  await waitFor(() => expect(findDownload()).toHaveProperty('disabled', true));
  expect(spend.getByText('$84.21')).toBeDefined();
  october.resolve(Response.json(OCTOBER));
  await spend.findByText('Budget used up');
  expect(spend.getByText('Up to $0.25 more for calls in progress')).toBeDefined();
  await user.click(findDownload());
  expect(files.map(({ name }) => name)).toEqual(['spend-2026-10.csv']);
  expect(findMeter()?.getAttribute('aria-valuenow')).toBe('100');
  expect(readBars('Spend by person')).toHaveLength(8);
  await user.click(spend.getByText('Show all 11'));
  expect(readBars('Spend by person')).toHaveLength(11);

  server.readSpend = () => Response.json(SEPTEMBER);
  chooseMonth('September 2026');
  await spend.findByText('No spend in September 2026.');
  expect(spend.getByText('spent, no budget set')).toBeDefined();
  expect(findMeter()).toBeNull();
});
