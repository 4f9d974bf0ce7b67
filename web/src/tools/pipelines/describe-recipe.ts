import type { RecipeSettings } from '@portal/contracts/pipelines';
import { AGENCIES } from '@portal/contracts/agencies/agencies';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import { listStages } from './describe-pipeline.ts';
import { nameModel } from '@portal/contracts/provider-labels';

/** 'GPT Image 1, Imagen 4 › Upscale › Keywords › Adobe Stock' */
export function describeRecipe(recipe: Pick<RecipeSettings, 'lanes' | 'stages' | 'agency'>): string {
  const models = [...new Set(recipe.lanes.map(({ model }) => nameModel(model)))].join(', ');
  const stages = listStages(recipe).slice(1);
  const agency = nameAgency(recipe.agency);
  return [models, ...stages.map(({ title }) => title), ...(agency === undefined ? [] : [agency])].join(' › ');
}

export const nameAgency = (id: string | undefined): string | undefined =>
  [...AGENCIES, OWN_AGENCY].find((agency) => agency.id === id)?.name;
