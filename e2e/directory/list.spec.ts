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
      await expect.poll(() => rows.count()).toBe(10);

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

test('each heading is on one line, where a text of its column begins or ends', () => {
  const outsider = createUser({
    email: 'outsider@elsewhere.example',
    access: 'not-allowed',
    isWhitelisted: false,
  });
  return withPage(
    async (page) => {
      const email = page.getByText(outsider.email, { exact: true });
      await email.waitFor();
      for (const width of [1240, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const columns = await findUsers(page).evaluate(measureColumns);
        expect(columns).toHaveLength(6);
        for (const { title, lines, distance } of columns.flat()) {
          expect(distance, `${title}, ${width} px`).toBeLessThan(1);
          expect(lines).toBe(1);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await email.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    },
    { as: 'admin', path: DIRECTORY_PAGE, arrange: (page) => answerWithUsers(page, [outsider]) },
  );
});

/** Runs in the page: the headings of each column, and how far each is from the nearest edge of a text in the first row. */
function measureColumns(table: Element) {
  const listTexts = (cell: Element) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const texts: Range[] = [];
    while (walker.nextNode()) {
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      texts.push(range);
    }
    return texts;
  };
  const cells = [...(table.querySelector('tbody [data-index]')?.children ?? [])];
  return [...table.querySelectorAll('thead th')].map((heading, index, { length }) => {
    const edge = index === length - 1 ? 'right' : 'left';
    const edges = listTexts(cells[index] ?? table).map((text) => text.getBoundingClientRect()[edge]);
    return listTexts(heading).map((text) => ({
      title: text.toString(),
      lines: text.getClientRects().length,
      distance: Math.min(...edges.map((each) => Math.abs(each - text.getBoundingClientRect()[edge]))),
    }));
  });
}
