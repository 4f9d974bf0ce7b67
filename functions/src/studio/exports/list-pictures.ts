/** What is known of the chosen pictures before their files are read. */
import type { PictureChecks } from '@portal/contracts/checks';
import type { FileNaming } from '@portal/contracts/keyword-generator';
import { MAX_PIXELS } from '@portal/contracts/uploads';
import type { Source } from '@portal/contracts/source';
import { ScaleSchema, type Scale } from '@portal/contracts/upscale';
import type { Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import type { Deps } from '../../batches/deps.ts';
import { listChosenFiles } from '../../batches/archive/list-selection.ts';
import { describeChecks } from '../../batches/store/describe-batch.ts';
import { selectPictures, type ChosenItems } from '../../batches/sources/select-pictures.ts';
import type { ItemFile } from '../../batches/tool.ts';
import { isMadeByAi, readMark } from '../../pictures/mark-image.ts';
import { loadSharp } from '../../pictures/load-sharp.ts';
import { makeWeightedSemaphore } from '../../platform/weighted-semaphore.ts';
import { forEachAtOnce } from '../../platform/for-each-at-once.ts';
import { findTexts, keyOf, type FoundTexts } from './find-texts.ts';
import { readEntry } from './read-entry.ts';

export interface ListedPicture {
  picture: Source;
  file: ItemFile;
  width: number;
  height: number;
  isMadeByAi: boolean;
  /** By how much Upscale made it larger. */
  enlarged: Scale | undefined;
  texts: FoundTexts | undefined;
  isStarred: boolean;
  checks: PictureChecks | undefined;
}

export interface ListedPictures {
  pictures: readonly ListedPicture[];
  /** When the first one expires. */
  expiresAt: Timestamp;
  /** When the last one does. */
  lastExpiresAt: Timestamp;
}

const EnlargedSchema = z.object({ scale: ScaleSchema });

/** What an instance holds of files whose record has no facts: of earlier versions of the portal, and of lost workers. */
const withinMemory = makeWeightedSemaphore(64 * 1024 ** 2);
/** The request ends after 60. */
const SIGNAL_MS = 50_000;

/** Oldest batch first, as in the ZIP of a selection. */
export async function listPictures(
  deps: Deps,
  owner: string,
  chosen: readonly Source[],
  naming: FileNaming,
): Promise<ListedPictures> {
  const batches = await selectPictures(deps, owner, chosen, 'refuse');
  const { files, expiresAt } = await listChosenFiles(deps, batches, naming);
  const sources = files.map(({ batchId, index }) => ({
    batchId,
    index,
    kind: kindOf(deps, batches, batchId),
  }));
  const texts = await findTexts(
    deps,
    owner,
    sources,
    batches.map(({ batch }) => batch),
  );
  const byBatch = new Map(batches.map((own) => [own.batch.id, own]));
  const signal = AbortSignal.timeout(SIGNAL_MS);
  const pictures: ListedPicture[] = [];
  const places = new Map(sources.map((source, place) => [keyOf(source), place]));
  await forEachAtOnce([...sources.entries()], async ([place, picture]) => {
    const file = files[place];
    if (!file) return;
    const own = texts.get(keyOf(picture));
    const chosenItems = byBatch.get(picture.batchId);
    const known = findFacts(chosenItems, picture, own);
    pictures.push({
      picture,
      file,
      texts: own,
      enlarged: chosenItems && findEnlarged(chosenItems),
      ...findOpinions(chosenItems, picture),
      ...(known ?? (await readFacts(file, signal))),
    });
  });
  const placeOf = ({ picture }: ListedPicture) => places.get(keyOf(picture)) ?? 0;
  return {
    pictures: pictures.toSorted((one, other) => placeOf(one) - placeOf(other)),
    expiresAt,
    lastExpiresAt: batches
      .map(({ batch }) => batch.expiresAt)
      .reduce((one, other) => (one > other ? one : other)),
  };
}

const kindOf = ({ findTool }: Deps, batches: readonly ChosenItems[], batchId: string): Source['kind'] => {
  const tool = batches.find(({ batch }) => batch.id === batchId)?.batch.tool;
  return tool !== undefined && findTool(tool).images ? 'result' : 'original';
};

/** What people and checks say about it. */
function findOpinions(
  own: ChosenItems | undefined,
  { index }: Source,
): Pick<ListedPicture, 'isStarred' | 'checks'> {
  const view = own?.views[index];
  return {
    isStarred: own?.batch.starred?.includes(index) ?? false,
    checks: own && view && describeChecks(own.batch, index, view),
  };
}

const findEnlarged = ({ batch: { tool, settings } }: ChosenItems): Scale | undefined =>
  tool === 'upscale' ? EnlargedSchema.safeParse(settings).data?.scale : undefined;

type Facts = Pick<ListedPicture, 'width' | 'height' | 'isMadeByAi'>;

/** Undefined if a record has no facts: it is older than they are, or its worker was lost. */
function findFacts(
  own: ChosenItems | undefined,
  { index, kind }: Source,
  texts: FoundTexts | undefined,
): Facts | undefined {
  const found = kind === 'result' ? own?.views[index]?.image : texts;
  const { width, height, isMadeByAi: isAi = kind === 'original' ? false : undefined } = found ?? {};
  return width === undefined || height === undefined || isAi === undefined
    ? undefined
    : { width, height, isMadeByAi: isAi };
}

const readFacts = (file: ItemFile, signal: AbortSignal): Promise<Facts> =>
  withinMemory(file.bytes, async () => findFactsIn(await readEntry(file, signal)), { signal });

async function findFactsIn(bytes: Buffer): Promise<Facts> {
  const sharp = await loadSharp();
  const { width, height, autoOrient, xmp } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const { sourceType } = await readMark(bytes, xmp);
  return {
    width: autoOrient?.width ?? width,
    height: autoOrient?.height ?? height,
    isMadeByAi: isMadeByAi(sourceType),
  };
}
