import { MAX_PRICE_DOLLARS } from '@portal/contracts/pricing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { BUDGET, LIMITS, MODELS, PRICING, TOOLS, type SettingsDocument } from './settings-documents.ts';
import { makeSettingsReader } from './settings-store.ts';

const firestore = await startFirestore();
const CACHED_MS = 2_001;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const { name } of [BUDGET, LIMITS, MODELS, PRICING, TOOLS]) {
    await firestore.doc(`settings/${name}`).delete();
    await firestore.doc(`lastGoodSettings/${name}`).delete();
  }
});

/** One server instance's view of a settings document. */
function openInstance<Settings extends object>(document: SettingsDocument<Settings>) {
  const reader = makeSettingsReader(document);
  return {
    async read() {
      vi.setSystemTime(Date.now() + CACHED_MS);
      const { settings, faults } = await reader.read(firestore);
      return {
        settings,
        faults: faults.map(({ path, fallback }) => `${path.join('.')}: ${fallback}`),
      };
    },
  };
}

const write = (name: string, data: object) => firestore.doc(`settings/${name}`).set(data);

const PRICE = { provider: 'openai', model: 'gpt-4o', price: 0.5 } as const;
const CHANGED = { upstreamModel: 'imagen-5' };

interface Row {
  document: SettingsDocument<object>;
  good: object;
  bad: object;
  /** The settings that apply after `good`. */
  afterGood: unknown;
  /** The settings that apply if no valid value was ever read. */
  alone: unknown;
  faults: string[];
  faultsAlone: string[];
}

const budget = (bad: object, field = 'monthlyDollars'): Row => ({
  document: BUDGET,
  good: { monthlyDollars: 5 },
  bad,
  afterGood: { monthlyDollars: 5 },
  alone: undefined,
  faults: [`${field}: last-good`],
  faultsAlone: [`${field}: default`],
});
const model = (imagen3: unknown, field: string): Row => ({
  document: MODELS,
  good: { models: { imagen3: CHANGED } },
  bad: { models: { imagen3, grok: { price: 0.03 } } },
  afterGood: { models: { imagen3: CHANGED, grok: { price: 0.03 } } },
  alone: { models: { grok: { price: 0.03 } } },
  faults: [`${field}: last-good`],
  faultsAlone: [`${field}: default`],
});
const price = (entry: object, field: string): Row => ({
  document: PRICING,
  good: { models: [PRICE] },
  bad: { models: [entry, { ...PRICE, price: 0.6 }] },
  afterGood: { models: [{ ...PRICE, price: 0.6 }] },
  alone: { models: [{ ...PRICE, price: 0.6 }] },
  faults: [`${field}: ignored`],
  faultsAlone: [`${field}: ignored`],
});

