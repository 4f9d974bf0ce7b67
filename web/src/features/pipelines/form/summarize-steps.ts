/** The line that a folded step of the form shows. */
import { nameModel, nameProvider } from '@portal/contracts/provider-labels';
import { nameAgency } from '../../../tools/pipelines/describe-recipe.ts';
import { describeExactTime } from '../../../ui/relative-time.tsx';
import type { JobDraft, LaneDraft } from './job-draft.ts';
import { hasLaterStage } from './to-pipeline.ts';

export const summarizeModels = (lanes: readonly LaneDraft[]): string =>
  lanes.map(({ values: { model, provider } }) => nameModel(model) || nameProvider(provider)).join(', ');

type Stages = Pick<JobDraft, 'check' | 'upscale' | 'stylizer' | 'keywords' | 'isChosenByHand' | 'agency'>;

export function summarizeStages(draft: Stages): string {
  const { check, upscale, stylizer, keywords, isChosenByHand } = draft;
  const agency = nameAgency(draft.agency);
  const parts = [
    ...(check.isOn ? ['Check'] : []),
    ...(upscale.isOn ? [`Upscale ${upscale.scale}x`] : []),
    ...(stylizer.isOn ? ['Stylize'] : []),
    ...(keywords.isOn ? ['Keywords'] : []),
  ];
  return [
    parts.length === 0 ? 'Check, Upscale, Stylize and Keywords are off' : parts.join(', '),
    ...(isChosenByHand && hasLaterStage(draft) ? ['you choose which pictures continue'] : []),
    ...(agency === undefined ? [] : [`for ${agency}`]),
  ].join(' · ');
}

type Start = Pick<JobDraft, 'startAt' | 'name' | 'isHalfPrice'>;

export const summarizeStart = ({ startAt, name, isHalfPrice }: Start): string =>
  [
    startAt === '' ? 'Now' : Number.isNaN(Date.parse(startAt)) ? startAt : describeExactTime(startAt),
    ...(isHalfPrice ? ['half price'] : []),
    ...(name.trim() === '' ? [] : [`“${name.trim()}”`]),
  ].join(' · ');
