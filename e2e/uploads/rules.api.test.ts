import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { pictureTools, startWith } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { putUploads, startByJson } from '../support/send-pictures.ts';

const MEGABYTE = 1024 * 1024;
/** Each form has as much as a tool takes in a file, or in a form. From tools.md 5.4. */
const SIZES = { upscale: [10 * MEGABYTE], stylizer: [20 * MEGABYTE, 10 * MEGABYTE] };

test.each(pictureTools)(
  '$name accepts files of the maximum size, 30 MB in one form, and uploads [T5.4.1, T5.4.3, T9.0.12, T9.0.20, D-uploads.2, D-uploads.3, D-uploads.4]',
  async (tool) => {
    await setLatency(0);
    const [artist, png] = await Promise.all([signIn(newEmail()), drawPicture({ width: 9, height: 9 })]);
    // Valid images, padded to their size.
    const pictures = SIZES[tool.name].map((bytes) => ({
      name: 'large.png',
      bytes: Buffer.concat([png, Buffer.alloc(bytes - png.length)]),
    }));
    const ids = [await startWith(tool, artist, pictures)];
    if (tool.name === 'upscale')
      ids.push(await startByJson(artist, tool.startPath, await putUploads(artist, pictures)));
    for (const batch of await tool.waitForBatches(artist, ids)) {
      expect(batch).toMatchObject({ status: 'completed', done: pictures.length });
    }
  },
);
