import { PICTURE_FORMATS } from '@portal/contracts/picture-type';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { makeItemQueue, type ItemQueue } from '../../platform/queues.ts';
import {
  defineTool,
  type AgencyTexts,
  type Attempt,
  type PictureTexts,
  type Work,
} from '../../batches/tool.ts';
import type { ItemTexts } from '../../batches/store/batch-record.ts';
import { readProviderSettings } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { isMadeByAi } from '../../pictures/mark-image.ts';
import { describePicture } from '../../providers/describe-picture.ts';
import { callWithKeys, findKeyShortage } from '../../providers/key-pool.ts';
import { findMaxDescribeUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findModel, priceOf } from '../../providers/model-registry.ts';
import { sumMicros, type Micros } from '../../spend/micros.ts';
import { ANSWER_SCHEMA, SCHEMA_NAME } from './answer-schema.ts';
import {
  KeywordSettingsSchema,
  StoredTextsSchema,
  type StoredTexts,
  type KeywordSettings,
} from './keyword-settings.ts';
import { listRenamedFiles } from './list-renamed-files.ts';
import { writeTexts } from './write-texts.ts';

const QUEUES: Record<PictureProvider, ItemQueue> = {
  openai: makeItemQueue('writeWithOpenai', 'Keywords with OpenAI', 'openai'),
  google: makeItemQueue('writeWithGoogle', 'Keywords with Google', 'google'),
};

export const keywordGeneratorTool = defineTool<KeywordSettings>({
  name: 'keyword-generator',
  settings: KeywordSettingsSchema,
  uploads: UPLOAD_RULES['keyword-generator'],
  queues: Object.values(QUEUES),
  queueOf: ({ provider }) => QUEUES[provider],
  estimate: (deps, { provider }) => readKeywordPrice(deps, provider),
  findMaxCost: readMaxCost,
  async findWait(deps, { provider }) {
    const shortage = await findKeyShortage(deps, provider, readProviderSettings(provider));
    return shortage && { until: shortage.retryAt };
  },
  isCharged: true,
  makesImages: false,
  readTexts,
  readAgencyTexts,
  takesAnimated: true,
  attempt,
  listFiles: listRenamedFiles,
  zipSuffix: '_keywords',
});

function readTexts(texts: ItemTexts): PictureTexts {
  const { seo_image_title: title, seo_description: description, keywords } = StoredTextsSchema.parse(texts);
  return { title, description, keywords };
}

function readAgencyTexts(settings: KeywordSettings, texts: ItemTexts): AgencyTexts {
  return { ...StoredTextsSchema.parse(texts), language: settings.language };
}

/** Expected dollars per picture. */
export async function readKeywordPrice({ firestore }: Deps, provider: PictureProvider): Promise<number> {
  return (await findModel(firestore, `keywords-${provider}`)).price ?? 0;
}

/** An attempt makes one call, and one to repair its answer. */
async function readMaxCost(deps: Deps, { provider }: KeywordSettings): Promise<Micros> {
  const maxCallCost = await readMaxCallCost(deps, provider);
  return sumMicros(maxCallCost, maxCallCost);
}

async function readMaxCallCost({ firestore }: Deps, provider: PictureProvider): Promise<Micros> {
  const model = await findModel(firestore, `keywords-${provider}`);
  return findMaxCost(model, findMaxDescribeUsage(provider, model));
}

async function attempt(deps: Deps, work: Work<KeywordSettings>): Promise<Attempt> {
  const { settings, picture, fileName = '', signal, onSend } = work;
  if (!picture) throw new Error('The item has no picture.');
  const { provider, ...options } = settings;
  const model = await findModel(deps.firestore, `keywords-${provider}`);
  const maxCost = await readMaxCallCost(deps, provider);
  const { costs, ...answer } = await writeTexts(
    (order) =>
      callWithKeys(deps, {
        provider,
        settings: readProviderSettings(provider),
        call: (access) =>
          describePicture(
            access,
            provider,
            { ...order, picture, schema: ANSWER_SCHEMA, schemaName: SCHEMA_NAME },
            model.upstreamModel,
            signal,
          ),
        price: (usage) => priceOf(usage, model, model.price ?? 0),
        maxCost,
        onSend,
      }),
    options,
    fileName,
  );
  const cost = sumMicros(...costs);
  switch (answer.kind) {
    case 'good': {
      const { extension } = PICTURE_FORMATS[picture.uploadedType];
      const mark = isMadeByAi(picture.mark.sourceType) ? { isMadeByAi: true } : {};
      const { width, height } = picture;
      const texts: StoredTexts = { ...answer.texts, edited: false, extension, ...mark, width, height };
      return { kind: 'written', texts, cost };
    }
    case 'bad':
      return { kind: 'useless', reason: `The answer could not be used: ${answer.problem}`, cost };
    case 'no-key':
      // The first answer is paid for; the key failed before the repair.
      return costs.length > 0
        ? { kind: 'useless', reason: 'No key was left to repair the answer.', cost }
        : { kind: 'wait', until: answer.retryAt };
    default:
      return { ...answer, cost };
  }
}
