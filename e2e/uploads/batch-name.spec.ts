import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import * as keywords from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { answerWith } from '../support/routes.ts';
import * as stylizer from '../support/stylizer-page.ts';
import { choosePictures, findSelection, openTool, waitForCount } from '../support/uploads-page.ts';
import * as upscaler from '../support/upscale-page.ts';

const SHORT_US_TIME = /^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M$/;
/** Larger selections are uploaded to Cloud Storage first, then named in JSON. */
const MAX_FORM_BYTES = 8 * 1024 * 1024;

interface Tool {
  path: string;
  call: string;
  findSubmit: (page: Page) => Locator;
}
const TOOLS: Tool[] = [
  { path: upscaler.UPSCALE_PAGE, call: upscaler.UPSCALE_CALL, findSubmit: upscaler.findProcess },
  { path: keywords.KEYWORD_PAGE, call: keywords.ANALYZE_CALL, findSubmit: keywords.findSubmit },
  { path: stylizer.STYLIZER_PAGE, call: stylizer.TRANSFORM_CALL, findSubmit: stylizer.findSubmit },
];

test('every tool sends the batch name, in a form or in JSON [T3.5.3, T3.7.4, T7.2.2, T7.3.2, T7.4.3]', async () => {
  const small = await drawPicture();
  await withPage(
    async (page) => {
      for (const { path, call, findSubmit } of TOOLS) {
        await openTool(page, path);
        if (path === stylizer.STYLIZER_PAGE) await stylizer.chooseStyle(page, 'Pixel');
        const form = (await send(page, call, findSubmit, small)).postDataBuffer()?.toString('utf8') ?? '';
        expect(/ name="batchName"\r\n\r\n(.*)\r\n/.exec(form)?.[1], path).toMatch(SHORT_US_TIME);
      }
      // All tools share the code that uploads files first.
      const large = Buffer.concat([small, Buffer.alloc(MAX_FORM_BYTES)]);
      const json: unknown = (
        await send(page, stylizer.TRANSFORM_CALL, stylizer.findSubmit, large)
      ).postDataJSON();
      expect(json).toMatchObject({ batchName: expect.stringMatching(SHORT_US_TIME) });
    },
    {
      as: await signIn(newEmail()),
      arrange: async (page) => {
        for (const { call } of TOOLS)
          await answerWith(page, call, { status: 202, json: { success: true, batchId: 'made-up' } });
      },
      // The mocked batches do not exist.
      expectedErrors: [/404/],
    },
  );
});

async function send(
  page: Page,
  call: string,
  findSubmit: Tool['findSubmit'],
  bytes: Buffer,
): Promise<Request> {
  await choosePictures(page, [{ name: 'one.png', bytes }]);
  await waitForCount(page, 1);
  const sent = page.waitForRequest(`**${call}`, { timeout: 90_000 });
  await findSubmit(page).click();
  const request = await sent;
  await findSelection(page).waitFor({ state: 'detached' });
  return request;
}
