import { GenerationRequestSchema, type ListedPrompt } from '@portal/contracts/generation-request';
import type { Deps } from '../../batches/deps.ts';
import { readBatchesById } from '../../batches/store/batch-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { readOwnPipeline, readPrompts } from './pipeline-store.ts';

/** The prompts of a job, to send it again. A job that has started has them in the batches of its first lane. */
export async function readSentPrompts(
  { firestore }: Pick<Deps, 'firestore'>,
  owner: string,
  id: string,
): Promise<ListedPrompt[]> {
  const pipeline = await readOwnPipeline(firestore, owner, id);
  const generated = pipeline.batches.filter(({ tool }) => tool === 'image-generator');
  const [first] = generated;
  const ids = generated.filter(({ lane }) => lane === first?.lane).map((batch) => batch.id);
  const batches = await readBatchesById(firestore, ids);
  const prompts =
    pipeline.batches.length === 0
      ? await readPrompts(firestore, pipeline)
      : batches.flatMap(({ settings }) => listPrompts(GenerationRequestSchema.parse(settings)));
  if (prompts.length === 0 || batches.length < ids.length)
    throw new AppError('not-found', 'The prompts of this job were deleted.');
  return prompts;
}

const listPrompts = ({ prompt, prompts }: { prompt: string; prompts?: ListedPrompt[] | undefined }) =>
  prompts ?? [{ prompt }];
