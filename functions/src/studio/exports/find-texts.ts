/** The texts of pictures: their own, or those of the same picture in another batch. */
import type { Source } from '@portal/contracts/source';
import type { Deps } from '../../batches/deps.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { batchReference, isOwn, parseBatch, type Batch } from '../../batches/store/batch-store.ts';
import { readSentTo } from '../../batches/store/lineage-store.ts';
import { readItemViews } from '../../batches/store/progress-store.ts';
import type { AgencyTexts } from '../../batches/tool.ts';

export interface FoundTexts extends AgencyTexts {
  /** The picture of the Keyword Generator that has them. */
  batchId: string;
  index: number;
}

/** Newest batches that a picture was sent to. Each costs a read. */
const MAX_SENT_TO = 10;
/** An enlarged picture of an enlarged picture, and so on. */
const MAX_STEPS = 3;

export const keyOf = ({ batchId, index, kind }: Source): string => `${batchId}/${index}/${kind}`;

/**
 * By key of the picture. Looks at the picture, then at copies that were sent to the Keyword Generator, then at what an enlarged
 * picture was made from. A restyled picture shows something else, so it does not inherit. Each step costs a query for each batch.
 */
export async function findTexts(
  deps: Deps,
  owner: string,
  pictures: readonly Source[],
  batches: readonly Batch[],
): Promise<ReadonlyMap<string, FoundTexts>> {
  const readBatches = makeReader(deps, owner, batches);
  const found = new Map<string, FoundTexts>();
  let open = pictures.map((picture) => ({ picture, at: picture }));
  for (let step = 0; step < MAX_STEPS && open.length > 0; step += 1) {
    const written = await findWritten(deps, owner, new Set(open.map(({ at }) => at)), readBatches);
    const origins = await readBatches(open.map(({ at }) => at.batchId));
    open = open.flatMap(({ picture, at }) => {
      const texts = written.get(keyOf(at));
      if (texts) found.set(keyOf(picture), texts);
      const { tool, uploads } = origins.get(at.batchId) ?? {};
      const from = at.kind === 'result' && tool === 'upscale' ? uploads?.files[at.index]?.from : undefined;
      return texts || !from ? [] : [{ picture, at: from }];
    });
  }
  return found;
}

type ReadBatches = (ids: readonly string[]) => Promise<ReadonlyMap<string, Batch>>;

/** Reads each batch once. Those that are gone are left out. */
function makeReader({ firestore }: Deps, owner: string, known: readonly Batch[]): ReadBatches {
  const batches = new Map<string, Batch | undefined>(known.map((batch) => [batch.id, batch]));
  return async (ids) => {
    const missing = [...new Set(ids)].filter((id) => !batches.has(id));
    const read =
      missing.length > 0 ? await firestore.getAll(...missing.map((id) => batchReference(firestore, id))) : [];
    for (const snapshot of read) {
      const batch = parseBatch(snapshot);
      batches.set(snapshot.id, isOwn(batch, owner) ? batch : undefined);
    }
    return new Map(
      ids.flatMap((id) => {
        const batch = batches.get(id);
        return batch ? [[id, batch] as const] : [];
      }),
    );
  };
}

async function findWritten(
  deps: Deps,
  owner: string,
  sources: ReadonlySet<Source>,
  readBatches: ReadBatches,
): Promise<ReadonlyMap<string, FoundTexts>> {
  const byBatch = Map.groupBy(sources, ({ batchId }) => batchId);
  const batches = await readBatches([...byBatch.keys()]);
  const found = new Map<string, FoundTexts>();
  await forEachAtOnce([...byBatch], async ([batchId, own]) => {
    const batch = batches.get(batchId);
    if (!batch) return;
    const texts = await readTexts(deps, batch);
    for (const source of own) {
      const written = source.kind === 'original' ? texts.get(source.index) : undefined;
      if (written) found.set(keyOf(source), written);
    }
    const rest = own.filter((source) => !found.has(keyOf(source)));
    if (rest.length > 0) await findCopies(deps, owner, batchId, rest, readBatches, found);
  });
  return found;
}

/** In batches of the Keyword Generator that pictures of this batch were sent to; the newest wins. */
async function findCopies(
  deps: Deps,
  owner: string,
  batchId: string,
  sources: readonly Source[],
  readBatches: ReadBatches,
  found: Map<string, FoundTexts>,
): Promise<void> {
  const wanted = new Set(sources.map(keyOf));
  const { batches: sentTo } = await readSentTo(deps.firestore, owner, batchId, MAX_SENT_TO);
  const candidates = sentTo.filter(
    ({ tool, uploads }) =>
      deps.findTool(tool).texts !== undefined &&
      uploads?.files.some(({ from }) => from && wanted.has(keyOf(from))),
  );
  const batches = await readBatches(candidates.map(({ id }) => id));
  for (const { id } of candidates) {
    const batch = batches.get(id);
    if (!batch) continue;
    const texts = await readTexts(deps, batch);
    for (const [index, { from }] of (batch.uploads?.files ?? []).entries()) {
      const written = texts.get(index);
      if (from && written && wanted.has(keyOf(from)) && !found.has(keyOf(from)))
        found.set(keyOf(from), written);
    }
  }
}

/** By item index. Empty for tools that write no texts. */
async function readTexts(
  { firestore, findTool }: Deps,
  batch: Batch,
): Promise<ReadonlyMap<number, FoundTexts>> {
  const tool = findTool(batch.tool);
  if (!tool.texts) return new Map();
  const settings = tool.settings.parse(batch.settings);
  const deleted = new Set(batch.deletedItems);
  return new Map(
    Object.entries(await readItemViews(firestore, batch)).flatMap(([key, { texts }]) => {
      const index = Number(key);
      const read = texts && !deleted.has(index) ? tool.texts?.readForAgency(settings, texts) : undefined;
      return read ? [[index, { ...read, batchId: batch.id, index }] as const] : [];
    }),
  );
}
