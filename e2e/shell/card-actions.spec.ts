import { expect, test } from 'vitest';
import * as histories from '../accessibility/tool-histories.ts';
import { withPage } from '../support/browser.ts';
import { eventually, findCard } from '../support/generator-page.ts';

/** What the spec calls the actions of a finished batch: first to look, then to take, and to delete last. */
const TOOLS = {
  'bulk-image-generator': [
    histories.generator.finished,
    ['View images', 'Download ZIP', 'Copy Settings', 'Delete'],
  ],
  'upscale-enhancement': [histories.upscale.finished, ['View all images', 'Download ZIP', 'Delete']],
  'keyword-generator': [
    histories.keywords.finished,
    ['View results', 'Download ZIP', 'Export CSV', 'Delete'],
  ],
  stylizer: [histories.stylizer.finished, ['View Images', 'Download All', 'Delete Batch']],
} as const;

test.each(Object.entries(TOOLS))(
  'from 1024 px, the actions of %s have words, in one line',
  (tool, [{ id }, labels]) =>
    withPage(
      async (page) => {
        const find = (label: string) => findCard(page, id).getByText(label, { exact: true });
        const readLine = async () => {
          const boxes = await Promise.all(labels.map((label) => find(label).boundingBox()));
          return [
            new Set(boxes.map((box) => Math.round(box?.y ?? 0))).size,
            boxes.map((box) => box?.x ?? 0),
          ] as const;
        };
        for (const width of [1024, 1280, 2560]) {
          await page.setViewportSize({ width, height: 900 });
          for (const label of labels) {
            const words = find(label);
            const measure = async () => (await words.boundingBox())?.width ?? 0;
            // Hidden words are one pixel wide.
            await eventually(measure, `${label} at ${width} px`).toBeGreaterThan(3 * label.length);
          }
          const [lines, lefts] = await readLine();
          expect([lines, lefts]).toEqual([1, lefts.toSorted((one, other) => one - other)]);
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
