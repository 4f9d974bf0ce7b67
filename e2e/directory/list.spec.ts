import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithUsers,
  chooseOption,
  createUser,
  DIRECTORY_PAGE,
  findRow,
  findUsers,
  search,
} from '../support/directory.ts';

const PEOPLE = Array.from({ length: 5000 }, (_, index) =>
  createUser({
    email: `person-${String(index).padStart(5, '0')}@studio.example`,
    access: index % 2 === 0 ? 'allowed' : 'banned',
  }),
);

test('renders only the visible rows of 5,000 users, and shows cards on a phone [P2.29]', () =>
  withPage(
    async (page) => {
      await page.getByText('5,000 users', { exact: true }).waitFor();
      const rows = findUsers(page).locator('tbody').getByRole('row');
      expect(await rows.count()).toBeLessThan(40);
      await findRow(page, 'person-00000@').waitFor();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await findRow(page, 'person-04999@').waitFor();
      expect(await rows.count()).toBeLessThan(40);
      await search(page, 'person-0250');
      await findRow(page, 'person-02505@').waitFor();
      expect(await rows.count()).toBe(10);

      // The URL keeps the filters.
      await chooseOption(page, 'Status', 'Banned');
      await page.reload();
      await page.getByText('2,500 of 5,000 users', { exact: true }).waitFor();

      // Chosen filters stay in view on a phone, too.
      await page.setViewportSize({ width: 360, height: 740 });
      const main = page.getByRole('main');
      await main.getByRole('combobox', { name: 'Status' }).waitFor();
      const controls = main.getByRole('button', { name: 'Add or filter' });
      await controls.click();
      expect(
        await main.locator('form, select, [role=combobox]:not(table *)').filter({ visible: true }).count(),
      ).toBe(0);
      await main.getByRole('searchbox', { name: 'Search' }).waitFor();
      await controls.click();
      for (const name of ['Role', 'Status', 'Sort by'])
        await main.getByRole('combobox', { name, exact: true }).waitFor();
      await main.getByRole('form', { name: 'Whitelist' }).waitFor();
      await controls.click();

      expect(await page.getByRole('columnheader').count()).toBe(0);
      const person = findRow(page, 'person-00001@');
      const measureOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await measureOverflow()).toBeLessThanOrEqual(0);
      const email = await person.getByText('person-00001@').boundingBox();
      const select = await person.getByRole('combobox').boundingBox();
      expect(select?.y).toBeGreaterThan((email?.y ?? 0) + (email?.height ?? 0));
      await person.getByRole('button', { name: /^Monthly limit of / }).click();
      await page.getByRole('dialog', { name: 'Monthly limit' }).waitFor();
      expect(await measureOverflow()).toBeLessThanOrEqual(0);
    },
    { as: 'admin', path: DIRECTORY_PAGE, arrange: (page) => answerWithUsers(page, PEOPLE) },
  ));

test('each heading is on one line, where its column begins or ends', () =>
  withPage(
    async (page) => {
      await findRow(page, 'person-00000@').waitFor();
      for (const width of [1240, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const columns = await findUsers(page).evaluate(measureColumns);
        expect(columns).toHaveLength(6);
        for (const { heading, cell, isLast, lines } of columns) {
          const edge = isLast ? 'right' : 'left';
          expect(Math.abs(heading[edge] - cell[edge]), `column at ${cell.left}, ${width} px`).toBeLessThan(1);
          expect(lines).toBe(1);
        }
      }
    },
    { as: 'admin', path: DIRECTORY_PAGE, arrange: (page) => answerWithUsers(page, PEOPLE.slice(0, 2)) },
  ));

/** Runs in the page: where each heading's text is, and what is below it in the first row: the text of its last button, or its first part. */
function measureColumns(table: Element) {
  const measure = (nodes: readonly Node[]) =>
    nodes.map((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return range.getBoundingClientRect();
    });
  const listTexts = (cell: Element) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    return measure(texts);
  };
  const cells = [...(table.querySelector('tbody [data-index]')?.children ?? [])];
  return [...table.querySelectorAll('thead th')].map((heading, index, { length }) => {
    const cell = cells[index] ?? heading;
    const isLast = index === length - 1;
    const texts = listTexts(heading);
    const content = isLast ? listTexts(cell).at(-1) : measure([...cell.childNodes])[0];
    return {
      isLast,
      lines: new Set(texts.map(({ top }) => Math.round(top))).size,
      heading: { left: texts[0]?.left ?? 0, right: texts.at(-1)?.right ?? 0 },
      cell: { left: content?.left ?? 0, right: content?.right ?? 0 },
    };
  });
}
