/** What someone has entered about a job besides its prompts, which the prompt list remembers itself. See docs/decisions/012. */
import { AgencyIdSchema } from '@portal/contracts/delivery';
import { MAX_LANES } from '@portal/contracts/pipelines';
import { ScaleSchema } from '@portal/contracts/upscale';
import { z } from 'zod';
import { readDraft, writeDraft } from '../../../client/browser-storage.ts';
import { DEFAULT_VALUES, FormValuesSchema } from '../../../tools/generation/form-values.ts';
import { OptionsSchema as KeywordOptionsSchema } from '../../../tools/keywords/saved-options.ts';

const LaneDraftSchema = z.object({ id: z.string(), values: FormValuesSchema });
/** One model with its options, as the fields of the generator's form. */
export type LaneDraft = z.infer<typeof LaneDraftSchema>;

const off = z.boolean().catch(false);

export const JobDraftSchema = z.object({
  lanes: z.array(LaneDraftSchema).min(1).max(MAX_LANES),
  /** Drafts of earlier versions do not have it. */
  check: z.object({ isOn: off }).default({ isOn: false }),
  upscale: z.object({ isOn: off, scale: ScaleSchema.catch(2), enhance: off }),
  stylizer: z.object({ isOn: off, preset: z.string().catch('') }),
  keywords: z.object({ isOn: off, options: KeywordOptionsSchema }),
  isChosenByHand: off,
  isHalfPrice: off,
  /** '' for none. */
  agency: z.union([z.literal(''), AgencyIdSchema]).catch(''),
  name: z.string().catch(''),
  /** On this device's clock, as in `2026-11-23T22:00`. '' starts at once. */
  startAt: z.string().catch(''),
});
export type JobDraft = z.infer<typeof JobDraftSchema>;

export const makeLane = (values: LaneDraft['values'] = DEFAULT_VALUES): LaneDraft => ({
  id: crypto.randomUUID(),
  values,
});

export const makeDraft = (): JobDraft => ({
  lanes: [makeLane()],
  check: { isOn: false },
  upscale: { isOn: false, scale: 2, enhance: false },
  stylizer: { isOn: false, preset: '' },
  keywords: { isOn: false, options: KeywordOptionsSchema.parse({}) },
  isChosenByHand: false,
  isHalfPrice: false,
  agency: '',
  name: '',
  startAt: '',
});

const nameOf = (userId: string): string => `portal:job-draft:${userId}`;

export const readJobDraft = (userId: string): JobDraft =>
  readDraft(nameOf(userId), JobDraftSchema) ?? makeDraft();

export const writeJobDraft = (userId: string, draft: JobDraft): void => writeDraft(nameOf(userId), draft);
