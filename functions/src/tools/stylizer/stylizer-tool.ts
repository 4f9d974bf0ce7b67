import { PROVIDER_TITLES } from '@portal/contracts/generation-request';
import { PictureProviderSchema, type PictureProvider } from '@portal/contracts/studio-settings';
import { UPLOAD_RULES } from '@portal/contracts/uploads';
import { z } from 'zod';
import { makeItemQueue, type ItemQueue } from '../../platform/queues/queues.ts';
import { defineImageTool } from '../../batches/image-tool.ts';
import type { Attempt, Work } from '../../batches/tool.ts';
import { readProviderSettings } from '../../platform/config/config.ts';
import type { Clients } from '../../clients.ts';
import { googleAllowance } from '../../providers/google-allowance.ts';
import { editImage } from '../../providers/edit-image.ts';
import type { EditRequest } from '../../providers/edit-request.ts';
import { makeLines } from '../../providers/half-price/make-lines.ts';
import { callWithKeys, findKeyShortage } from '../../providers/key-pool.ts';
import { findMaxEditUsage } from '../../providers/max-usage.ts';
import { findMaxCost, findModel, priceOf } from '../../providers/model-registry.ts';
import type { Micros } from '../../spend/micros.ts';
import type { Original } from '../../pictures/uploads/inspect-picture.ts';
import { findPreset } from './presets.ts';

export const StylizerSettingsSchema = z.object({ preset: z.string(), provider: PictureProviderSchema });
export type StylizerSettings = z.infer<typeof StylizerSettingsSchema>;

const QUEUES: Record<PictureProvider, ItemQueue> = {
  openai: makeItemQueue('styleWithOpenai', 'Styles with OpenAI', 'openai'),
  google: makeItemQueue('styleWithGoogle', 'Styles with Google', 'google'),
};

export const stylizerTool = defineImageTool<StylizerSettings>({
  name: 'stylizer',
  settings: StylizerSettingsSchema,
  studioSettings: ['provider'],
  uploads: UPLOAD_RULES.stylizer,
  queues: Object.values(QUEUES),
  queueOf: ({ provider }) => QUEUES[provider],
  estimate: (clients, { provider }) => readStylePrice(clients, provider),
  findMaxCost: readMaxCost,
  async findWait(clients, { provider }) {
    const shortage = await findKeyShortage(clients, provider, readProviderSettings(provider));
    return shortage && { until: shortage.retryAt };
  },
  isCharged: true,
  attempt,
  halfPrice: {
    findProvider: ({ provider }) => provider,
    findModel: ({ firestore }, { provider }) => findModel(firestore, `stylizer-${provider}`),
    makeWork: ({ preset }, upstreamModel, items) => ({
      kind: 'edit',
      upstreamModel,
      lines: makeLines(items, ({ picture }) => makeEditRequest(picture, preset)),
    }),
    contentTypeOf: (_settings, picture) => `image/${findFormat(picture)}`,
  },
  images: {
    findMark: async ({ firestore }, { settings: { preset, provider } }) => ({
      sourceType: 'compositeWithTrainedAlgorithmicMedia',
      system: `${PROVIDER_TITLES[provider]} ${(await findModel(firestore, `stylizer-${provider}`)).upstreamModel}`,
      prompt: findPreset(preset)?.prompt,
    }),
    fileSuffix: '_stylized',
  },
  zipSuffix: '_stylized',
  allowance: googleAllowance,
});

/** Expected dollars per picture. */
export async function readStylePrice({ firestore }: Clients, provider: PictureProvider): Promise<number> {
  return (await findModel(firestore, `stylizer-${provider}`)).price ?? 0;
}

async function readMaxCost({ firestore }: Clients, settings: StylizerSettings): Promise<Micros> {
  const { preset, provider } = settings;
  const model = await findModel(firestore, `stylizer-${provider}`);
  return findMaxCost(model, findMaxEditUsage(provider, findPreset(preset)?.prompt ?? ''));
}

const findFormat = (picture: Pick<Original, 'hasAlpha'> | undefined): 'png' | 'jpeg' =>
  picture?.hasAlpha === true ? 'png' : 'jpeg';

function makeEditRequest(picture: Original | undefined, presetId: string): EditRequest {
  const preset = findPreset(presetId);
  if (!picture || !preset) throw new Error('The item has no picture or no style.');
  return { picture, prompt: preset.prompt, outputFormat: findFormat(picture) };
}

async function attempt(clients: Clients, work: Work<StylizerSettings>): Promise<Attempt> {
  const { settings, picture, signal, onSend } = work;
  if (!picture) throw new Error('The item has no picture.');
  const { provider } = settings;
  const preset = findPreset(settings.preset);
  if (!preset) return { kind: 'impossible', reason: 'This style is no longer offered. Choose another.' };
  const model = await findModel(clients.firestore, `stylizer-${provider}`);
  const answer = await callWithKeys(clients, {
    provider,
    settings: readProviderSettings(provider),
    call: (access) =>
      editImage(
        access,
        provider,
        { picture, prompt: preset.prompt, outputFormat: findFormat(picture) },
        model.upstreamModel,
        signal,
      ),
    price: (usage) => priceOf(usage, model, model.price ?? 0),
    maxCost: await readMaxCost(clients, settings),
    onSend,
  });
  return answer.kind === 'no-key' ? { kind: 'wait', until: answer.retryAt } : answer;
}
