import type { RecipeSettings } from '@portal/contracts/pipelines';
import { fromSettings } from '../../../tools/generation/from-batch.ts';
import { makeDraft, makeLane, type JobDraft } from './job-draft.ts';

/** A recipe in the form's fields. Options of stages that it does not have keep their values. */
export function fromRecipe(recipe: RecipeSettings, before: JobDraft = makeDraft()): JobDraft {
  const { lanes, stages, isChosenByHand, isHalfPrice, agency = '' } = recipe;
  const { check, upscale, stylizer, keywords } = stages;
  return {
    ...before,
    lanes: lanes.map((settings) => makeLane(fromSettings(settings, { prompt: '', quantity: 1 }))),
    check: { isOn: check !== undefined },
    upscale: { ...before.upscale, ...upscale, isOn: upscale !== undefined },
    stylizer: { ...before.stylizer, ...stylizer, isOn: stylizer !== undefined },
    keywords: { options: keywords ?? before.keywords.options, isOn: keywords !== undefined },
    isChosenByHand,
    isHalfPrice,
    agency,
  };
}
