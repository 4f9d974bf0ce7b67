import type { Issue } from '@portal/contracts/checks';
import type { KeywordTexts } from '@portal/contracts/keyword-generator';
import { PICTURE_FORMATS } from '@portal/contracts/picture-type';
import type { PictureProvider } from '@portal/contracts/studio-settings';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { makeItemQueue, type ItemQueue } from '../../platform/queues/queues.ts';
import {
  defineTool,
  type AgencyTexts,
  type OriginalFacts,
  type Attempt,
  type PictureTexts,
  type Work,
} from '../../batches/tool.ts';
import type { ItemTexts, StartedCall } from '../../batches/store/batch-record.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Clients } from '../../clients.ts';
import { isMadeByAi } from '../../pictures/mark-image.ts';
import type { ProviderAccess } from '../../providers/call-provider.ts';
import { describePicture } from '../../providers/describe-picture.ts';
import { makeLines } from '../../providers/half-price/make-lines.ts';
import { fingerprint } from '../../providers/key-states.ts';
import { callWithKey, callWithKeys, findKeyShortage } from '../../providers/key-pool.ts';
import { findMaxDescribeUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findModel, priceOf } from '../../providers/model-registry.ts';
import { makeOpenaiAdapter } from '../../providers/openai.ts';
import type { Usage } from '../../providers/provider-answer.ts';
import { sumMicros, type Micros } from '../../spend/micros.ts';
import type { Original } from '../../pictures/uploads/inspect-picture.ts';
import { ANSWER_SCHEMA, SCHEMA_NAME } from './answer-schema.ts';
import {
  KeywordSettingsSchema,
  StoredTextsSchema,
  type StoredTexts,
  type KeywordSettings,
} from './keyword-settings.ts';
import { listRenamedFiles } from './list-renamed-files.ts';
import { readAnswer } from './read-answer.ts';
import { writePrompt } from './write-prompt.ts';
import { writeTexts } from './write-texts.ts';

const MAX_FORGET_MS = 5000;

const QUEUES: Record<PictureProvider, ItemQueue> = {
  openai: makeItemQueue('writeWithOpenai', 'Keywords with OpenAI', 'openai'),
  google: makeItemQueue('writeWithGoogle', 'Keywords with Google', 'google'),
};

