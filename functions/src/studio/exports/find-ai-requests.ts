/** What AI was asked for to make a picture, for agencies whose CSV has a column for it. */
import type { Agency } from '@portal/contracts/agencies/agency';
import type { Source } from '@portal/contracts/source';
import type { Deps } from '../../batches/deps.ts';
import { batchReference, isOwn, parseBatch, type Batch } from '../../batches/store/batch-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import { keyOf } from './find-texts.ts';

export interface AiRequest {
  prompt: string;
  /** With its provider. */
  model: string | undefined;
}

/** A copy of an enlarged picture of a copy, and so on. */
const MAX_STEPS = 5;

/** By key of the picture: of its own batch, or of the one that it was enlarged or copied from. Each step costs a read for each batch. */
export async function findAiRequests(
  deps: Deps,
  owner: string,
  { csv }: Agency,
  pictures: readonly Source[],
): Promise<ReadonlyMap<string, AiRequest>> {
  const found = new Map<string, AiRequest>();
  if (!csv?.columns.some(({ value }) => value === 'prompt' || value === 'model')) return found;
  let open = pictures.map((picture) => ({ picture, at: picture }));
  for (let step = 0; step < MAX_STEPS && open.length > 0; step += 1) {
    const batches = await readBatches(
      deps,
      owner,
      open.map(({ at }) => at.batchId),
    );
    const next: typeof open = [];
    for (const { picture, at } of open) {
      const batch = batches.get(at.batchId);
      const request = batch && at.kind === 'result' ? await readRequest(deps, batch, at.index) : undefined;
      const from = batch?.uploads?.files[at.index]?.from;
      if (request) found.set(keyOf(picture), request);
      else if (from) next.push({ picture, at: from });
    }
    open = next;
  }
  return found;
}

interface ReadBatch extends Batch {
  views: Awaited<ReturnType<typeof readItemViews>>;
}

/** Those that are gone, or of other people, are left out. */
async function readBatches(
  { firestore }: Deps,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadBatch>> {
  const references = [...new Set(ids)].map((id) => batchReference(firestore, id));
  const batches = (await firestore.getAll(...references))
    .map(parseBatch)
    .filter((batch) => isOwn(batch, owner));
  return new Map(
    await Promise.all(
      batches.map(
        async (batch) => [batch.id, { ...batch, views: await readItemViews(firestore, batch) }] as const,
      ),
    ),
  );
}

/** Undefined for a tool that asks for nothing, such as Upscale. */
async function readRequest(deps: Deps, batch: ReadBatch, index: number): Promise<AiRequest | undefined> {
  const { images, settings } = deps.findTool(batch.tool);
  const { data } = settings.safeParse(batch.settings);
  if (!images || !data) return undefined;
  const variant = batch.views[index]?.variant ?? index;
  const mark = await images.findMark(deps, { settings: data, variant, picture: undefined });
  return mark?.prompt === undefined ? undefined : { prompt: mark.prompt, model: mark.system };
}
