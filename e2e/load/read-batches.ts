/** What has become of every batch: its items in Firestore, and what the sandbox has charged for each. */
import { ItemStateSchema, ToolNameSchema } from '@portal/contracts/batches';
import { z } from 'zod';
import { firestore } from '../support/firestore.ts';
import { control } from '../support/sandbox.ts';
import type { Batch, Calls, Item } from './find-differences.ts';
import { findMark } from './random.ts';

const BatchSchema = z.object({
  owner: z.string(),
  tool: ToolNameSchema,
  settings: z.object({
    provider: z.string().optional(),
    prompt: z.string().optional(),
    prompts: z.array(z.object({ prompt: z.string() })).optional(),
  }),
  uploads: z.object({ files: z.array(z.object({ name: z.string() })) }).nullable(),
  pipeline: z.object({ id: z.string() }).optional(),
  halfPrice: z.string().optional(),
  allowanceDay: z.string().nullable(),
  endedAt: z.unknown(),
});

const ItemSchema = z.object({
  index: z.number(),
  state: ItemStateSchema,
  isOpen: z.boolean(),
  attempts: z.number(),
});

export async function readBatches(): Promise<Batch[]> {
  const [batches, items] = await Promise.all([
    firestore.collection('batches').get(),
    firestore.collectionGroup('items').get(),
  ]);
  const itemsOf = Map.groupBy(items.docs, ({ ref }) => ref.parent.parent?.id ?? '');
  return batches.docs.map((document): Batch => {
    const batch = BatchSchema.parse(document.data());
    const { settings, uploads } = batch;
    const nameOf = (index: number) =>
      batch.tool === 'image-generator'
        ? (settings.prompts?.[index]?.prompt ?? settings.prompt)
        : uploads?.files[index]?.name;
    return {
      id: document.id,
      owner: batch.owner,
      job: batch.pipeline?.id,
      tool: batch.tool,
      provider: settings.provider,
      isHalfPrice: batch.halfPrice !== undefined,
      hasAllowance: batch.allowanceDay !== null,
      hasEnded: batch.endedAt !== null,
      items: (itemsOf.get(document.id) ?? []).map((each): Item => {
        const item = ItemSchema.parse(each.data());
        return { ...item, mark: findMark(nameOf(item.index) ?? '') };
      }),
    };
  });
}

const CallsSchema = z.object({
  prompts: z.record(z.string(), z.object({ received: z.number(), paid: z.number() })),
});

/** Calls by the mark of their prompt or picture; those without one by the whole prompt. */
export async function readCalls(): Promise<ReadonlyMap<string, Calls>> {
  const { prompts } = CallsSchema.parse(await control('GET', 'calls?last=0'));
  const byMark = new Map<string, Calls>();
  for (const [prompt, { received, paid }] of Object.entries(prompts)) {
    const mark = findMark(prompt) ?? prompt;
    const known = byMark.get(mark) ?? { received: 0, paid: 0 };
    byMark.set(mark, { received: known.received + received, paid: known.paid + paid });
  }
  return byMark;
}

/** Google's images that were taken from the allowances of all days. */
export const readAllowance = async (): Promise<number> =>
  (await firestore.collection('allowances').get()).docs.reduce(
    (sum, day) => sum + Number(day.get('used') ?? 0),
    0,
  );
