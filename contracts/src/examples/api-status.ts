/** The API status, the spend and running batches as the server would answer them, for tests and pictures of the pages. */
import type { ApiStatus, Hour, KeyStatus, ProviderStats, Stats } from '../api-status.ts';
import { ProviderSchema, type Provider } from '../generation-request.ts';
import type { RunningBatch } from '../running-batches.ts';
import type { Spend } from '../spend.ts';

const providers = ProviderSchema.options;

export type Status = ApiStatus['data'];

/** The current hour of the mocks. */
export const NOON = new Date('2026-11-21T12:00:00Z');

export const createStats = (overrides: Partial<Stats> = {}): Stats => ({
  totalRequests: 1204,
  successfulRequests: 1180,
  failedRequests: 24,
  averageLatency: 8342.6,
  uptime: 99.9305,
  ...overrides,
});

export const createKeys = (provider: Provider, overrides: Partial<KeyStatus> = {}): KeyStatus => ({
  provider,
  status: 'healthy',
  activeKeys: 2,
  totalKeys: 2,
  restingKeys: 0,
  restUntil: null,
  outKeys: 0,
  problem: null,
  capacity: 30,
  rateLimit: 3600,
  lastChecked: '2026-11-21T11:55:00.000Z',
  ...overrides,
});

const createProviderStats = (provider: Provider, overrides: Partial<ProviderStats> = {}): ProviderStats => ({
  provider,
  calls: 301,
  failures: [],
  averageLatency: 8342.6,
  p50: 7400,
  p95: 19_200,
  cost: 12.64,
  ...overrides,
});

const HOUR_MS = 3_600_000;

/** The 24 hours up to noon; `count` returns each provider's calls for the hour that many hours ago. */
const createHours = (
  count: (provider: Provider, hoursAgo: number) => { calls: number; failed: number },
): Hour[] =>
  Array.from({ length: 24 }, (_, index) => 23 - index).map((hoursAgo) => ({
    hour: new Date(NOON.getTime() - hoursAgo * HOUR_MS).toISOString(),
    providers: providers.map((provider) => ({ provider, ...count(provider, hoursAgo) })),
  }));

const QUEUES = {
  makeWithOpenai: 'Images with OpenAI',
  makeWithGoogle: 'Images with Google',
  upscaleOnDevice: 'Upscaling',
};

/** No problems. */
export const createStatus = (overrides: Partial<Status> = {}): Status => ({
  stats: createStats(),
  keyStatus: providers.map((provider) => createKeys(provider)),
  providers: providers.map((provider) => createProviderStats(provider)),
  hours: createHours((_provider, hoursAgo) => ({ calls: hoursAgo % 4, failed: 0 })),
  health: (['database', 'files', 'media', 'queues', 'identity'] as const).map((name) => ({
    name,
    isOk: true,
  })),
  retirements: [],
  queues: Object.entries(QUEUES).map(([name, label]) => ({ name, label, tasks: 0, oldestSeconds: null })),
  dismissals: [],
  ...overrides,
});

/** No provider has been called yet. */
export const createEmptyStatus = (overrides: Partial<Status> = {}): Status =>
  createStatus({
    stats: null,
    keyStatus: providers.map((provider) => createKeys(provider, { lastChecked: null })),
    providers: providers.map((provider) =>
      createProviderStats(provider, { calls: 0, averageLatency: null, p50: null, p95: null, cost: 0 }),
    ),
    hours: createHours(() => ({ calls: 0, failed: 0 })),
    ...overrides,
  });

