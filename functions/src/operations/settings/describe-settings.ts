import type { SettingsName, SettingsProblem, StudioSettings } from '@portal/contracts/studio-settings';
import type { Firestore } from 'firebase-admin/firestore';
import { readDefaultEngines, readMonthlyBudget } from '../../platform/config/config.ts';
import { pricingSettings, readPricing } from '../../spend/pricing-store.ts';
import { readRealPrices } from '../../spend/real-prices.ts';
import { DEFAULT_MODELS, listModels, modelSettings } from '../../providers/model-registry.ts';
import { budgetSettings, readMonthlyLimit } from '../../spend/budget.ts';
import { limitSettings, NO_LIMITS, readPersonLimits } from '../../spend/person-limits.ts';
import { valueAt, type Fault } from '../../platform/settings/salvage-settings.ts';
import type { SettingsState } from '../../platform/settings/settings-store.ts';
import {
  agencySettings,
  DEFAULT_OWN_AGENCY,
  readOwnAgency,
} from '../../platform/settings/agency-settings.ts';
import { fileSettings } from '../../platform/settings/file-settings.ts';
import { readToolSettings, toolSettings } from '../../platform/settings/tool-settings.ts';
import { defaultDeliverySwitch } from '../../studio/delivery/delivery-switch.ts';

/** Reads the documents without the cache. */
export async function describeSettings(firestore: Firestore): Promise<StudioSettings> {
  const [budget, limits, pricing, models, tools, files, agencies] = await Promise.all([
    budgetSettings.readFresh(firestore),
    limitSettings.readFresh(firestore),
    pricingSettings.readFresh(firestore),
    modelSettings.readFresh(firestore),
    toolSettings.readFresh(firestore),
    fileSettings.readFresh(firestore),
    agencySettings.readFresh(firestore),
  ]);
  const [monthlyDollars, personLimits, prices, real, registered, engines, own] = await Promise.all([
    readMonthlyLimit(firestore),
    readPersonLimits(firestore),
    readPricing(firestore),
    readRealPrices(firestore),
    listModels(firestore),
    readToolSettings(firestore),
    readOwnAgency(firestore),
  ]);
  const deliveries = defaultDeliverySwitch();
  return {
    budget: { ...describeSection(budget), default: { monthlyDollars: readMonthlyBudget() ?? null } },
    limits: { ...describeSection(limits), default: NO_LIMITS },
    pricing: { ...describeSection(pricing), real },
    models: { ...describeSection(models), default: DEFAULT_MODELS },
    tools: { ...describeSection(tools), default: { ...readDefaultEngines(), deliveries } },
    files: describeSection(files),
    agencies: { ...describeSection(agencies), default: { own: DEFAULT_OWN_AGENCY } },
    problems: [
      ...listProblems('budget', budget.faults, { monthlyDollars }),
      ...listProblems('limits', limits.faults, personLimits),
      ...listProblems('pricing', pricing.faults, prices),
      ...listProblems('models', models.faults, {
        models: Object.fromEntries(registered.map((model) => [model.name, model])),
      }),
      ...listProblems('tools', tools.faults, { deliveries, ...tools.settings, ...engines }),
      ...listProblems('files', files.faults, files.settings),
      ...listProblems('agencies', agencies.faults, { own }),
    ],
  };
}

const describeSection = <Settings>({ settings, version }: SettingsState<Settings>) => ({
  settings: settings ?? null,
  version,
});

/** `inUse`: the values in effect, including defaults. */
const listProblems = (document: SettingsName, faults: readonly Fault[], inUse: unknown): SettingsProblem[] =>
  faults.map(({ path, message, fallback }) => ({
    document,
    field: path.join('.'),
    message,
    fallback,
    value: fallback === 'ignored' ? null : describeValue(valueAt(inUse, path)),
  }));

function describeValue(value: unknown): string | null {
  // Only the budget and limits can be null.
  if (value === null) return 'no limit';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
