import {
  KeywordOptionsSchema,
  KeywordResultSchema,
  KeywordTextsSchema,
} from '@portal/contracts/keyword-generator';
import { z } from 'zod';
import { PictureProviderSchema } from '@portal/contracts/studio-settings';

/** What a batch keeps of how it was asked for. */
export const KeywordSettingsSchema = KeywordOptionsSchema.omit({ batchName: true }).extend({
  provider: PictureProviderSchema,
});
export type KeywordSettings = z.infer<typeof KeywordSettingsSchema>;

/** What an item keeps of what was written about it. */
export const KeptTextsSchema = KeywordTextsSchema.extend({
  edited: z.boolean(),
  extension: KeywordResultSchema.shape.extension,
});
export type KeptTexts = z.infer<typeof KeptTextsSchema>;
