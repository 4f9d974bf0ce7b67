/** How the Keyword Generator reads, from the form to the results. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import {
  expectAnnounced,
  expectAnnouncedBatch,
  listenToAnnouncements,
  takeAnnouncements,
} from '../support/announcements.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard, openOptions, waitForText } from '../support/generator-page.ts';
import { renameAndFinish } from '../support/history-actions.ts';
import { findForm, generate, KEYWORD_PAGE, openResults } from '../support/keyword-page.ts';
import { makeAnswer } from '../support/keywords.ts';
import { drawPicture } from '../support/pictures.ts';
import { readTree } from '../support/read-tree.ts';
import { addFaults, release, setLatency } from '../support/sandbox.ts';
import { choosePictures, waitForCount } from '../support/uploads-page.ts';

beforeEach(() => setLatency(0));
afterEach(release);

const KEYWORDS = ['red kite', 'hill', 'summer'];

async function readForm(page: Page): Promise<void> {
  await findForm(page).getByText('$0.0040').waitFor();
  await takeAnnouncements(page);
  await choosePictures(page, [
    { name: 'kite.png', bytes: await drawPicture() },
    { name: 'late sea.png', bytes: await drawPicture() },
  ]);
  await waitForCount(page, 2);
  await openOptions(page);
  await eventually(() => findForm(page).locator('img').count()).toBe(2);
  await findForm(page).getByText('Sandbox: OpenAI').waitFor();
  expect(await readTree(findForm(page))).toMatchInlineSnapshot(`
    "- region "Upload images":
      - heading "Upload images" [level=2]
      - text: "Sandbox: OpenAI"
      - button "Drop images here or click to select JPEG, PNG, WEBP and GIF Up to 100 images, 20 MB each"
      - button "Choose a folder"
      - status: 2 image(s) selected
      - region "2 image(s) selected":
        - text: 2 image(s) selected
        - button "Clear All"
        - list:
          - listitem:
            - paragraph: kite.png
            - text: 48 × 32 · (size)
            - button "Remove kite.png"
          - listitem:
            - paragraph: late sea.png
            - text: 48 × 32 · (size)
            - button "Remove late sea.png"
      - button "More options" [expanded]
      - text: Context for the whole batch
      - textbox "Context for the whole batch":
        - /placeholder: "What the images have in common: a place, an event, a product"
      - text: Words that must appear
      - textbox "Words that must appear":
        - /placeholder: Type a word and press Enter
      - status
      - text: Words that must not appear
      - textbox "Words that must not appear":
        - /placeholder: Type a word and press Enter
      - status
      - text: Number of keywords Up to 50
      - slider "Number of keywords": "50"
      - text: Language
      - combobox "Language":
        - option "English" [selected]
      - text: Ready
      - radiogroup "Ready":
        - radio "Now" [checked]
        - radio "Within 24 hours"
      - status "Estimated cost": $0.0080 2 images × $0.0040
      - button "Generate keywords for 2 images""
  `);
  await expectAnnounced(page, '2 image(s) selected', '$0.0080 2 images × $0.0040');
}

async function readBatch(page: Page): Promise<void> {
  const card = findCard(page, await generate(page));
  await waitForText(card, '1/2 completed');
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "(date)":
      - heading "(date)" [level=3]
      - button "Rename"
      - text: 1/2 completed
      - time: (time ago)
      - text: (time left)
      - progressbar "1/2 completed"
      - group "Images":
        - button "Open image 1"
      - text: (dollars) so far, about $0.0080 in all
      - time: Expires in (time)
      - button "Cancel"
      - button "Download ZIP"
      - button "Export CSV"
      - button "Other exports"
      - button "View results"
      - button "Delete"
      - button "More actions""
  `);
  await renameAndFinish(card, 'Kites', 2);
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "Kites":
      - heading "Kites" [level=3]
      - button "Rename"
      - text: 2/2 completed
      - time: (time ago)
      - text: Done
      - group "Images":
        - button "Open image 1"
        - button "Open image 2"
      - text: Cost (dollars), estimated $0.0080
      - time: Expires in (time)
      - button "Download ZIP"
      - button "Export CSV"
      - button "Other exports"
      - button "View results"
      - button "Delete"
      - button "More actions""
  `);
  await expectAnnouncedBatch(page, 'Kites', 2);

  const results = await openResults(page, card);
  await eventually(() => results.locator('img').count()).toBe(2);
  // The other one has forty keywords.
  const [tree = ''] = (await readTree(results)).split('- img "late sea.png"');
  expect(tree).toMatchInlineSnapshot(`
    "- dialog "Results for Kites":
      - heading "Results for Kites" [level=2]
      - button "Close"
      - searchbox "Search results"
      - status: 2 images
      - list "Results":
        - listitem:
          - img "kite.png"
          - group "kite.png":
            - paragraph: kite.png
            - status
            - button "Copy all"
            - text: Title 20 / 200
            - button "Copy title"
            - textbox "Title": Red kite over a hill
            - status
            - text: Description 54 / 500
            - button "Copy description"
            - textbox "Description": A red kite flies over a green hill in the summer wind.
            - status
            - text: Category
            - combobox "Category":
              - option "Landscapes" [selected]
            - text: Keywords 3 / 50
            - button "Copy keywords"
            - list "Keywords":
              - listitem:
                - button "red kite, 1 of 3": red kite
                - button "Remove red kite"
              - listitem:
                - button "hill, 2 of 3": hill
                - button "Remove hill"
              - listitem:
                - button "summer, 3 of 3": summer
                - button "Remove summer"
            - textbox "Keywords":
              - /placeholder: ""
            - status
            - status
        - listitem:
          "
  `);
}

test('a screen reader follows pictures from the form to their keywords', async () => {
  await addFaults(
    {
      provider: 'openai',
      match: { promptIncludes: 'kite.png' },
      fault: {
        kind: 'says',
        text: makeAnswer({ seo_image_title: 'Red kite over a hill', keywords: KEYWORDS }),
      },
    },
    { provider: 'openai', match: { promptIncludes: 'late sea.png' }, fault: { kind: 'hold' } },
  );
  await withPage(
    async (page) => {
      await readForm(page);
      await readBatch(page);
    },
    { path: KEYWORD_PAGE, as: await signIn(newEmail()), arrange: listenToAnnouncements },
  );
});
