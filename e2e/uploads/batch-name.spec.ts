import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import * as keywords from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import * as stylizer from '../support/stylizer-page.ts';
import { choosePictures, findSelection, waitForCount } from '../support/uploads-page.ts';
import * as upscaler from '../support/upscale-page.ts';

const SHORT_US_TIME = /^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M$/;
/** Larger selections are uploaded to Cloud Storage first, then named in JSON. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

interface Tool {
  path: string;
  call: string;
  findSubmit: (page: Page) => Locator;
}
const TOOLS: [name: string, tool: Tool][] = [
  [
    'upscaler',
    { path: upscaler.UPSCALE_PAGE, call: upscaler.UPSCALE_CALL, findSubmit: upscaler.findProcess },
  ],
  [
    'keyword generator',
    { path: keywords.KEYWORD_PAGE, call: keywords.ANALYZE_CALL, findSubmit: keywords.findSubmit },
  ],
  [
    'stylizer',
    { path: stylizer.STYLIZER_PAGE, call: stylizer.TRANSFORM_CALL, findSubmit: stylizer.findSubmit },
  ],
];

let small: Buffer;
let large: Buffer;
beforeAll(async () => {
  small = await drawPicture();
  large = Buffer.concat([small, Buffer.alloc(MAX_FORM_BYTES)]);
});

test.each(TOOLS)(
  'the %s sends the batch name in a form and in JSON [T3.5.3, T3.7.4, T7.2.2, T7.3.2, T7.4.3]',
  async (_name, { path, call, findSubmit }) => {
    const send = async (page: Page, bytes: Buffer) => {
      await choosePictures(page, [{ name: 'one.png', bytes }]);
      await waitForCount(page, 1);
      // The files of a large selection are uploaded first.
      const sent = page.waitForRequest(`**${call}`, { timeout: 90_000 });
      await findSubmit(page).click();
      return sent;
    };
    await withPage(
      async (page) => {
        if (path === stylizer.STYLIZER_PAGE) await stylizer.chooseStyle(page, 'Pixel');
        const form = (await send(page, small)).postDataBuffer()?.toString('utf8') ?? '';
        expect(/ name="batchName"\r\n\r\n(.*)\r\n/.exec(form)?.[1]).toMatch(SHORT_US_TIME);
        await findSelection(page).waitFor({ state: 'detached' });
        const json: unknown = (await send(page, large)).postDataJSON();
        expect(json).toMatchObject({ batchName: expect.stringMatching(SHORT_US_TIME) });
      },
      {
        as: await signIn(newEmail()),
        path,
        arrange: (page) =>
          answerWith(page, call, { status: 202, json: { success: true, batchId: 'made-up' } }),
        // The mocked batch does not exist.
        expectedErrors: [/404/],
      },
    );
  },
);