export const keywordGeneratorTool = defineTool<KeywordSettings>({
  name: 'keyword-generator',
  settings: KeywordSettingsSchema,
  studioSettings: ['provider'],
  uploads: { ...UPLOAD_RULES['keyword-generator'], takesAnimated: true },
  queues: Object.values(QUEUES),
  queueOf: ({ provider }) => QUEUES[provider],
  estimate: (clients, { provider }) => readKeywordPrice(clients, provider),
  findMaxCost: readMaxCost,
  async findWait(clients, { provider }) {
    const shortage = await findKeyShortage(clients, provider, readProviderSettings(provider));
    return shortage && { until: shortage.retryAt };
  },
  isCharged: true,
  texts: { read: readTexts, readForAgency: readAgencyTexts },
  attempt,
  fetchable: { fetch: fetchAttempt, forget: forgetCall },
  halfPrice: {
    findProvider: ({ provider }) => provider,
    findModel: ({ firestore }, { provider }) => findModel(firestore, `keywords-${provider}`),
    makeWork: (settings, upstreamModel, items) => ({
      kind: 'describe',
      upstreamModel,
      lines: makeLines(items, ({ picture, fileName = '' }) => ({
        ...writePrompt(settings, fileName),
        picture: requireOriginal({ picture }),
        schema: ANSWER_SCHEMA,
        schemaName: SCHEMA_NAME,
      })),
    }),
    readText(settings, text, picture) {
      const read = readAnswer(text, settings);
      return read.kind === 'good'
        ? completeAnswer(read, picture)
        : { kind: 'useless', reason: describeProblem(read.problem) };
    },
  },
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
export async function readKeywordPrice({ firestore }: Clients, provider: PictureProvider): Promise<number> {
  return (await findModel(firestore, `keywords-${provider}`)).price ?? 0;
}

/** An attempt makes one call, and one to repair its answer. */
async function readMaxCost(clients: Clients, { provider }: KeywordSettings): Promise<Micros> {
  const maxCallCost = await readMaxCallCost(clients, provider);
  return sumMicros(maxCallCost, maxCallCost);
}

async function readMaxCallCost({ firestore }: Clients, provider: PictureProvider): Promise<Micros> {
  const model = await findModel(firestore, `keywords-${provider}`);
  return findMaxCost(model, findMaxDescribeUsage(provider, model));
}

async function attempt(clients: Clients, work: Work<KeywordSettings>): Promise<Attempt> {
  const { settings, fileName = '', signal, onSend, onStarted } = work;
  const picture = requireOriginal(work);
  const { provider, ...options } = settings;
  const callSettings = await readCallSettings(clients, provider);
  const { costs, ...answer } = await writeTexts(
    ({ instructions, request }, paid) =>
      callWithKeys(clients, {
        ...callSettings,
        call: (access) =>
          describePicture(
            access,
            provider,
            { instructions, request, picture, schema: ANSWER_SCHEMA, schemaName: SCHEMA_NAME },
            callSettings.upstreamModel,
            signal,
            (id) => onStarted({ id, key: fingerprint(access.apiKey), paid }),
          ),
        onSend,
      }),
    options,
    fileName,
  );
  const cost = sumMicros(...costs);
  switch (answer.kind) {
    case 'good':
      return { ...completeAnswer(answer, picture), cost };
    case 'bad':
      return { kind: 'useless', reason: describeProblem(answer.problem), cost };
    case 'no-key':
      // The first answer is paid for; the key failed before the repair.
      return costs.length > 0
        ? { kind: 'useless', reason: 'No key was left to repair the answer.', cost }
        : { kind: 'wait', until: answer.retryAt };
    default:
      return { ...answer, cost };
  }
}

/** An answer that needs a repair is left to another attempt. */
async function fetchAttempt(
  clients: Clients,
  work: Pick<Work<KeywordSettings>, 'settings' | 'picture' | 'signal'>,
  { id, key, paid }: StartedCall,
): Promise<Attempt> {
  const { provider, ...options } = work.settings;
  const picture = requireOriginal(work);
  const callSettings = await readCallSettings(clients, provider);
  const call = (access: ProviderAccess) => makeOpenaiAdapter(access).fetchDescription(id, work.signal);
  const answer = await callWithKey(clients, { ...callSettings, call }, key);
  if (!answer) {
    return {
      kind: 'connection-lost',
      detail: 'its key is gone',
      cost: sumMicros(paid, callSettings.maxCost),
    };
  }
  const cost = sumMicros(paid, answer.cost);
  if (answer.kind !== 'made') return { ...answer, cost };
  const read = readAnswer(answer.made, options);
  return read.kind === 'good'
    ? { ...completeAnswer(read, picture), cost }
    : { kind: 'useless', reason: describeProblem(read.problem), cost };
}

async function forgetCall(
  _clients: Clients,
  { provider }: KeywordSettings,
  { id, key }: StartedCall,
): Promise<void> {
  const { baseUrl, keys } = readProviderSettings(provider);
  const apiKey = keys.find((each) => fingerprint(each) === key);
  if (apiKey === undefined) return;
  const access = { baseUrl, apiKey, fetch };
  const answer = await makeOpenaiAdapter(access).forgetDescription(id, AbortSignal.timeout(MAX_FORGET_MS));
  // It may be gone already.
  if (answer.kind !== 'made' && answer.kind !== 'bad-request')
    throw new Error(`${answer.kind}: ${answer.detail}`);
}

/** What all calls for texts have in common. */
async function readCallSettings(clients: Clients, provider: PictureProvider) {
  const model = await findModel(clients.firestore, `keywords-${provider}`);
  return {
    provider,
    settings: readProviderSettings(provider),
    upstreamModel: model.upstreamModel,
    price: (usage: Usage | undefined) => priceOf(usage, model, model.price ?? 0),
    maxCost: await readMaxCallCost(clients, provider),
  };
}

function requireOriginal({ picture }: Pick<Work<KeywordSettings>, 'picture'>): Original {
  if (!picture) throw new Error('The item has no picture.');
  return picture;
}

const describeProblem = (problem: string): string => `The answer could not be used: ${problem}`;

function completeAnswer(
  { texts, issues }: { texts: KeywordTexts; issues: Issue[] },
  { uploadedType, mark: { sourceType }, width, height }: OriginalFacts,
): { kind: 'written'; texts: StoredTexts; issues: Issue[] } {
  const { extension } = PICTURE_FORMATS[uploadedType];
  const mark = isMadeByAi(sourceType) ? { isMadeByAi: true } : {};
  return {
    kind: 'written',
    texts: { ...texts, edited: false, extension, ...mark, width, height },
    issues,
  };
}