const ROWS: Row[] = [
  budget({ monthlyDollars: '5' }),
  budget({ monthlyDollars: -1 }),
  budget({ monthlyDollars: Number.NaN }),
  budget({ monthlyDollars: Number.POSITIVE_INFINITY }),
  budget({ monthlyDollars: 1e9 }),
  budget({}),
  {
    ...budget({ monthlyDollars: 7, note: 'until May' }),
    afterGood: { monthlyDollars: 7 },
    alone: { monthlyDollars: 7 },
    faults: ['note: ignored'],
    faultsAlone: ['note: ignored'],
  },
  {
    document: LIMITS,
    good: { everyone: 20, people: { ada: 5 } },
    bad: { everyone: '20', people: { ada: -1, grace: null } },
    afterGood: { everyone: 20, people: { ada: 5, grace: null } },
    alone: { everyone: null, people: { grace: null } },
    faults: ['everyone: last-good', 'people.ada: last-good'],
    faultsAlone: ['everyone: default', 'people.ada: default'],
  },
  model('5', 'models.imagen3'),
  model({ upstreamModel: '' }, 'models.imagen3.upstreamModel'),
  model({ price: '5' }, 'models.imagen3.price'),
  model({ price: -1 }, 'models.imagen3.price'),
  model({ price: MAX_PRICE_DOLLARS + 1 }, 'models.imagen3.price'),
  model({ prize: 1 }, 'models.imagen3.prize'),
  model({ retiresOn: 'soon' }, 'models.imagen3.retiresOn'),
  model({ tokenPrices: { output: 1, textInput: 1 } }, 'models.imagen3.tokenPrices.imageInput'),
  {
    ...model(CHANGED, ''),
    bad: { models: { imagen9: { price: 1 }, imagen3: CHANGED } },
    afterGood: { models: { imagen3: CHANGED } },
    alone: { models: { imagen3: CHANGED } },
    faults: ['models.imagen9: ignored'],
    faultsAlone: ['models.imagen9: ignored'],
  },
  {
    ...model(CHANGED, ''),
    bad: { models: 'none' },
    afterGood: { models: { imagen3: CHANGED } },
    alone: { models: {} },
    faults: ['models: last-good'],
    faultsAlone: ['models: default'],
  },
  price({ ...PRICE, price: '5' }, 'models.0.price'),
  price({ ...PRICE, price: -1 }, 'models.0.price'),
  price({ ...PRICE, price: MAX_PRICE_DOLLARS + 1 }, 'models.0.price'),
  price({ ...PRICE, model: 'imagen9' }, 'models.0.model'),
  {
    ...price(PRICE, ''),
    bad: {},
    afterGood: { models: [PRICE] },
    alone: undefined,
    faults: ['models: last-good'],
    faultsAlone: ['models: default'],
  },
  {
    document: TOOLS,
    good: { stylizerProvider: 'google', keywordProvider: 'google' },
    bad: { stylizerProvider: 'xai', upscaleEngine: 'cloudinary' },
    afterGood: { stylizerProvider: 'google', upscaleEngine: 'cloudinary' },
    alone: { upscaleEngine: 'cloudinary' },
    faults: ['stylizerProvider: last-good'],
    faultsAlone: ['stylizerProvider: default'],
  },
];

describe.each(ROWS.map((row) => ({ ...row, title: `${row.document.name} ${JSON.stringify(row.bad)}` })))(
  'invalid $title',
  ({ document, good, bad, afterGood, alone, faults, faultsAlone }) => {
    it('keeps the last valid value, even in a new instance', async () => {
      const instance = openInstance(document);
      await write(document.name, good);
      expect(await instance.read()).toEqual({ settings: good, faults: [] });
      await write(document.name, bad);
      expect(await instance.read()).toEqual({ settings: afterGood, faults });
      expect((await openInstance(document).read()).settings).toEqual(afterGood);
    });

    it('uses the default without a last valid value', async () => {
      await write(document.name, bad);
      expect(await openInstance(document).read()).toEqual({ settings: alone, faults: faultsAlone });
    });
  },
);

it('uses the default, not an older value, after the document is deleted', async () => {
  const instance = openInstance(BUDGET);
  await write('budget', { monthlyDollars: 5 });
  await instance.read();
  await firestore.doc('settings/budget').delete();
  expect(await instance.read()).toEqual({ settings: undefined, faults: [] });
  await write('budget', { monthlyDollars: '5' });
  expect((await instance.read()).settings).toBeUndefined();
});

it('applies a change after two seconds', async () => {
  const reader = makeSettingsReader(BUDGET);
  await write('budget', { monthlyDollars: 5 });
  expect((await reader.read(firestore)).settings).toEqual({ monthlyDollars: 5 });
  await write('budget', { monthlyDollars: 6 });
  expect((await reader.read(firestore)).settings).toEqual({ monthlyDollars: 5 });
  vi.setSystemTime(Date.now() + CACHED_MS);
  expect((await reader.read(firestore)).settings).toEqual({ monthlyDollars: 6 });
});
