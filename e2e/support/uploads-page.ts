/** The drop zone and the selection list that all image tools share. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright-core';

/** Relative paths and contents of local files. */
export type Files = Readonly<Record<string, Buffer>>;

/** Runs with a temporary folder. */
export async function withFolder(files: Files, run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-upload-'));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const findDropZone = (page: Page): Locator =>
  page.getByRole('button', { name: /^Drop images here or click to select/ });
const findInput = (page: Page): Locator => page.locator('input[type=file]');

export const findSelection = (page: Page): Locator =>
  page.getByRole('region', { name: / image\(s\) selected$/ });
export const findRows = (page: Page): Locator => findSelection(page).getByRole('listitem');
export const findRow = (page: Page, name: string): Locator =>
  findRows(page).filter({ has: page.getByTitle(name, { exact: true }) });
export const waitForCount = (page: Page, count: number): Promise<void> =>
  findSelection(page)
    .getByText(`${count} image(s) selected`, { exact: true })
    // Folders are read file by file.
    .waitFor();

/** The note on ignored files. */
export const findIgnored = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: / ignored: / });

/** Opens another tool without loading the page again. */
export async function openTool(page: Page, path: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.locator(`main a[href="${path}"]`).click();
  await findDropZone(page).waitFor();
}

/** The file chooser that the page opens. */
export async function openChooser(page: Page, open: () => Promise<unknown>): Promise<FileChooser> {
  const opening = page.waitForEvent('filechooser');
  // Playwright does not wait until file choosers are intercepted; a round trip makes sure of it.
  await page.evaluate(() => undefined);
  await open();
  return opening;
}

export const choosePictures = (page: Page, pictures: readonly { name: string; bytes: Buffer }[]) =>
  findInput(page).setInputFiles(
    pictures.map(({ name, bytes }) => ({ name, mimeType: nameType(name), buffer: bytes })),
  );
/** For files that are too large to pass as buffers. */
export const choosePaths = (page: Page, paths: readonly string[]) => findInput(page).setInputFiles(paths);

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  txt: 'text/plain',
};
const nameType = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '';

/** Drags files and folders over the drop zone; the test drops them. */
export async function drag(page: Page, paths: readonly string[]): Promise<{ drop: () => Promise<void> }> {
  const box = await findDropZone(page).boundingBox();
  if (!box) throw new Error('Drop zone not found.');
  const session = await page.context().newCDPSession(page);
  const dispatch = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  await dispatch('dragEnter');
  await dispatch('dragOver');
  return {
    drop: async () => {
      await dispatch('drop');
      await session.detach();
    },
  };
}

export const drop = async (page: Page, paths: readonly string[]): Promise<void> =>
  (await drag(page, paths)).drop();

/** Pastes an image from the clipboard. */
export const paste = (page: Page, picture: { name: string; bytes: Buffer }): Promise<void> =>
  page.evaluate(
    ({ name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], name, { type }));
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name: picture.name, type: nameType(picture.name), base64: picture.bytes.toString('base64') },
  );
