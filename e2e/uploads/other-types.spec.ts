import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newEmail, signIn } from '../support/accounts.ts';
import { withPage } from '../support/browser.ts';
import { UNDECODABLE } from '../support/hostile-pictures.ts';
import { KEYWORD_PAGE } from '../support/keyword-page.ts';
import { drawPicture } from '../support/pictures.ts';
import { choosePictures, findRow, waitForCount } from '../support/uploads-page.ts';

test('shows a neutral preview for types the browser cannot display [T5.4.2, D-file-types.2]', async () => {
  const png = await drawPicture();
  const pictures = [
    { name: 'photo.png', bytes: png },
    { name: 'scan.tif', bytes: await sharp(png).tiff().toBuffer() },
    { name: 'screen.avif', bytes: await sharp(png).avif().toBuffer() },
    ...UNDECODABLE.map(({ name, bytes }) => ({ name, bytes })),
    { name: 'broken.tif', bytes: Buffer.from('no picture') },
  ];
  await withPage(
    async (page) => {
      await choosePictures(page, pictures);
      await waitForCount(page, pictures.length);
      await findRow(page, 'photo.png').locator('img').waitFor();
      await findRow(page, 'broken.tif')
        .getByText(/^may not be an image · /)
        .waitFor();
      for (const name of ['scan.tif', 'screen.avif', ...UNDECODABLE.map((file) => file.name)]) {
        const row = findRow(page, name);
        await row.locator('svg.lucide-image').waitFor();
        expect(await row.getByText('may not be an image').count()).toBe(0);
      }
    },
    { as: await signIn(newEmail()), path: KEYWORD_PAGE },
  );
});
