/** Batches of the Keyword Generator, in the API. */
import { randomUUID } from 'node:crypto';
import {
  FailedItemSchema,
  getKeywordBatch,
  KeywordBatchSchema,
  keywordCalls,
  KeywordResultSchema,
  type KeywordBatch,
  type KeywordTexts,
} from '@portal/contracts/keyword-generator';
import { z } from 'zod';
import type { Account } from './accounts.ts';
import { callApi } from './api.ts';
import { watchBatches } from './batches.ts';
import { drawPicture } from './pictures.ts';
import { addFaults, type FaultRule } from './sandbox.ts';
import { startByForm, type NamedPicture, type UploadAddress } from './send-pictures.ts';

export const ANALYZE: UploadAddress = '/api/keyword-generator/analyze';
export const BATCHES = keywordCalls.list.path;
export const pathOf = (id: string): string => getKeywordBatch.path.replace('{id}', id);
export const originalOf = (id: string, index = 0): string => `${BATCHES}/${id}/originals/${index}`;
export const resultOf = (id: string, index = 0): string => `${pathOf(id)}/results/${index}`;
export const previewOf = (id: string, name: string): string =>
  `${pathOf(id)}/original-image/${encodeURIComponent(name)}`;

/** Without fields outside the contract. */
const StrictBatchSchema = z.strictObject({
  ...KeywordBatchSchema.shape,
  results: z.array(z.strictObject(KeywordResultSchema.shape)),
  failedItems: z.array(z.strictObject(FailedItemSchema.shape)),
});

export const { listBatches, waitForBatch, waitForBatches } = watchBatches(BATCHES, StrictBatchSchema);

export async function readBatch(as: Account, id: string): Promise<KeywordBatch> {
  const { body } = await callApi('GET', pathOf(id), { as });
  return z.strictObject({ batch: StrictBatchSchema }).parse(body).batch;
}

/** A unique file name, by which the sandbox identifies calls. */
export const newName = (about: string, extension = 'png'): string => `${about} ${randomUUID()}.${extension}`;

export const makePicture = async (about: string): Promise<NamedPicture> => ({
  name: newName(about),
  bytes: await drawPicture(),
});

export const makePictures = (...subjects: readonly string[]): Promise<NamedPicture[]> =>
  Promise.all(subjects.map(makePicture));

export const startKeywords = (
  as: Account,
  pictures: readonly NamedPicture[],
  fields: Readonly<Record<string, string>> = {},
): Promise<string> => startByForm(as, ANALYZE, pictures, fields);

type Fault = Omit<FaultRule, 'provider' | 'match'>;

/** Fails or is slow for these images. */
export const addFaultsOf = (
  pictures: readonly NamedPicture[],
  fault: Fault['fault'],
  rule: Omit<Fault, 'fault'> = {},
) =>
  addFaults(
    ...pictures.map(({ name }) => ({
      ...rule,
      provider: 'openai' as const,
      match: { promptIncludes: name },
      fault,
    })),
  );

export const TEXTS: KeywordTexts = {
  seo_image_title: 'Red kite over a hill',
  seo_description: 'A red kite flies over a green hill in the summer wind.',
  keywords: ['kite', 'hill', 'summer'],
  category: 11,
};

/** A sample model response. */
export const makeAnswer = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...TEXTS, ...changes });
