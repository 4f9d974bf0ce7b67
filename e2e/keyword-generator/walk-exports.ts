/** Checks the CSVs and the ZIP of the walk's batch. */
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { digestPixels } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import {
  chooseExport,
  download,
  downloadZip,
  findAction,
  toggleShortNames,
} from '../support/keyword-page.ts';

/** The model's title for a place. */
export const titleOf = (place: string) =>
  `Red kite above a ${place}, seen from the old tower in the wind of an evening in August`;
export const KEYWORDS = [
  'red kite',
  'bird of prey',
  'wings',
  'summer',
  'sky',
  'flight',
  'evening',
  'hunting',
];
export const FORMULA = '=HYPERLINK("https://evil.example","Click")';
/** The user's edits of one image. */
export const CHANGED_KEYWORDS = [...KEYWORDS.slice(0, -1), 'sand dunes', 'thermals'];

const BYTE_ORDER_MARK = '\ufeff';

/** Parsed with an independent library. */
function readCsv({ bytes }: { bytes: Buffer }) {
  const text = bytes.toString('utf8');
  expect(text.startsWith(BYTE_ORDER_MARK)).toBe(true);
  const [columns = [], ...rows]: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
  return {
    columns,
    rows: rows.map((cells) =>
      Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])),
    ),
  };
}

export async function exportPlain(page: Page, card: Locator, files: Readonly<Record<string, Buffer>>) {
  for (const maxLength of [120, 29]) {
    const calls: string[] = [];
    const note = (request: { url: () => string }) =>
      /\/api\/(?!library)/.test(request.url()) ? calls.push(request.url()) : undefined;
    page.on('request', note);
    const csv = await download(page, () => findAction(card, 'Export CSV').click());
    page.off('request', note);
    expect(calls).toEqual([]);
    expect(csv.name).toMatch(/^\d+_\d+_\d+__\d+_\d+_[AP]M_keywords\.csv$/);
    const { columns, rows } = readCsv(csv);
    expect(columns).toEqual(['Filename', 'Title', 'Description', 'Keywords']);
    expect(rows).toHaveLength(10);
    const dune = rows.find(({ Keywords = '' }) => Keywords.includes('sand dunes'));
    expect(dune).toMatchObject({ Title: `'${FORMULA}`, Keywords: CHANGED_KEYWORDS.join(', ') });
    const lake = rows.find(({ Title }) => Title === titleOf('lake'));
    expect(lake?.['Keywords']).toBe(KEYWORDS.join(', '));

    const zip = await downloadZip(page, card);
    expect(zip.name).toBe(csv.name.replace('.csv', '.zip'));
    const zipped = await readZip(zip.bytes);
    expect(zipped.map(({ name }) => name)).toEqual(rows.map(({ Filename }) => Filename));
    const longest = Math.max(...zipped.map(({ name }) => name.length));
    expect(longest).toBeLessThanOrEqual(maxLength);
    // The texts are inside; the pixels are the same.
    const uploaded = new Set(await Promise.all(Object.values(files).map(digestPixels)));
    for (const { bytes } of zipped) expect(uploaded).toContain(await digestPixels(bytes));
    const lakeFile = zipped.find(({ name }) => name === lake?.['Filename']);
    const none = Buffer.alloc(0);
    expect(await digestPixels(lakeFile?.bytes ?? none)).toBe(await digestPixels(files['lake.jpg'] ?? none));
    await toggleShortNames(page, card);
  }
}

export async function exportForAgencies(page: Page, card: Locator) {
  await chooseExport(page, card, 'Adobe Stock CSV');
  const adobe = page.getByRole('dialog', { name: 'Adobe Stock CSV' });
  // The texts of the slow image are not checked.
  await adobe.getByText(/^Adobe Stock may reject (9|10) of 10 images\.$/).waitFor();
  const problems = adobe.getByRole('list', { name: 'Problems' });
  await problems.getByText('Title contains a comma.').first().waitFor();
  await problems
    .getByText(/^Title has \d+ characters; the limit is 70\.$/)
    .first()
    .waitFor();
  await problems
    .getByText(/^File name has \d+ characters; the limit is 30\.$/)
    .first()
    .waitFor();
  await problems.getByText(/^Title contains special characters: = /).waitFor();
  await problems.getByRole('button', { name: 'Use short names' }).first().click();
  await adobe.getByRole('checkbox', { name: 'Short file names in CSV and ZIP', checked: true }).waitFor();
  await adobe.getByRole('button', { name: /^Fix \d+ images$/ }).click();
  await adobe.getByText('No problems found for Adobe Stock.').waitFor();
  const adobeCsv = await download(page, () =>
    adobe.getByRole('button', { name: 'Download', exact: true }).click(),
  );
  expect(adobeCsv.name).toMatch(/_adobe_stock\.csv$/);
  const forAdobe = readCsv(adobeCsv);
  expect(forAdobe.columns).toEqual(['Filename', 'Title', 'Keywords', 'Category', 'Releases']);
  for (const { Title = '', Category } of forAdobe.rows) {
    expect(Title).toMatch(/^[\p{L}\p{N} .'-]{1,70}$/u);
    expect(Category).toMatch(/^\d+$/);
  }
  await adobe.waitFor({ state: 'detached' });

  await chooseExport(page, card, 'Shutterstock CSV');
  const shutterstock = page.getByRole('dialog', { name: 'Shutterstock CSV' });
  await shutterstock.getByText(/^Shutterstock may reject [12] of 10 images\.$/).waitFor();
  await shutterstock.getByText('Shutterstock accepts only JPEG; this file is PNG.').waitFor();
  const shutterstockCsv = await download(page, () =>
    shutterstock.getByRole('button', { name: 'Download anyway' }).click(),
  );
  const forShutterstock = readCsv(shutterstockCsv);
  expect(forShutterstock.columns).toEqual([
    'Filename',
    'Description',
    'Keywords',
    'Categories',
    'Editorial',
    'Mature content',
    'illustration',
  ]);
  await shutterstock.waitFor({ state: 'detached' });

  const names = (await readZip((await downloadZip(page, card)).bytes)).map(({ name }) => name);
  expect(names).toHaveLength(10);
  for (const { rows } of [forAdobe, forShutterstock])
    expect(rows.map(({ Filename }) => Filename)).toEqual(names);
}
