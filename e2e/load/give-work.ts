/** Work for each kind of process, for those that the people's own has not kept busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { upscaleCalls } from '@portal/contracts/upscale';
import type { Account } from '../support/accounts.ts';
import { callApi } from '../support/api.ts';
import { firestore } from '../support/firestore.ts';
import { providerNames, QUEUES, type ProviderName } from '../support/generator.ts';
import { holdCommits, releaseCommits } from '../support/hold-commits.ts';
import { setTool } from '../support/tool-cases.ts';
import { runNightly, runSweep } from '../support/storage-cleanup.ts';
import type { Work } from './plan-phase.ts';

/** Longer than CACHE_SECONDS of scripts/load/main.ts. */
const CACHE_MS = 2500;

export interface GivenWork {
  prepare?: () => Promise<unknown>;
  start: () => Promise<unknown>;
  /** Instead of whether its queue has a task. */
  hasBegun?: () => Promise<boolean>;
  end?: () => Promise<unknown>;
}

/** By process. */
export type WorkSource = Readonly<Record<string, GivenWork>>;

type Setting = Parameters<typeof setTool>;

const TOOL_WORK: Readonly<Record<string, { work: Work; setting: Setting }>> = {
  styleWithOpenai: { work: { kind: 'stylize' }, setting: ['stylizerProvider', 'openai'] },
  styleWithGoogle: { work: { kind: 'stylize' }, setting: ['stylizerProvider', 'google'] },
  writeWithOpenai: { work: { kind: 'keywords' }, setting: ['keywordProvider', 'openai'] },
  writeWithGoogle: { work: { kind: 'keywords' }, setting: ['keywordProvider', 'google'] },
  upscaleOnDevice: { work: { kind: 'upscale' }, setting: ['upscaleEngine', 'on-device'] },
  upscaleAtCloudinary: { work: { kind: 'upscale' }, setting: ['upscaleEngine', 'cloudinary'] },
};

/** What people rarely ask for. The batches of this person can be deleted. */
export const makeStarters = (as: Account, removable: readonly string[]) => {
  const left = [...removable];
  return {
    sweepBatches: runSweep,
    cleanup: () => runNightly(),
    cleanupPages: () => runNightly(),
    removeBatchFiles: () =>
      callApi('DELETE', upscaleCalls.remove.path.replace('{id}', left.shift() ?? ''), { as }),
  };
};

/** `submit`: sends a batch of one of the people, which counts as theirs. */
export function makeWorkSource(
  starters: Readonly<Record<string, () => Promise<unknown>>>,
  submit: (work: Work) => Promise<unknown>,
): WorkSource {
  const useTool = (work: Work, setting: Setting) => async () => {
    await setTool(...setting);
    await sleep(CACHE_MS);
    await submit(work);
  };
  const generate = (provider: ProviderName) => () => submit({ kind: 'generate', provider });
  const write = () => submit({ kind: 'keywords' });
  return {
    ...mapValues(starters, (start) => ({ start })),
    ...Object.fromEntries(providerNames.map((provider) => [QUEUES[provider], { start: generate(provider) }])),
    ...mapValues(TOOL_WORK, ({ work, setting }) => ({ start: useTool(work, setting) })),
    api: { start: write },
    stripDownloadTokens: { start: write },
    startPipelines: makeHeldStart(submit),
  };
}

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const countStarted = async (): Promise<number> =>
  (await firestore.collection('pipelines').get()).docs.filter((job) => job.get('state') === 'started').length;

/** It works for a moment only, so it is held where it has started a job. */
function makeHeldStart(submit: (work: Work) => Promise<unknown>): GivenWork {
  let before = 0;
  return {
    async prepare() {
      before = await countStarted();
      await holdCommits('/pipelines/', 'started');
    },
    start: () => submit({ kind: 'job' }),
    hasBegun: async () => (await countStarted()) > before,
    end: releaseCommits,
  };
}
