/** The two ways to send a selection to the server. */
import { BatchStartedSchema } from '@portal/contracts/batches';
import type { UploadCall } from '@portal/contracts/call';
import { PictureTypeSchema, type PictureType } from '@portal/contracts/picture-type';
import { openUploads, uploadPath, type UploadedFiles, type UploadTool } from '@portal/contracts/uploads';
import type { z } from 'zod';
import { config } from '../config.ts';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { BUCKET } from './storage.ts';

export interface NamedPicture {
  name: string;
  bytes: Buffer;
  type?: string;
}

export type UploadAddress = UploadCall['path'];

/** As a form, like the page sends a small selection. */
export async function sendForm(
  as: Pick<Account, 'token'>,
  path: UploadAddress,
  pictures: readonly NamedPicture[],
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes, type = 'image/png' } of pictures) {
    form.append('images', new File([new Uint8Array(bytes)], name, { type }));
  }
  return callApi('POST', path, { as, form, headers });
}

/** Uploads a file like the browser, subject to storage.rules. */
export async function putUpload(
  as: Account,
  folder: string,
  id: string,
  { bytes, type = 'image/png' }: Omit<NamedPicture, 'name'>,
): Promise<number> {
  const name = encodeURIComponent(uploadPath(as.uid, folder, id));
  const answer = await fetch(
    `http://${config.storageAddress}/v0/b/${BUCKET}/o?uploadType=media&name=${name}`,
    {
      method: 'POST',
      headers: { authorization: `Firebase ${as.token}`, 'content-type': type },
      body: new Uint8Array(bytes),
    },
  );
  await answer.text();
  return answer.status;
}

interface Announced {
  bytes: number;
  contentType?: PictureType;
}

/** Asks the server for an upload folder, like the page. */
export async function openFolder(
  as: Account,
  files: readonly Announced[],
  { tool = 'stylizer', folder }: { tool?: UploadTool; folder?: string } = {},
): Promise<z.output<typeof openUploads.response>> {
  const announced = files.map(({ bytes, contentType = 'image/png' }) => ({ bytes, contentType }));
  const { status, body } = await callApi('POST', openUploads.path, {
    as,
    body: { tool, folder, files: announced },
  });
  if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return openUploads.response.parse(body);
}

const readType = (type: string | undefined): PictureType => PictureTypeSchema.catch('image/png').parse(type);

export async function putUploads(
  as: Account,
  pictures: readonly NamedPicture[],
  tool?: UploadTool,
): Promise<UploadedFiles> {
  const { folder, fileIds } = await openFolder(
    as,
    pictures.map(({ bytes, type }) => ({ bytes: bytes.length, contentType: readType(type) })),
    tool && { tool },
  );
  const files = pictures.map((picture, index) => ({ ...picture, id: fileIds[index] ?? '' }));
  for (const { id, name, bytes, type } of files) {
    const status = await putUpload(as, folder, id, { bytes, type: readType(type) });
    if (status !== 200) throw new Error(`The upload of ${name} was answered with ${status}.`);
  }
  return { folder, files: files.map(({ id, name }) => ({ id, name })) };
}

/** The batch id of an accepted request. */
export function readStarted({ status, body }: { status: number; body: unknown }): string {
  if (status !== 202) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return BatchStartedSchema.parse(body).batchId;
}

export const startByForm = async (...request: Parameters<typeof sendForm>): Promise<string> =>
  readStarted(await sendForm(...request));

export const startByJson = async (
  as: Account,
  path: UploadAddress,
  uploads: UploadedFiles,
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> => readStarted(await callApi('POST', path, { as, body: { ...options, ...uploads } }));
