import { ApiErrorSchema } from '@portal/contracts/api-error';
import { beforeAll, describe, expect, test } from 'vitest';
import { config } from '../config.ts';
import { newEmail, signIn, type Account } from '../support/accounts.ts';

const MEGABYTE = 1024 * 1024;
const FUNCTION = `${config.functionsUrl}/${config.projectId}/us-central1/api`;

let artist: Account;
beforeAll(async () => {
  artist = await signIn(newEmail());
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
});
