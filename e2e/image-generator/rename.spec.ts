import { expect, test } from 'vitest';
import { withPage } from '../support/browser.ts';
import {
  answerWithBatches,
  createBatch,
  eventually,
  findCard,
  GENERATOR_PAGE,
} from '../support/generator-page.ts';

test('ignores empty and too long names; Enter saves and Escape cancels [P4.13, T2.1.15, T5.3.1, T5.3.2, T9.0.7]', () => {
  const batch = createBatch({ customName: 'As it was' });
  const sent: unknown[] = [];
  return withPage(
    async (page) => {
      const card = findCard(page, batch.id);
      const rename = async (name: string, key: string) => {
        await card.getByRole('button', { name: 'Rename' }).click();
        await card.getByRole('textbox', { name: 'Batch name' }).fill(name);
        await page.keyboard.press(key);
        await card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();
      };
      await rename('', 'Enter');
      await rename('   ', 'Enter');
      await rename('n'.repeat(151), 'Enter');
      await rename('Another', 'Escape');
      await card.getByRole('button', { name: 'Rename' }).click();
      await card.getByRole('textbox', { name: 'Batch name' }).fill('Another');
      await card.getByRole('button', { name: 'Cancel', exact: true }).click();
      await card.getByRole('heading', { name: 'As it was', exact: true }).waitFor();
      expect(sent).toEqual([]);
      await card.getByRole('button', { name: 'Rename' }).click();
      await card.getByRole('textbox', { name: 'Batch name' }).fill('n'.repeat(150));
      await card.getByRole('button', { name: 'Save' }).click();
      await eventually(() => sent).toEqual([{ name: 'n'.repeat(150) }]);
    },
    {
      as: 'artist',
      path: GENERATOR_PAGE,
      arrange: async (page) => {
        await answerWithBatches(page, [batch]);
        await page.route('**/name', (route) => {
          sent.push(route.request().postDataJSON());
          return route.fulfill({ json: { success: true, batch } });
        });
      },
    },
  );
});
