/** A tool that asks a model about each picture, and is answered in text. */
import type { PictureProvider } from '@portal/contracts/studio-settings';
import type { UploadRules } from '@portal/contracts/uploads';
import {
  defineTool,
  type Attempt,
  type OriginalFacts,
  type Tool,
  type Work,
  type Written,
} from '../../batches/tool.ts';
import type { StartedCall } from '../../batches/store/batch-record.ts';
import type { Clients } from '../../clients.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import { makeItemQueue, type ItemQueue } from '../../platform/queues/queues.ts';
import type { ProviderAccess } from '../../providers/call-provider.ts';
import { describePicture } from '../../providers/describe-picture.ts';
import { makeLines } from '../../providers/half-price/make-lines.ts';
import { callWithKey, callWithKeys, findKeyShortage } from '../../providers/key-pool.ts';
import { fingerprint } from '../../providers/key-states.ts';
import { findMaxDescribeUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findModel, priceOf } from '../../providers/model-registry.ts';
import { makeOpenaiAdapter } from '../../providers/openai.ts';
import type { Usage } from '../../providers/provider-answer.ts';
import { sumMicros, type Micros } from '../../spend/micros.ts';
import type { Original } from '../../pictures/uploads/inspect-picture.ts';
import { askModel, type Prompt, type ReadAnswer } from './ask-model.ts';

const MAX_FORGET_MS = 5000;

/** Of all tools that ask: a provider takes no more calls at once because there is another tool. */
const QUEUES: Record<PictureProvider, ItemQueue> = {
  openai: makeItemQueue('writeWithOpenai', 'Keywords with OpenAI', 'openai'),
  google: makeItemQueue('writeWithGoogle', 'Keywords with Google', 'google'),
};

interface DescribeSettings {
  provider: PictureProvider;
}

interface DescribeTool<Settings extends DescribeSettings, Content> extends Pick<
  Tool<Settings>,
  'name' | 'settings' | 'texts' | 'listFiles' | 'zipSuffix'
> {
  uploads: UploadRules;
  /** Expected dollars per picture. */
  readPrice: (clients: Clients, provider: PictureProvider) => Promise<number>;
  /** JSON Schema of the answer. */
  schema: Record<string, unknown>;
  schemaName: string;
  writePrompt: (settings: Settings, fileName: string) => Prompt;
  read: (text: string, settings: Settings) => ReadAnswer<Content>;
  /** With what is known of the picture. */
  complete: (content: Content, picture: OriginalFacts) => Omit<Written, 'kind' | 'appearance'>;
}

export function defineDescribeTool<Settings extends DescribeSettings, Content>({
  uploads,
  readPrice,
  schema,
  schemaName,
  writePrompt,
  read,
  complete,
  ...rest
}: DescribeTool<Settings, Content>): Tool<Settings> {
  const finish = (text: string, settings: Settings, picture: OriginalFacts) => {
    const answer = read(text, settings);
    return answer.kind === 'good'
      ? { kind: 'written' as const, ...complete(answer.content, picture) }
      : { kind: 'useless' as const, reason: describeProblem(answer.problem) };
  };

  async function attempt(clients: Clients, work: Work<Settings>): Promise<Attempt> {
    const { settings, fileName = '', signal, onSend, onStarted, clearStartedCall } = work;
    const picture = requireOriginal(work);
    const { provider } = settings;
    const callSettings = await readCallSettings(clients, provider, readPrice);
    const { costs, ...answer } = await askModel(
      ({ instructions, request }, paid) =>
        callWithKeys(clients, {
          ...callSettings,
          call: (access) =>
            describePicture(
              access,
              provider,
              { instructions, request, picture, schema, schemaName },
              callSettings.upstreamModel,
              signal,
              (id) => onStarted({ id, key: fingerprint(access.apiKey), paid }),
            ),
          onSend,
        }),
      writePrompt(settings, fileName),
      (text) => read(text, settings),
      clearStartedCall,
    );
    const cost = sumMicros(...costs);
    switch (answer.kind) {
      case 'good':
        return { kind: 'written', ...complete(answer.content, picture), cost };
      case 'bad':
        return { kind: 'useless', reason: describeProblem(answer.problem), cost };
      case 'no-key':
        // The first answer is paid for; the key failed before the repair.
        return costs.length > 0
          ? { kind: 'useless', reason: 'No key was left to repair the answer. Retry later.', cost }
          : { kind: 'wait', until: answer.retryAt };
      default:
        return { ...answer, cost };
    }
  }

  /** An answer that needs a repair is left to another attempt. */
  async function fetchAttempt(
    clients: Clients,
    work: Pick<Work<Settings>, 'settings' | 'picture' | 'signal'>,
    { id, key, paid }: StartedCall,
  ): Promise<Attempt> {
    const { settings } = work;
    const picture = requireOriginal(work);
    const callSettings = await readCallSettings(clients, settings.provider, readPrice);
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
    return answer.kind === 'made' ? { ...finish(answer.made, settings, picture), cost } : { ...answer, cost };
  }

  return defineTool<Settings>({
    ...rest,
    studioSettings: ['provider'],
    uploads: { ...uploads, takesAnimated: true },
    queues: Object.values(QUEUES),
    queueOf: ({ provider }) => QUEUES[provider],
    estimate: (clients, { provider }) => readPrice(clients, provider),
    /** An attempt makes one call, and one to repair its answer. */
    async findMaxCost(clients, { provider }) {
      const maxCallCost = await readMaxCallCost(clients, provider);
      return sumMicros(maxCallCost, maxCallCost);
    },
    async findWait(clients, { provider }) {
      const shortage = await findKeyShortage(clients, provider, readProviderSettings(provider));
      return shortage && { until: shortage.retryAt };
    },
    isCharged: true,
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
          schema,
          schemaName,
        })),
      }),
      readText: (settings, text, picture) => finish(text, settings, picture),
    },
  });
}

async function readMaxCallCost({ firestore }: Clients, provider: PictureProvider): Promise<Micros> {
  const model = await findModel(firestore, `keywords-${provider}`);
  return findMaxCost(model, findMaxDescribeUsage(provider, model));
}

async function forgetCall(
  _clients: Clients,
  { provider }: DescribeSettings,
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

/** What all calls have in common. */
async function readCallSettings(
  clients: Clients,
  provider: PictureProvider,
  readPrice: (clients: Clients, provider: PictureProvider) => Promise<number>,
) {
  const model = await findModel(clients.firestore, `keywords-${provider}`);
  const price = await readPrice(clients, provider);
  return {
    provider,
    settings: readProviderSettings(provider),
    upstreamModel: model.upstreamModel,
    price: (usage: Usage | undefined) => priceOf(usage, model, price),
    maxCost: await readMaxCallCost(clients, provider),
  };
}

function requireOriginal({ picture }: Pick<Work<object>, 'picture'>): Original {
  if (!picture) throw new Error('The item has no picture.');
  return picture;
}

const describeProblem = (problem: string): string => `The answer could not be used: ${problem} Retry.`;
