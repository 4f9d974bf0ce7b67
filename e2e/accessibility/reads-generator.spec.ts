/** How the Bulk Image Generator reads, from the form to the viewer. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { waitForIdle } from '../support/batches.ts';
import { withPage } from '../support/browser.ts';
import {
  choose,
  eventually,
  findCard,
  findForm,
  findPrompt,
  findQuantity,
  findSubmit,
  GENERATOR_PAGE,
  submit,
  waitForText,
} from '../support/generator-page.ts';
import { makePrompt } from '../support/generator.ts';
import { renameAndFinish } from '../support/history-actions.ts';
import { release, setLatency, storeOnly } from '../support/sandbox.ts';
import {
  expectAnnounced,
  expectAnnouncedBatch,
  listenToAnnouncements,
  takeAnnouncements,
} from '../support/announcements.ts';
import { readTree } from '../support/read-tree.ts';

beforeEach(async () => {
  await setLatency(0);
  await waitForIdle();
});
afterEach(release);

async function readForm(page: Page): Promise<void> {
  await findPrompt(page).fill('A red fox');
  await findForm(page).getByText('Sandbox: OpenAI').waitFor();
  expect(await readTree(findForm(page))).toMatchInlineSnapshot(`
    "- form "Generate Images":
      - heading "Generate Images" [level=2]
      - text: "Sandbox: OpenAI Prompt 9 / 1,000"
      - button "Prompt history"
      - textbox "Prompt":
        - /placeholder: Describe the images
        - text: A red fox
      - status
      - text: Quantity
      - slider "Quantity": "1"
      - textbox "Number of images": "1"
      - text: Provider
      - radiogroup "Provider":
        - radio "ChatGPT" [checked]
        - radio "Gemini"
        - radio "Stable Diffusion"
        - radio "Grok"
      - text: Quality
      - radiogroup "Quality":
        - radio "Low"
        - radio "Medium"
        - radio "High"
      - text: Background
      - radiogroup "Background":
        - radio "Transparent"
        - radio "Opaque"
      - text: Aspect ratio
      - radiogroup "Aspect ratio":
        - radio "1:1" [checked]
        - radio "2:3"
        - radio "3:2"
      - text: Output format
      - radiogroup "Output format":
        - radio "PNG"
        - radio "JPEG"
      - button "More options"
      - text: "Missing:"
      - list "Missing":
        - listitem:
          - button "Quality"
        - listitem:
          - button "Background"
        - listitem:
          - button "Output format"
      - status "Estimated cost": Estimated cost $0.17 1 image × $0.17, high quality · 10 for $1.67
      - button "Generate 1 image""
  `);
  await takeAnnouncements(page);
  await findSubmit(page).click();
  await page.getByText('Quality is required').waitFor();
  await expectAnnounced(page, 'Notification Missing Required Fields: Quality, Background, and Output format');
}

async function readBatch(page: Page): Promise<void> {
  await choose(page, 'Quality', 'Low');
  await choose(page, 'Background', 'Opaque');
  await choose(page, 'Output format', 'JPEG');
  await findPrompt(page).fill(makePrompt('A red fox'));
  await findQuantity(page).fill('3');
  await takeAnnouncements(page);
  await storeOnly(1, 'image-generator');
  const id = await submit(page);
  const card = findCard(page, id);
  await waitForText(card, '1/3 completed');
  await eventually(() => card.locator('img').count()).toBe(1);
  // Any of them may be the first.
  expect((await readTree(card)).replace(/Open image \d/, 'Open image (n)')).toMatchInlineSnapshot(`
    "- article "(date)":
      - strong: A red fox
      - button "View prompt"
      - heading "(date)" [level=3]
      - button "Rename"
      - text: 1/3 completed ChatGPT GPT Image 1
      - time: (time ago)
      - text: (time left)
      - progressbar "1/3 completed"
      - group "Images":
        - button "Open image (n)"
      - text: (dollars) so far, about $0.03 in all
      - time: Expires in (time)
      - button "Cancel"
      - button "Download ZIP"
      - button "Copy Settings"
      - button "View images"
      - button "Delete"
      - button "More actions""
  `);
  await renameAndFinish(card, 'Foxes', 3);
  expect(await readTree(card)).toMatchInlineSnapshot(`
    "- article "Foxes":
      - strong: A red fox
      - button "View prompt"
      - heading "Foxes" [level=3]
      - button "Rename"
      - text: 3/3 completed ChatGPT GPT Image 1
      - time: (time ago)
      - text: Done
      - group "Images":
        - button "Open image 1"
        - button "Open image 2"
        - button "Open image 3"
      - text: Cost (dollars), estimated $0.03
      - time: Expires in (time)
      - button "Download ZIP"
      - button "Copy Settings"
      - button "View images"
      - button "Delete"
      - button "More actions""
  `);
  await expectAnnouncedBatch(page, 'Foxes', 3, 'A red fox');

  await card.getByRole('button', { name: 'Open image 1' }).click();
  const viewer = page.getByRole('dialog');
  await viewer.locator('img[src^="blob:"]').waitFor();
  expect(await readTree(viewer)).toMatchInlineSnapshot(`
    "- dialog "Foxes_001.jpg":
      - status: Foxes_001.jpg, image 1 of 3
      - paragraph: Foxes_001.jpg 1 / 3
      - button "Star"
      - button "Mark for deletion"
      - button "Send to"
      - button "Use these settings"
      - button "More like this"
      - button "Details" [pressed]
      - button "Zoom out" [disabled]
      - button "Fit to window" [disabled]
      - button "Zoom in"
      - button "Full screen"
      - button "Download Foxes_001.jpg"
      - button "Close"
      - img "Foxes_001.jpg"
      - button "Next image"
      - region "Details":
        - paragraph: A red fox (mark)
        - region "Checks"
        - term: Tool
        - definition: Bulk Image Generator
        - term: Batch
        - definition:
          - link "Foxes":
            - /url: /tools/bulk-image-generator#batch-(id)
        - term: Size
        - definition: 1024 × 1024
        - term: Provider
        - definition: ChatGPT
        - term: Model
        - definition: GPT Image 1
        - term: Images
        - definition: "3"
        - term: Quality
        - definition: Low
        - term: Background
        - definition: Opaque
        - term: Aspect ratio
        - definition: 1:1
        - term: Output format
        - definition: JPEG
        - term: Batch cost
        - definition: (dollars), estimated $0.03
      - group "All pictures":
        - button "Show Foxes_001.jpg"
        - button "Show Foxes_002.jpg"
        - button "Show Foxes_003.jpg""
  `);
  await page.keyboard.press('ArrowRight');
  await viewer.getByText('2 / 3').waitFor();
  expect(await takeAnnouncements(page)).toMatchInlineSnapshot(`
    [
      "Foxes_001.jpg, image 1 of 3",
      "Foxes_002.jpg, image 2 of 3",
    ]
  `);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
}

test('a screen reader follows images from the form to the viewer', async () =>
  withPage(
    async (page) => {
      await readForm(page);
      await readBatch(page);
    },
    { path: GENERATOR_PAGE, as: await signIn(newEmail()), arrange: listenToAnnouncements },
  ));
