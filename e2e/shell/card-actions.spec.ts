import { expect, test } from 'vitest';
import * as histories from '../accessibility/tool-histories.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';
import { readSettled } from '../support/read-settled.ts';

/** What the spec calls the actions of a finished batch: first those that come while it runs, and to delete last. */
const TOOLS = {
  'bulk-image-generator': [histories.generator, ['Download ZIP', 'Copy Settings', 'View images', 'Delete']],
  'upscale-enhancement': [histories.upscale, ['Download ZIP', 'View all images', 'Delete']],
  'keyword-generator': [histories.keywords, ['Download ZIP', 'Export CSV', 'View results', 'Delete']],
  stylizer: [histories.stylizer, ['Download All', 'View Images', 'Delete Batch']],
} as const;

test.each(Object.entries(TOOLS))(
  'from 1024 px, the actions of %s have words, in one line, and stay where they are when the batch ends',
  (tool, [{ finished, batches }, labels]) =>
    withPage(
      async (page) => {
        const find = (label: string, id = finished.id) =>
          findCard(page, id).getByText(label, { exact: true });
        /** From the left of their card. */
        const measureLefts = async (id: string) => {
          const card = await findCard(page, id).boundingBox();
          const lefts = labels.map(async (label) => {
            const words = find(label, id);
            if ((await words.count()) === 0) return undefined;
            return Math.round(((await words.boundingBox())?.x ?? 0) - (card?.x ?? 0));
          });
          return Promise.all(lefts);
        };
        const readLine = async () => {
          const boxes = await Promise.all(labels.map((label) => find(label).boundingBox()));
          return [
            new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size,
            boxes.map((box) => box?.x ?? 0),
          ] as const;
        };
        for (const width of [1024, 1280, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          await readSettled(page, async () => (await findCard(page, finished.id).boundingBox())?.width ?? 0);
          for (const label of labels) {
            const words = find(label);
            const measure = async () => (await words.boundingBox())?.width ?? 0;
            // Hidden words are one pixel wide.
            await eventually(measure, `${label} at ${width} px`).toBeGreaterThan(3 * label.length);
          }
          const [lines, lefts] = await readLine();
          expect([lines, lefts]).toEqual([1, lefts.toSorted((one, other) => one - other)]);
          // There, those of a batch with failed items take two lines.
          if (width === 1024) continue;
          const ended = await measureLefts(finished.id);
          // One waits, the other runs.
          for (const { id } of batches.slice(0, 2)) {
            const active = await measureLefts(id);
            expect(active).toEqual(ended.map((left, index) => active[index] && left));
          }
        }
      },
      {
        as: 'artist',
        path: `/tools/${tool}`,
        arrange: (page) => histories.serve(page),
        expectedErrors: [/404/],
      },
    ),
);