/** One of every problem that needs an admin. */
export const createProblemStatus = (): Status =>
  createStatus({
    stats: createStats({ uptime: 98.1239 }),
    keyStatus: [
      createKeys('openai', {
        status: 'warning',
        activeKeys: 1,
        restingKeys: 1,
        restUntil: '2026-11-21T12:04:00.000Z',
        capacity: 1,
      }),
      createKeys('google', {
        status: 'error',
        activeKeys: 0,
        totalKeys: 3,
        restingKeys: 1,
        restUntil: '2026-11-21T12:30:00.000Z',
        outKeys: 2,
        capacity: 0,
        rateLimit: 0,
      }),
      createKeys('stability', { status: 'paused', lastChecked: null }),
      createKeys('xai', {
        status: 'unused',
        activeKeys: 0,
        totalKeys: 0,
        capacity: 0,
        rateLimit: 0,
        lastChecked: null,
      }),
    ],
    providers: [
      createProviderStats('openai', {
        calls: 1180,
        failures: [
          { kind: 'rate-limited', label: 'Rate limited', count: 3 },
          { kind: 'timed-out', label: 'Timed out', count: 1 },
        ],
      }),
      createProviderStats('google', {
        calls: 20,
        failures: [{ kind: 'key-rejected', label: 'Key rejected', count: 20 }],
        averageLatency: 211.5,
        p50: 210,
        p95: 214,
        cost: 0,
      }),
      createProviderStats('stability', { calls: 4, cost: 0.004 }),
      createProviderStats('xai', { calls: 0, averageLatency: null, p50: null, p95: null, cost: 0 }),
    ],
    hours: createHours((provider, hoursAgo) => {
      if (provider === 'openai') return { calls: hoursAgo === 2 ? 950 : 10, failed: hoursAgo === 2 ? 4 : 0 };
      if (provider === 'google') return { calls: hoursAgo === 0 ? 20 : 0, failed: hoursAgo === 0 ? 20 : 0 };
      return { calls: provider === 'stability' && hoursAgo === 5 ? 4 : 0, failed: 0 };
    }),
    health: [
      { name: 'database', isOk: true },
      { name: 'files', isOk: true },
      { name: 'media', isOk: false },
      { name: 'queues', isOk: false },
      { name: 'identity', isOk: true },
    ],
    retirements: [
      {
        model: 'imagen3',
        provider: 'google',
        upstreamModel: 'imagen-3.0-generate-002',
        retiresOn: '2026-11-10',
        isRetired: true,
      },
      {
        model: 'gpt-image-1',
        provider: 'openai',
        upstreamModel: 'gpt-image-1',
        retiresOn: '2026-12-01',
        isRetired: false,
      },
    ],
    queues: [
      { name: 'makeWithOpenai', label: 'Images with OpenAI', tasks: 1204, oldestSeconds: 340 },
      { name: 'makeWithGoogle', label: 'Images with Google', tasks: 1, oldestSeconds: 12 },
      { name: 'upscaleOnDevice', label: 'Upscaling', tasks: null, oldestSeconds: null },
    ],
  });

/** The email would be a formula in a spreadsheet. */
export const FORMULA_EMAIL = '=cmd|calc@studio.example';

export const createSpend = (overrides: Partial<Spend> = {}): Spend => ({
  month: '2026-11',
  dollars: 84.2056,
  reserved: 0,
  saved: 0,
  budget: 120.5,
  byTool: [
    { tool: 'image-generator', dollars: 60.2, estimated: 64 },
    { tool: 'stylizer', dollars: 24, estimated: 24 },
    { tool: 'keyword-generator', dollars: 0.0056, estimated: 0.005 },
  ],
  byPerson: [
    { uid: 'ada', email: 'ada@studio.example', dollars: 70 },
    { uid: 'gone', email: null, dollars: 14.2 },
    { uid: 'formula', email: FORMULA_EMAIL, dollars: 0.0056 },
  ],
  byDay: [
    { day: '2026-11-03', dollars: 60.2 },
    { day: '2026-11-20', dollars: 24.0056 },
  ],
  ...overrides,
});

export const createRunning = (overrides: Partial<RunningBatch> = {}): RunningBatch => ({
  id: 'b1',
  ownerEmail: 'ada@studio.example',
  tool: 'image-generator',
  name: 'Red fox',
  done: 12,
  total: 30,
  cost: 0.24,
  estimate: 0.6,
  createdAt: '2026-11-21T11:57:00.000Z',
  cancelledAt: null,
  ...overrides,
});
