import {
  KeywordOptionsSchema,
  KeywordResultSchema,
  KeywordTextsSchema,
} from '@portal/contracts/keyword-generator';
import { z } from 'zod';
import { PictureProviderSchema } from '@portal/contracts/studio-settings';

/** Settings stored with a batch. */
export const KeywordSettingsSchema = KeywordOptionsSchema.omit({ batchName: true }).extend({
  provider: PictureProviderSchema,
});
export type KeywordSettings = z.infer<typeof KeywordSettingsSchema>;

/** Texts stored with an item. */
export const StoredTextsSchema = KeywordTextsSchema.extend({
  edited: z.boolean(),
  extension: KeywordResultSchema.shape.extension,
  isMadeByAi: KeywordResultSchema.shape.isMadeByAi,
  /** Of the picture. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type StoredTexts = z.infer<typeof StoredTextsSchema>;
