import { defineImageCalls, defineOriginalCalls } from '@portal/contracts/batch-calls';
import type { LibraryBatch, LibraryPicture } from '@portal/contracts/library';
import { z } from 'zod';
import { imageAddresses, originalAddresses } from '../../batches/api/describe-images.ts';
import type { Batch } from '../../batches/store/batch-store.ts';
import type { DescribedBatch } from '../../batches/store/describe-batch.ts';
import { nameImageFile } from '../../batches/store/media-names.ts';
import { listOwnPrompts } from '../../batches/store/listed-prompts.ts';
import type { Tool } from '../../batches/tool.ts';

/** What the settings of some tools have. */
const SettingsSchema = z
  .object({
    prompt: z.string(),
    prompts: z.array(z.object({ prompt: z.string() })),
    provider: z.string(),
    model: z.string(),
  })
  .partial();

export function describeLibraryBatch(tool: Tool, batch: Batch, described: DescribedBatch): LibraryBatch {
  const {
    id,
    status,
    createdAt,
    expiresAt,
    startedAt,
    endedAt,
    halfPrice,
    cancelledAt,
    failedCount,
    uncertainCount,
    cost,
    estimate,
  } = described.facts;
  const {
    prompt = null,
    prompts: list,
    provider = null,
    model = null,
  } = SettingsSchema.parse(batch.settings);
  const prompts = described.isProgress ? undefined : listOwnPrompts(list);
  const starred = new Set(described.facts.starred);
  const pictures = describePictures(tool, batch, described);
  return {
    id,
    tool: batch.tool,
    name: batch.name,
    prompt,
    ...(prompts && { prompts }),
    provider,
    model,
    status,
    createdAt,
    expiresAt,
    endedAt,
    ...(halfPrice && { halfPrice: { startedAt } }),
    cancelledAt,
    filesDeleted: described.facts.filesDeleted,
    total: batch.total,
    doneCount: described.doneCount,
    failedCount: failedCount + uncertainCount,
    cost,
    estimate,
    pictures: pictures.map((picture) => {
      const placeholder = described.facts.placeholders?.[picture.index];
      return {
        ...picture,
        ...(placeholder !== undefined && { placeholder }),
        checks: described.checks.get(picture.index),
        isStarred: starred.has(picture.index),
      };
    }),
  };
}

type Described = Omit<LibraryPicture, 'isStarred'>;

/** Every tool serves its pictures below its own name. */
const callsOf = ({ name }: Tool) => {
  const base = `/api/${name}` as const;
  return { ...defineImageCalls({ base }), ...defineOriginalCalls({ base }) };
};

function describePictures(tool: Tool, batch: Batch, described: DescribedBatch): Described[] {
  if (tool.images) return describeResults(tool, batch, described);
  return tool.texts ? describeOriginals(tool, batch, described) : [];
}

function describeResults(tool: Tool, batch: Batch, { images }: DescribedBatch): Described[] {
  const calls = callsOf(tool);
  return images.map(({ index, image: { width, height, bytes, format } }) => {
    const { webUrl: url, thumbnailUrl } = imageAddresses(calls, batch.id, index);
    const hasOriginal = batch.uploads?.files[index] !== undefined;
    return {
      index,
      kind: 'result',
      fileName: nameImageFile(batch, index, format, tool.images?.fileSuffix),
      url,
      thumbnailUrl,
      ...(hasOriginal && { originalUrl: originalAddresses(calls, batch.id, index).originalUrl }),
      width,
      height,
      bytes,
    };
  });
}

/** Those with texts. */
function describeOriginals(tool: Tool, batch: Batch, { texts }: DescribedBatch): Described[] {
  const calls = callsOf(tool);
  if (batch.filesDeleted) return [];
  return [...texts].map(([index, written]) => {
    const { originalUrl: url, originalThumbnailUrl: thumbnailUrl } = originalAddresses(
      calls,
      batch.id,
      index,
    );
    const read = tool.texts?.read(written);
    return {
      index,
      kind: 'original',
      fileName: batch.uploads?.files[index]?.name ?? '',
      url,
      thumbnailUrl,
      ...(read && { title: read.title, keywords: read.keywords }),
    };
  });
}
