import { describe, expect, it } from 'vitest';
import { generateWithXai, openSandbox, postJson, readImages } from '../testing.ts';

describe('POST /control/pictures', () => {
  it('limits how many different pictures there are', async () => {
    const { url } = await openSandbox();
    const count = async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => generateWithXai(url)));
      const images = await Promise.all(answers.map(readImages));
      return new Set(images.flat().map((image) => image.toString('base64'))).size;
    };
    await postJson(`${url}/control/pictures`, { variants: 2 });
    expect(await count()).toBe(2);
    await postJson(`${url}/control/pictures`, { variants: null });
    expect(await count()).toBe(8);
    expect((await postJson(`${url}/control/pictures`, { variants: 0 })).status).toBe(400);
  });
});
