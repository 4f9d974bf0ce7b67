import type { Pipeline, RecipeSettings } from '@portal/contracts/pipelines';

/** A job without its prompts. */
export const toSettings = (job: Pipeline): RecipeSettings => {
  const { lanes, stages, isChosenByHand, isHalfPrice, agency } = job;
  return { lanes, stages, isChosenByHand, isHalfPrice, ...(agency !== undefined && { agency }) };
};
