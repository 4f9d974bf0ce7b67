import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, signIn, type Account } from '../support/accounts.ts';
import { addressOf, listImages, pictureTools, startWith } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { setLatency } from '../support/sandbox.ts';
import { callApi } from '../support/api.ts';
import { putUploads, startByJson } from '../support/send-pictures.ts';
import { fetchFile } from '../support/api-files.ts';
import { readZip } from '../support/read-zip.ts';

/** The maximum of common file systems. */
const MAX_BYTES = 255;
const FOXES = '🦊'.repeat(200);
/** The uploaded name, the displayed name, and the base of the result's name. */
const NAMES: [given: string, shown: string, stem: string][] = [
  ['a.png', 'a.png', 'a'],
  ['same.png', 'same.png', 'same'],
  ['same.png', 'same.png', 'same'],
  ['SAME.jpg', 'SAME.jpg', 'SAME'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['C:\\pictures\\x.png', 'x.png', 'x'],
  ['/', 'image', 'image'],
  ['..', 'image', 'image'],
  ['con<b>:"|?*.png', 'con<b>:"|?*.png', 'con_b______'],
  ['new\nline\t\u0000and\u001b more.png', 'newlineand more.png', 'newlineand more'],
  ['Füchse/狐 im Schnee.png', '狐 im Schnee.png', '狐 im Schnee'],
  ['u\u0308ber.png', 'über.png', 'über'],
  ['🦊🏽‍💻.png', '🦊🏽‍💻.png', '🦊🏽‍💻'],
  ['שועל.png', 'שועל.png', 'שועל'],
  ['fox\u202Egnp.exe.png', 'foxgnp.exe.png', 'foxgnp.exe'],
];
const LONG_NAMES: [given: string, shown: string, begin: string][] = [
  [`${'n'.repeat(296)}.png`, `${'n'.repeat(296)}.png`, 'n'.repeat(150)],
  [`${'m'.repeat(900)}.png`, `${'m'.repeat(296)}.png`, 'm'.repeat(150)],
  [`x${FOXES}.png`, `x${'🦊'.repeat(147)}.png`, `x${'🦊'.repeat(40)}`],
  [`xx${FOXES}.png`, `xx${'🦊'.repeat(147)}.png`, `xx${'🦊'.repeat(40)}`],
];

let artist: Account;
let picture: { bytes: Buffer };
beforeAll(async () => {
  await setLatency(0);
  artist = await signIn(newEmail());
  picture = { bytes: await drawPicture({ width: 8, height: 8 }) };
});

describe.each(pictureTools)('$name', (tool) => {
  test('shows file names without folders and invisible characters, and saves safe ones [T3.5.3, T7.2.6, T7.4.8]', async () => {
    // Names do not depend on the tool, and styling is slow.
    const named = tool.name === 'upscale' ? [...NAMES, ...LONG_NAMES] : NAMES.slice(0, 8);
    const id = await startWith(
      tool,
      artist,
      named.map(() => ({ ...picture, name: 'as a form has it.png' })),
      { originalFilenames: JSON.stringify(named.map(([given]) => given)) },
    );
    const batch = await tool.waitForBatch(artist, id);
    expect(batch).toMatchObject({ done: named.length });
    expect(batch.fileNames).toEqual(named.map(([, shown]) => shown));

    const made = (await listImages(tool, artist, id)).map(({ fileName }) => fileName);
    const again: Record<number, string> = { 2: '-2', 3: '-3', 7: '-2' };
    for (const [index, [, , stem]] of named.entries()) {
      const wanted = index < NAMES.length ? `${stem}${tool.suffix}${again[index] ?? ''}.` : stem;
      expect({ stem, begin: made[index]?.slice(0, wanted.length) }).toEqual({ stem, begin: wanted });
    }
    const { bytes } = await fetchFile(artist, addressOf(tool.calls.download, id));
    const zipped = (await readZip(bytes)).map(({ name }) => name);
    expect(zipped).toEqual(made);
    expect(new Set(zipped.map((name) => name.toLowerCase())).size).toBe(named.length);
    for (const name of zipped) {
      expect(name).not.toMatch(/[/\\\p{Cc}<>:"|?*]/u);
      expect(name.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  test('treats names in JSON alike, and rejects empty and too long ones [T7.0.2]', async () => {
    const uploads = await putUploads(artist, [{ ...picture, name: 'x.png' }]);
    const called = (name: string) => ({ ...uploads, files: uploads.files.map(({ id }) => ({ id, name })) });
    const id = await startByJson(artist, tool.startPath, called('C:\\..\\evil\u202E.png'), tool.fields);
    expect((await tool.waitForBatch(artist, id)).fileNames).toEqual(['evil.png']);
    for (const name of ['', 'n'.repeat(301)]) {
      const body = { ...tool.fields, ...called(name) };
      expect(await callApi('POST', tool.startPath, { as: artist, body })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'files.0.name' }] },
      });
    }
  });
});
