import {
  GenerationSettingsSchema,
  type GenerationSettings,
  type ListedPrompt,
} from '@portal/contracts/generation-request';
import { MAX_START_DAYS, type PipelineRequest, type RecipeSettings } from '@portal/contracts/pipelines';
import { MAX_PIPELINE_PICTURES } from '@portal/contracts/prompt-lists/find-prompt-problem';
import { describeMissing } from '../../../tools/generation/describe-missing.ts';
import type { PromptListState } from '../../../tools/prompt-lists/use-prompt-list.ts';
import { checkValues, toRequest, type FieldErrors } from '../../../tools/generation/to-request.ts';
import { nameProvider } from '@portal/contracts/provider-labels';
import { countOf, formatCount } from '../../../ui/count.ts';
import { describeHalfPrice } from './describe-half-price.ts';
import type { JobDraft, LaneDraft } from './job-draft.ts';
import type { StepName } from './use-steps.ts';

/** What keeps a job from being started, and the part of the form that it is about. */
export interface JobProblem {
  section: StepName;
  message: string;
  /** Of the lane, with its fields. */
  lane?: { id: string; errors: FieldErrors };
}

export type EnteredPrompts = Pick<
  PromptListState,
  'prompts' | 'total' | 'problems' | 'isExpanding' | 'loadError'
>;

export const NO_PROMPTS = 'Add at least one prompt.';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Each lane takes its prompts from the list. */
const withAnyPrompt = ({ values }: LaneDraft) => ({ ...values, prompt: 'any', quantity: 1 });

function findLaneProblems(lanes: readonly LaneDraft[]): JobProblem[] {
  return lanes.flatMap((lane, index): JobProblem[] => {
    const checked = checkValues(withAnyPrompt(lane));
    if ('request' in checked) return [];
    const name = lanes.length === 1 ? nameProvider(lane.values.provider) : `Model ${index + 1}`;
    const { errors } = checked;
    const fields = describeMissing(errors);
    const message = Object.keys(errors).length === 1 ? `${name}: ${fields}` : `${name}: choose ${fields}`;
    return [{ section: 'models', message, lane: { id: lane.id, errors } }];
  });
}

/** In the order of the form. */
export function findProblems(
  draft: JobDraft,
  { prompts, total, problems, isExpanding, loadError }: EnteredPrompts,
  now: number,
): JobProblem[] {
  const { lanes, stylizer, startAt } = draft;
  const found: JobProblem[] = [];
  // The prompts name each problem themselves.
  if (problems.length > 0)
    found.push({ section: 'prompts', message: `Prompts: fix ${countOf(problems.length, 'problem')}.` });
  if (isExpanding) found.push({ section: 'prompts', message: 'The prompts are still being prepared.' });
  else if (loadError && prompts.length === 0)
    found.push({ section: 'prompts', message: 'The studio’s lists or styles did not load. Try again.' });
  else if (prompts.length === 0 && problems.length === 0)
    found.push({ section: 'prompts', message: NO_PROMPTS });
  if (total <= MAX_PIPELINE_PICTURES && total * lanes.length > MAX_PIPELINE_PICTURES) {
    const limit = `A job can have at most ${formatCount(MAX_PIPELINE_PICTURES)} pictures.`;
    const max = Math.floor(MAX_PIPELINE_PICTURES / lanes.length);
    const advice = `With ${countOf(lanes.length, 'model')}, use at most ${formatCount(max)} prompts.`;
    found.push({ section: 'prompts', message: `${limit} ${advice}` });
  }
  found.push(...findLaneProblems(lanes));
  if (stylizer.isOn && stylizer.preset === '')
    found.push({ section: 'stages', message: 'Stylize: choose a style.' });
  const start = startAt === '' ? undefined : Date.parse(startAt);
  if (Number.isNaN(start)) found.push({ section: 'start', message: 'Choose a date and a time.' });
  if (start !== undefined && start <= now)
    found.push({ section: 'start', message: 'The start is in the past. Choose a later time.' });
  if (start !== undefined && start > now + MAX_START_DAYS * DAY_MS)
    found.push({ section: 'start', message: `Choose a start within ${MAX_START_DAYS} days.` });
  return found;
}

/** Undefined while its fields are incomplete. */
function toSettings({ values }: LaneDraft): GenerationSettings | undefined {
  const { prompt: _prompt, quantity: _quantity, ...settings } = toRequest(values);
  return GenerationSettingsSchema.safeParse(settings).data;
}

/** Without one that works on pictures, there is nothing to choose them for. */
export const hasLaterStage = ({ upscale, stylizer, keywords }: JobStages): boolean =>
  upscale.isOn || stylizer.isOn || keywords.isOn;

type JobStages = Pick<JobDraft, 'upscale' | 'stylizer' | 'keywords'>;

/** The job without its prompts. Undefined while a lane is incomplete. */
export function toRecipe(draft: JobDraft): RecipeSettings | undefined {
  const { check, upscale, stylizer, keywords, isChosenByHand, isHalfPrice, agency } = draft;
  const lanes = draft.lanes.flatMap((lane) => toSettings(lane) ?? []);
  if (lanes.length < draft.lanes.length || (stylizer.isOn && stylizer.preset === '')) return undefined;
  const stages = {
    ...(check.isOn && { check: {} }),
    ...(upscale.isOn && { upscale: { scale: upscale.scale, enhance: upscale.enhance } }),
    ...(stylizer.isOn && { stylizer: { preset: stylizer.preset } }),
    ...(keywords.isOn && { keywords: keywords.options }),
  };
  return {
    lanes,
    stages,
    isChosenByHand: isChosenByHand && hasLaterStage(draft),
    isHalfPrice: isHalfPrice && describeHalfPrice(draft).obstacle === undefined,
    ...(agency !== '' && { agency }),
  };
}

/** The request of a draft without problems. */
export function toPipeline(draft: JobDraft, prompts: readonly ListedPrompt[]): PipelineRequest | undefined {
  const recipe = toRecipe(draft);
  const name = draft.name.trim();
  return (
    recipe && {
      ...recipe,
      prompts: [...prompts],
      ...(name !== '' && { name }),
      ...(draft.startAt !== '' && { startAt: new Date(draft.startAt).toISOString() }),
    }
  );
}
