/** Batches whose pictures have prompts and names of their own, as in contracts/src/generation-request.ts. */
import { z } from 'zod';
import { makeUniqueName } from '../../platform/files/make-unique-name.ts';
import type { Batch } from './batch-store.ts';

/** By index of the item. Undefined if all are the same. */
export function listOwnPrompts(prompts: readonly { prompt: string }[] | undefined): string[] | undefined {
  const texts = prompts?.map(({ prompt }) => prompt);
  return texts && new Set(texts).size > 1 ? texts : undefined;
}

const ListSchema = z.object({ prompts: z.array(z.object({ name: z.string().optional() })).optional() });

/** A batch is named a picture at a time. */
const known = new WeakMap<Batch['settings'], { batchName: string; stems: readonly string[] | undefined }>();

/** The chosen name of a picture, made unique, without an extension. Undefined if its batch has no chosen names. */
export function findListedStem(batch: Pick<Batch, 'settings' | 'name'>, index: number): string | undefined {
  let found = known.get(batch.settings);
  if (found?.batchName !== batch.name) {
    found = { batchName: batch.name, stems: listStems(batch) };
    known.set(batch.settings, found);
  }
  return found.stems?.[index];
}

function listStems({ settings, name }: Pick<Batch, 'settings' | 'name'>): string[] | undefined {
  const { prompts } = ListSchema.parse(settings);
  if (!prompts?.some((each) => each.name !== undefined)) return undefined;
  const taken = new Set<string>();
  return prompts.map((each, index) =>
    makeUniqueName(each.name === undefined ? nameByNumber(name, index) : cleanStem(each.name), taken),
  );
}

/** `Red fox` and 0 give `Red_fox_001`. */
export const nameByNumber = (batchName: string, index: number): string =>
  `${batchName.replaceAll(/[^A-Za-z0-9]/g, '_')}_${String(index + 1).padStart(3, '0')}`;

/** Leaves room for suffix, number and extension: file systems allow 255 bytes. */
const MAX_STEM_BYTES = 220;

/** Without an extension of pictures, folders, and characters that file systems or archives refuse. */
function cleanStem(name: string): string {
  const stem = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\.(?:png|jpe?g|webp)$/i, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replaceAll(/[<>:"|?*/\\]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return (
    Buffer.from(stem)
      .subarray(0, MAX_STEM_BYTES)
      .toString()
      .replace(/\ufffd+$/, '') || 'image'
  );
}
