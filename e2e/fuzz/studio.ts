/** The people of a run: artists who send requests, an admin, and another user whose work nobody else may see. */
import { randomUUID } from 'node:crypto';
import { shareBatch } from '@portal/contracts/sharing';
import type { Source } from '@portal/contracts/source';
import type { UploadedFiles } from '@portal/contracts/uploads';
import { z } from 'zod';
import { newEmail, signIn, signInAdmin, type Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { startDelivery, writePhotographs } from '../support/deliveries.ts';
import * as generator from '../support/generator.ts';
import { startKeywords, waitForBatch as waitForKeywords } from '../support/keywords.ts';
import { addressOf, startWith, stylizer, upscaler } from '../support/picture-tools.ts';
import { drawPicture } from '../support/pictures.ts';
import { makeJob, startJob, waitForJob } from '../support/pipelines.ts';
import { putUploads } from '../support/send-pictures.ts';

/** Those of which each artist has a batch. */
export const FuzzedToolSchema = z.enum(['image-generator', 'upscale', 'stylizer', 'keyword-generator']);
export type FuzzedTool = z.infer<typeof FuzzedToolSchema>;

export interface Artist {
  account: Account;
  /** Of the pictures in its batches. */
  fileName: string;
  batches: Record<FuzzedTool, string>;
  pipeline: string;
  /** The batches of the pipeline. */
  pipelineBatches: string[];
  shareToken: string;
  uploads: UploadedFiles;
}

/** An artist whose photographs an agency takes. */
export interface Photographer extends Artist {
  photographs: Source[];
  delivery: string;
}

export interface Studio {
  /** Several, because each may send only so many requests in a second. The photographer is one of them. */
  artists: readonly Artist[];
  photographer: Photographer;
  other: Photographer;
  /** In everything of the other user that has a text. */
  marker: string;
  admin: Account;
}

export const AGENCY = 'adobe-stock';

export async function openStudio(artistCount: number): Promise<Studio> {
  const marker = `secret-${randomUUID()}`;
  const [photographer, other, admin, ...artists] = await Promise.all([
    createPhotographer('photographer'),
    createPhotographer(marker),
    signInAdmin(),
    ...Array.from({ length: artistCount - 1 }, (_, index) => createArtist(`artist ${index}`)),
  ]);
  return { artists: [photographer, ...artists], photographer, other, marker, admin };
}

async function createPhotographer(text: string): Promise<Photographer> {
  const artist = await createArtist(text);
  const photographs = await writePhotographs(artist.account, 1);
  return { ...artist, photographs, delivery: await startDelivery(artist.account, AGENCY, photographs) };
}

async function createArtist(text: string): Promise<Artist> {
  const account = await signIn(newEmail(), { name: text });
  const fileName = `${text}.png`;
  const picture = { name: fileName, bytes: await drawPicture() };
  const prompt = generator.makePrompt(text);
  const [generated, upscaled, styled, written, pipeline, uploads] = await Promise.all([
    generator.startBatch(account, generator.makeRequest('xai', { prompt, quantity: 2 })),
    startWith(upscaler, account, [picture], { batchName: text }),
    startWith(stylizer, account, [picture], { batchName: text }),
    startKeywords(account, [picture], { batchName: text, context: text }),
    startJob(account, makeJob([prompt], { name: text })),
    putUploads(account, [picture, picture]),
  ]);
  // One after the other: polls count against the person's limit.
  const job = await waitForJob(account, pipeline);
  await generator.waitForBatch(account, generated);
  await upscaler.waitForBatch(account, upscaled);
  await stylizer.waitForBatch(account, styled);
  await waitForKeywords(account, written);
  const { body } = await callApi('PUT', addressOf(shareBatch, styled), { as: account });
  return {
    account,
    fileName,
    batches: {
      'image-generator': generated,
      upscale: upscaled,
      stylizer: styled,
      'keyword-generator': written,
    },
    pipeline,
    pipelineBatches: job.batches.map(({ batchId }) => batchId),
    shareToken: shareBatch.response.parse(body).token,
    uploads,
  };
}

export const listBatchIds = ({ batches, pipelineBatches, photographs }: Photographer): string[] => [
  ...Object.values(batches),
  ...pipelineBatches,
  ...photographs.map(({ batchId }) => batchId),
];

/** Ids of everything that a photographer has in a list. */
export const listIds = (photographer: Photographer): string[] => [
  ...listBatchIds(photographer),
  photographer.pipeline,
  photographer.delivery,
];

/** What no answer to an artist may contain. */
export const listSecrets = ({ other, marker }: Studio): string[] => [
  marker,
  other.account.email,
  other.account.uid,
  other.shareToken,
  other.uploads.folder,
  ...other.uploads.files.map(({ id }) => id),
  ...listIds(other),
];
