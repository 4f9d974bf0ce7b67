import { describe, expect, it } from 'vitest';
import { generateWithOpenAi, openSandbox, postJson, readImages } from '../testing.ts';

describe('POST /control/pictures', () => {
  it('limits how many different pictures a request can return', async () => {
    const { url } = await openSandbox();
    const count = async () => {
      const images = await readImages(await generateWithOpenAi(url, { n: 10, model: 'gpt-image-1-mini' }));
      return new Set(images.map((image) => image.toString('base64'))).size;
    };
    await postJson(`${url}/control/pictures`, { variants: 2 });
    expect(await count()).toBe(2);
    await postJson(`${url}/control/pictures`, { variants: null });
    expect(await count()).toBe(10);
    expect((await postJson(`${url}/control/pictures`, { variants: 0 })).status).toBe(400);
  });
});
