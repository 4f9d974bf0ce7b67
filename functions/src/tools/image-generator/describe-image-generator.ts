import { GenerationRequestSchema } from '@portal/contracts/generation-request';
import { generatorCalls, type GenerationBatch } from '@portal/contracts/image-generator';
import { makeFolderLink } from '../../batches/archive/list-contents.ts';
import type { Batch } from '../../batches/store/batch-store.ts';
import { listOwnPrompts } from '../../batches/store/listed-prompts.ts';
import type { DescribedBatch } from '../../batches/store/describe-batch.ts';
import { imageAddresses } from '../../batches/api/describe-images.ts';
import type { Deps } from '../../batches/deps.ts';
import { imageGeneratorTool } from './image-generator-tool.ts';

export function describeImageGenerator(deps: Deps, batch: Batch, described: DescribedBatch): GenerationBatch {
  const { prompt, prompts: list, quantity: _, ...settings } = GenerationRequestSchema.parse(batch.settings);
  const prompts = described.isProgress ? undefined : listOwnPrompts(list);
  const addresses = described.images.map(({ index }) => imageAddresses(generatorCalls, batch.id, index));
  return {
    ...settings,
    ...described.facts,
    customName: batch.name,
    prompt,
    ...(prompts && { prompts }),
    requestedCount: batch.total,
    completedCount: described.doneCount,
    generatedImages: addresses.map(({ webUrl }) => webUrl),
    thumbnailUrl: addresses[0]?.thumbnailUrl ?? null,
    folderLink: makeFolderLink(deps, imageGeneratorTool, batch, described),
  };
}
