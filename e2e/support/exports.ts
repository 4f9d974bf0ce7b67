/** Pictures that agencies take, and the calls of their export. */
import { buildExport, checkExport, ExportArchiveSchema, ExportCheckSchema } from '@portal/contracts/exports';
import type { Source } from '@portal/contracts/source';
import { expect } from 'vitest';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { newName, startKeywords, waitForBatch } from './keywords.ts';
import { drawPicture } from './pictures.ts';
import { readZip } from './read-zip.ts';

/** A photograph of 4.3 megapixels with texts; returns its batch and its file. */
export async function writeLargePhotograph(as: Account): Promise<{ id: string; bytes: Buffer }> {
  const bytes = await drawPicture({ width: 2400, height: 1800, format: 'jpeg' });
  const id = await startKeywords(as, [{ name: newName('a photograph', 'jpg'), bytes, type: 'image/jpeg' }]);
  await waitForBatch(as, id);
  return { id, bytes };
}

export const original = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'original' });
export const result = (batchId: string, index = 0): Source => ({ batchId, index, kind: 'result' });

export const postExport = (
  { path }: { path: string },
  as: Account | undefined,
  agency: string,
  pictures: readonly Source[],
  more: object = {},
) => callApi('POST', path, { ...(as && { as }), body: { agency, pictures, ...more } });

export async function readCheck(as: Account, agency: string, pictures: readonly Source[]) {
  const { status, body } = await postExport(checkExport, as, agency, pictures);
  expect(status).toBe(200);
  return ExportCheckSchema.parse(body);
}

/** Waits until the ZIP is built. */
export async function fetchExport(
  as: Account,
  agency: string,
  pictures: readonly Source[],
  { timeout = 600_000, ...more }: { timeout?: number; alike?: readonly Source[] } = {},
) {
  const ask = async () =>
    ExportArchiveSchema.parse((await postExport(buildExport, as, agency, pictures, more)).body);
  await expect.poll(async () => (await ask()).status, { timeout }).toBe('ready');
  const archive = await ask();
  if (archive.status !== 'ready') throw new Error('It was.');
  const answer = await fetch(archive.url);
  return {
    name: answer.headers.get('content-disposition'),
    counts: { written: archive.written, promised: archive.promised },
    files: await readZip(Buffer.from(await answer.arrayBuffer())),
  };
}
