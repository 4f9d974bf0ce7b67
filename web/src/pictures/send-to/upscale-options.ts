import { ScaleSchema, UpscaleQualitySchema } from '@portal/contracts/upscale';
import { z } from 'zod';
import { useSaved } from '../../client/session/use-saved.ts';

const OptionsSchema = z.object({
  scale: ScaleSchema.default(2),
  enhance: z.boolean().default(false),
  quality: UpscaleQualitySchema.default('best'),
});

/** Those of the Upscale form, which other pages may set before they send pictures to it. */
export const useUpscaleOptions = () => useSaved('upscale-options', OptionsSchema, OptionsSchema.parse({}));
