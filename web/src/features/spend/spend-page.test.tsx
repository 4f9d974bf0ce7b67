import { createSpend, FORMULA_EMAIL, NOON } from '@portal/contracts/examples/api-status';
import { getSpend } from '@portal/contracts/spend';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ALL_TOOLS } from '../../testing/all-tools.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart } from '../../testing/open-part.tsx';
import { findPanel, readBars } from '../../testing/read-page.ts';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { makeSpendCsv } from './spend-csv.ts';
import { SpendPage } from './spend-page.tsx';

const SPEND = getSpend.path.replace('{month}', '');

/** Opens the page at noon. `server` is what the next requests get. */
function openSpend() {
  vi.useFakeTimers({ now: NOON, shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const server = {
    readSpend: (month: string): Response | Promise<Response> => Response.json(createSpend({ month })),
  };
  const requests = answerByPath(({ path }) =>
    path.startsWith(SPEND) ? server.readSpend(path.slice(SPEND.length)) : undefined,
  );
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <SpendPage />
    </ToolsContext>,
    { role: 'admin' },
  );
  return { user, server, requests };
}

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

const findMonth = () => screen.getByRole('combobox', { name: 'Month' });
const findMeter = () => screen.queryByLabelText('Budget used');
const findDownload = () => screen.getByText('Download CSV');

test('shows and exports spend by tool and person [D-media.10, D-media.11]', async () => {
  const files = recordFiles();
  const { user, requests } = openSpend();
  await screen.findByText('$84.21');
  const spend = findPanel('Budget');
  expect(spend.getByText('of $120.50')).toBeDefined();
  expect(spend.getByText('70% used')).toBeDefined();
  expect(findMeter()?.getAttribute('aria-valuenow')).toBe('70');
  expect(spend.queryByText('calls in progress')).toBeNull();
  expect(readBars('Spend by tool')).toEqual([
    ['Bulk Image Generator', '$60.20, estimated $64.00'],
    ['Stylizer', '$24.00'],
    ['Keyword Generator', '$0.0056, estimated $0.0050'],
  ]);
  expect(readBars('Spend by person')).toEqual([
    ['ada@studio.example', '$70.00'],
    ['Deleted account', '$14.20'],
    [FORMULA_EMAIL, '$0.0056'],
  ]);

  // The export needs no request.
  const before = requests.length;
  await user.click(findDownload());
  expect(requests).toHaveLength(before);
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
  const { user, server } = openSpend();
  await screen.findByText('$84.21');
  const months = within(findMonth()).getAllByRole('option');
  expect(months).toHaveLength(12);
  expect([months.at(0), months.at(-1)].map((month) => month?.textContent)).toEqual([
    'November 2026',
    'December 2025',
  ]);

  const october = Promise.withResolvers<Response>();
  server.readSpend = () => october.promise;
  await user.selectOptions(findMonth(), 'October 2026');
  // While the page still shows the previous month, the chosen one is saved.
  await user.click(findDownload());
  expect(screen.getByText('$84.21')).toBeDefined();
  expect(files).toEqual([]);
  october.resolve(Response.json(OCTOBER));
  await screen.findByText('Budget used up');
  expect(screen.getByText('Up to $0.25 more for calls in progress')).toBeDefined();
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['spend-2026-10.csv']));
  expect(await files[0]?.text).toContain('2026-10,');
  expect(findMeter()?.getAttribute('aria-valuenow')).toBe('100');
  expect(readBars('Spend by person')).toHaveLength(8);
  await user.click(screen.getByText('Show all 11'));
  expect(readBars('Spend by person')).toHaveLength(11);

  server.readSpend = () => Response.json(SEPTEMBER);
  await user.selectOptions(findMonth(), 'September 2026');
  await screen.findByText('No spend in September 2026.');
  expect(screen.getByText('spent, no budget set')).toBeDefined();
  expect(findMeter()).toBeNull();
});

test('fails and loads again with Try again', async () => {
  const { user, server } = openSpend();
  const { readSpend } = server;
  server.readSpend = () => Response.json({}, { status: 403 });
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Spend could not be loaded')).toBeDefined();
  expect(alert.getByText('Access denied. Please check your permissions.')).toBeDefined();
  expect(findDownload()).toHaveProperty('disabled', true);
  server.readSpend = readSpend;
  await user.click(alert.getByText('Try again'));
  await screen.findByText('of $120.50');
  expect(screen.queryByRole('alert')).toBeNull();
});
