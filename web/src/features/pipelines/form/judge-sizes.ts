import { AGENCIES } from '@portal/contracts/agencies/agencies';
import { findReasons, findScale } from '@portal/contracts/agencies/find-picture-problems';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import { findPixels, type Pixels } from '@portal/contracts/image-sizes';
import type { Preset } from '@portal/contracts/stylizer';
import { MAX_PIXELS } from '@portal/contracts/uploads';
import { nameModel } from '@portal/contracts/provider-labels';
import { findChosenPixels } from '../../../tools/generation/describe-sizes.ts';
import { readPriced } from '../../../tools/generation/estimate.ts';
import type { JobDraft, LaneDraft } from './job-draft.ts';

export interface SizeVerdict {
  isEnough: boolean;
  message: string;
}

type Draft = Pick<JobDraft, 'lanes' | 'upscale' | 'stylizer' | 'agency'>;

/** Whether the chosen agency takes the final size of each model's pictures. Sizes that are not known are not judged. */
export function judgeSizes(draft: Draft, presets: readonly Preset[] | undefined): SizeVerdict[] {
  const agency = [...AGENCIES, OWN_AGENCY].find(({ id }) => id === draft.agency);
  if (!agency) return [];
  const verdicts = draft.lanes.flatMap((lane): SizeVerdict[] => {
    const made = findMade(lane);
    const final = made && findFinal(draft, lane, made, presets);
    if (!final) return [];
    const size = `${nameModel(lane.values.model)}: ${final.width} × ${final.height} px`;
    const reasons = findReasons({ ...final, isMadeByAi: true }, agency);
    const isEnough =
      final.width * final.height <= MAX_PIXELS && reasons.every(({ kind }) => !SIZE_KINDS.has(kind));
    if (isEnough) return [{ isEnough, message: `${size}, large enough for ${agency.name}.` }];
    const scale = findScale(made, agency);
    return [{ isEnough, message: `${size}. ${agency.name} would refuse that. ${advise(draft, scale)}` }];
  });
  return [...new Map(verdicts.map((verdict) => [verdict.message, verdict])).values()];
}

const SIZE_KINDS = new Set(['too-few-megapixels', 'too-many-megapixels', 'side-too-short', 'side-too-long']);

function findMade({ values }: LaneDraft): Pixels | undefined {
  const priced = readPriced(values);
  return priced && findChosenPixels(priced);
}

/** A style is applied last, at the standard size of its provider. */
function findFinal(
  { upscale, stylizer }: Draft,
  { values }: LaneDraft,
  made: Pixels,
  presets: readonly Preset[] | undefined,
): Pixels | undefined {
  if (stylizer.isOn) {
    const provider = presets?.find(({ id }) => id === stylizer.preset)?.provider;
    return provider && findPixels({ provider, model: '', aspectRatio: readPriced(values)?.aspectRatio });
  }
  const scale = upscale.isOn ? upscale.scale : 1;
  return { width: made.width * scale, height: made.height * scale };
}

function advise({ upscale, stylizer }: Draft, scale: number | undefined): string {
  if (stylizer.isOn) return 'Enlarge the styled pictures after the job.';
  if (scale !== undefined) return upscale.isOn ? `Choose Upscale ${scale}x.` : `Turn on Upscale ${scale}x.`;
  return upscale.isOn ? 'Turn off Upscale, or choose another size.' : 'Choose another size.';
}
