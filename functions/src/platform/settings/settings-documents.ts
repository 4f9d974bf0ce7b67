import { PricingSchema } from '@portal/contracts/pricing';
import {
  AgencySettingsSchema,
  BudgetSettingsSchema,
  FileSettingsSchema,
  LimitSettingsSchema,
  ModelSettingsSchema,
  ToolSettingsSchema,
  type SettingsName,
} from '@portal/contracts/studio-settings';
import type { z } from 'zod';

export interface SettingsDocument<Settings> {
  readonly name: SettingsName;
  readonly schema: z.ZodType<Settings>;
  /** Path length of a part that can be invalid without affecting the others. */
  readonly partDepth: number;
}

const define = <Settings>(document: SettingsDocument<Settings>) => document;

export const BUDGET = define({ name: 'budget', schema: BudgetSettingsSchema, partDepth: 1 });
export const LIMITS = define({ name: 'limits', schema: LimitSettingsSchema, partDepth: 2 });
export const PRICING = define({ name: 'pricing', schema: PricingSchema, partDepth: 2 });
export const MODELS = define({ name: 'models', schema: ModelSettingsSchema, partDepth: 2 });
export const TOOLS = define({ name: 'tools', schema: ToolSettingsSchema, partDepth: 1 });
export const FILES = define({ name: 'files', schema: FileSettingsSchema, partDepth: 1 });
export const AGENCIES = define({ name: 'agencies', schema: AgencySettingsSchema, partDepth: 2 });
