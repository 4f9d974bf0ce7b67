import { UpscaleEngineSchema } from '@portal/contracts/upscale';
import type { Firestore } from 'firebase-admin/firestore';
import { z } from 'zod';
import { PictureProviderSchema, readDefaultEngines } from '../config.ts';
import { makeCachedReads } from '../platform/cached-reads.ts';

const LIFE_MS = 2_000;

/** settings/tools: what an admin sets there replaces the parameters, without another deployment. */
const OverridesSchema = z
  .object({
    upscaleEngine: UpscaleEngineSchema,
    stylizerProvider: PictureProviderSchema,
    keywordProvider: PictureProviderSchema,
  })
  .partial();

const overrides = makeCachedReads(LIFE_MS, async (firestore, document) => {
  const snapshot = await firestore.doc(document).get();
  return OverridesSchema.parse(snapshot.data() ?? {});
});

/** Who does the work from now on; a batch stays with whom it began. */
export async function readToolSettings(firestore: Firestore) {
  const { upscaleEngine, stylizerProvider, keywordProvider } = readDefaultEngines();
  const overridden = await overrides.get(firestore, 'settings/tools');
  return {
    upscaleEngine: overridden.upscaleEngine ?? upscaleEngine,
    stylizerProvider: overridden.stylizerProvider ?? stylizerProvider,
    keywordProvider: overridden.keywordProvider ?? keywordProvider,
  };
}
