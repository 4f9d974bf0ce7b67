import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { pictureTools } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { sendForm } from '../support/send-pictures.ts';

const MEGABYTE = 1024 * 1024;
const FUNCTION = `${config.functionsUrl}/${config.projectId}/us-central1/api`;

let artist: Account;
let png: Buffer;
beforeAll(async () => {
  [artist, png] = await Promise.all([signIn(newEmail()), drawPicture()]);
});

async function send(path: string, body: BodyInit, type?: string) {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${artist.token}`, ...(type !== undefined && { 'content-type': type }) },
    body,
    duplex: 'half',
  };
  const answer = await fetch(new URL(path, config.portalUrl), init);
  return { status: answer.status, ...ApiErrorSchema.parse(await answer.json()) };
}

describe.each(pictureTools)('$name', ({ name: tool, startPath, fields, listBatches }) => {
  const formOf = (parts: Readonly<Record<string, string | Buffer>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...parts })) {
      form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'a.png'));
    }
    return form;
  };
  const part = (...lines: readonly string[]) => lines.join('\r\n');

  test.each([
    ['nothing', undefined],
    ['text', 'text/plain'],
    ['a picture', 'image/png'],
    ['a form without files', 'application/x-www-form-urlencoded'],
    ['another multipart', 'multipart/mixed; boundary=cut'],
    ['a form without a boundary', 'multipart/form-data'],
  ])('returns 415 for the content type %s', async (_name, type) => {
    expect(await send(startPath, Buffer.from('images=x'), type)).toMatchObject({
      status: 415,
      code: 'unsupported-media-type',
    });
  });

  const head = part('--cut', 'Content-Disposition: form-data; name="images"; filename="a.png"', '', 'abc');
  test.each([
    ['empty', ''],
    ['with another boundary than declared', 'anything at all'],
    ['cut off within a file', head],
    ['cut off within a header', part('--cut', 'Content-Disposition: form-data; na')],
  ])('returns 400 for a form that is %s, and starts nothing', async (_name, body) => {
    expect(await send(startPath, Buffer.from(body), 'multipart/form-data; boundary=cut')).toMatchObject({
      status: 400,
      code: 'bad-request',
      error: 'The form is malformed.',
    });
    expect(await listBatches(artist)).toEqual([]);
  });

  test('requires the file field, and as many names as files', async () => {
    expect(await send(startPath, formOf({ pictures: png }))).toMatchObject({
      status: 400,
      error: 'Send files in the field "images".',
    });
    expect(
      await send(startPath, formOf({ images: png, originalFilenames: '["a.png", "b.png"]' })),
    ).toMatchObject({
      status: 400,
      error: 'The number of file names must match the number of images.',
    });
    for (const originalFilenames of ['a.png', '{}', '[1]', '["a.png"']) {
      expect(await send(startPath, formOf({ images: png, originalFilenames }))).toMatchObject({
        status: 400,
      });
    }
    expect(await listBatches(artist)).toEqual([]);
  });

  test('validates the other fields and names the invalid one [T3.5.3, T3.7.4, T7.4.4]', async () => {
    const WRONG = {
      upscale: { scale: '3', enhance: 'maybe', batchName: 'n'.repeat(151) },
      stylizer: { preset: 'cubism', batchName: ' ' },
    };
    for (const [field, value] of Object.entries(WRONG[tool])) {
      const { status, body } = await sendForm(artist, startPath, [{ name: 'a.png', bytes: png }], {
        ...fields,
        [field]: value,
      });
      expect({ field, status, ...ApiErrorSchema.parse(body) }).toMatchObject({
        field,
        status: 400,
        code: 'bad-request',
        details: [{ path: field, message: expect.any(String) }],
      });
    }
    expect(await listBatches(artist)).toEqual([]);
  });
});

test('rejects a stylizer batch without a preset [T5.4.6]', async () => {
  const { status, body } = await sendForm(artist, '/api/stylizer/transform', [{ name: 'a.png', bytes: png }]);
  expect({ status, ...ApiErrorSchema.parse(body) }).toMatchObject({
    status: 400,
    details: [{ path: 'preset', message: 'Choose a preset.' }],
  });
});

describe('a form that is too large [D-uploads.2]', () => {
  const makeForm = (megabytes: number) => {
    const form = new FormData();
    form.append('preset', 'pixel');
    const bytes = new Uint8Array((megabytes / 4) * MEGABYTE);
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) form.append('images', new File([bytes], name));
    return form;
  };
  const tooLarge = {
    status: 413,
    code: 'too-large',
    error: 'The files are too large for one request. The limit is 30 MB in total.',
  };

  test('is answered with 413 by its Content-Length', async () => {
    expect(await send('/api/upscale/multiple', makeForm(31.6))).toMatchObject(tooLarge);
  });

  // The Hosting emulator rejects requests without a Content-Length.
  test('is answered with 413 without a Content-Length, as it grows', async () => {
    const { body, headers } = new Response(makeForm(31.6));
    if (!body) throw new Error('A form has a body.');
    const type = headers.get('content-type') ?? '';
    expect(await send(`${FUNCTION}/api/stylizer/transform`, body, type)).toMatchObject(tooLarge);
  });

  test('is rejected by the platform itself above 32 MB', async () => {
    const answer = await fetch(`${FUNCTION}/api/upscale/multiple`, { method: 'POST', body: makeForm(33) });
    await answer.text();
    expect(answer.status).toBe(413);
  });
});
