/** Each tool with each provider, to test shared behavior with all of them. */
import type { BatchFacts, ToolName } from '@portal/contracts/batches';
import { KeywordBatchSchema, keywordCalls } from '@portal/contracts/keyword-generator';
import { StylizerBatchSchema, stylizerCalls } from '@portal/contracts/stylizer';
import { UpscaleBatchSchema, upscaleCalls } from '@portal/contracts/upscale';
import type { Account } from './accounts.ts';
import { watchBatches } from './batches.ts';
import { firestore } from './firestore.ts';
import * as generator from './generator.ts';
import { digestOf, drawPicture } from './pictures.ts';
import { startByForm, type UploadAddress } from './send-pictures.ts';
import { waitForCaches } from './wait-for-caches.ts';

interface Prepared {
  /** Identifies its calls in the sandbox. */
  mark: string;
  start: (as: Account) => Promise<string>;
}

interface PreparedItems {
  marks: string[];
  start: (as: Account) => Promise<{ id: string; index: number }[]>;
}

export interface ToolCase {
  /** As in `stylizer with google`. */
  name: string;
  tool: ToolName;
  /** Set if calls cost money; such calls are never repeated automatically. */
  provider?: generator.ProviderName;
  queue: string;
  /** Stores texts, and nothing in the media service. */
  makesNoImages?: true;
  prepare: (text: string, quantity?: number) => Promise<Prepared>;
  /** Items whose calls the sandbox can tell apart, in as few batches as possible. */
  prepareItems: (texts: readonly string[]) => Promise<PreparedItems>;
  waitForBatches: (as: Account, ids: readonly string[]) => Promise<ToolBatch[]>;
}

export interface ToolBatch extends BatchFacts {
  done: number;
  /** URLs of the results. */
  images: readonly string[];
}

export type ChargedCase = ToolCase & Required<Pick<ToolCase, 'provider'>>;

function preparePrompt(provider: generator.ProviderName, text: string, quantity = 1): Prepared {
  const mark = generator.makePrompt(text);
  const request = generator.makeRequest(provider, { prompt: mark, quantity });
  return { mark, start: (as) => generator.startBatch(as, request) };
}

const generatorCase = (provider: generator.ProviderName): ChargedCase => ({
  name: `image generator with ${provider}`,
  tool: 'image-generator',
  provider,
  queue: generator.QUEUES[provider],
  prepare: async (text, quantity) => preparePrompt(provider, text, quantity),
  // Items of a batch have the same prompt.
  async prepareItems(texts) {
    const batches = texts.map((text) => preparePrompt(provider, text));
    return {
      marks: batches.map(({ mark }) => mark),
      start: (as) => Promise.all(batches.map(async ({ start }) => ({ id: await start(as), index: 0 }))),
    };
  },
  waitForBatches: async (as, ids) =>
    (await generator.waitForBatches(as, ids)).map((batch) => ({
      ...batch,
      done: batch.completedCount,
      images: batch.generatedImages,
    })),
});

/** An image's digest is its mark. */
const preparePictures = (
  path: UploadAddress,
  fields: Record<string, string>,
  choose: () => Promise<void>,
): Pick<ToolCase, 'prepare' | 'prepareItems'> => ({
  /** All images are the same. */
  async prepare(text, quantity = 1) {
    await choose();
    const bytes = await drawPicture();
    const pictures = Array.from({ length: quantity }, (_, index) => ({
      name: `${text} ${index}.png`,
      bytes,
    }));
    return { mark: digestOf(bytes), start: (as) => startByForm(as, path, pictures, fields) };
  },
  async prepareItems(texts) {
    await choose();
    const pictures = await Promise.all(
      texts.map(async (text) => ({ name: `${text}.png`, bytes: await drawPicture() })),
    );
    return {
      marks: pictures.map(({ bytes }) => digestOf(bytes)),
      async start(as) {
        const id = await startByForm(as, path, pictures, fields);
        return texts.map((_, index) => ({ id, index }));
      },
    };
  },
});

const toolSettings = firestore.doc('settings/tools');

/** Sets a tool's provider, like an admin. */
export async function setTool(
  field: 'upscaleEngine' | 'stylizerProvider' | 'keywordProvider',
  value: string,
): Promise<void> {
  if ((await toolSettings.get()).get(field) === value) return;
  await toolSettings.set({ [field]: value }, { merge: true });
  await waitForCaches();
}

/** Resets the tools to their defaults. */
export async function resetTools(): Promise<void> {
  await toolSettings.delete();
  await waitForCaches();
}

const stylizer = watchBatches(stylizerCalls.list.path, StylizerBatchSchema);

const stylizerCase = (provider: 'openai' | 'google'): ChargedCase => ({
  name: `stylizer with ${provider}`,
  tool: 'stylizer',
  provider,
  queue: provider === 'openai' ? 'styleWithOpenai' : 'styleWithGoogle',
  ...preparePictures('/api/stylizer/transform', { preset: 'synthwave' }, () =>
    setTool('stylizerProvider', provider),
  ),
  waitForBatches: async (as, ids) =>
    (await stylizer.waitForBatches(as, ids)).map((batch) => ({
      ...batch,
      done: batch.completedCount,
      images: batch.results.flatMap(({ styledImageUrl }) => styledImageUrl ?? []),
    })),
});

const keywords = watchBatches(keywordCalls.list.path, KeywordBatchSchema);

const keywordCase = (provider: 'openai' | 'google'): ChargedCase => ({
  name: `keyword generator with ${provider}`,
  tool: 'keyword-generator',
  provider,
  queue: provider === 'openai' ? 'writeWithOpenai' : 'writeWithGoogle',
  makesNoImages: true,
  ...preparePictures('/api/keyword-generator/analyze', {}, () => setTool('keywordProvider', provider)),
  waitForBatches: async (as, ids) =>
    (await keywords.waitForBatches(as, ids)).map((batch) => ({
      ...batch,
      done: batch.completedCount,
      images: batch.results.flatMap(({ status, originalUrl }) => (status === 'completed' ? originalUrl : [])),
    })),
});

const upscale = watchBatches(upscaleCalls.list.path, UpscaleBatchSchema);

const upscaleCase = (engine: 'on-device' | 'cloudinary'): ToolCase => ({
  name: `upscale by ${engine}`,
  tool: 'upscale',
  queue: engine === 'on-device' ? 'upscaleOnDevice' : 'upscaleAtCloudinary',
  ...preparePictures('/api/upscale/multiple', { scale: '2' }, () => setTool('upscaleEngine', engine)),
  waitForBatches: async (as, ids) =>
    (await upscale.waitForBatches(as, ids)).map((batch) => ({
      ...batch,
      done: batch.processedImages,
      images: batch.results.flatMap(({ enhancedUrl }) => enhancedUrl ?? []),
    })),
});

export const chargedCases: readonly ChargedCase[] = [
  ...generator.providerNames.map(generatorCase),
  stylizerCase('openai'),
  stylizerCase('google'),
  keywordCase('openai'),
  keywordCase('google'),
];

/** One case per tool. */
export const oneCaseOfEach = {
  generator: generatorCase('xai'),
  stylizer: stylizerCase('openai'),
  keywords: keywordCase('openai'),
  upscale: upscaleCase('on-device'),
};

export const cloudinaryCase = upscaleCase('cloudinary');

interface Run {
  toolCase: ToolCase;
  id: string;
}

/** Waits for the batches of all runs, with one request per tool and poll. */
export async function waitForRuns(
  as: Account,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, ToolBatch>> {
  const batches = await Promise.all(
    [...Map.groupBy(runs, ({ toolCase }) => toolCase.tool).values()].map(async (group) =>
      group[0]?.toolCase.waitForBatches(
        as,
        group.map(({ id }) => id),
      ),
    ),
  );
  return new Map(batches.flatMap((some) => (some ?? []).map((batch) => [batch.id, batch])));
}
