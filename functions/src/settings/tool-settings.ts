import type { Firestore } from 'firebase-admin/firestore';
import { readDefaultEngines } from '../config.ts';
import { TOOLS } from '../platform/settings-documents.ts';
import { makeSettingsReader } from '../platform/settings-store.ts';

export const toolSettings = makeSettingsReader(TOOLS);

/** Who does the work from now on; a batch stays with whom it began. */
export async function readToolSettings(firestore: Firestore) {
  const { upscaleEngine, stylizerProvider, keywordProvider } = readDefaultEngines();
  const { settings } = await toolSettings.read(firestore);
  return {
    upscaleEngine: settings?.upscaleEngine ?? upscaleEngine,
    stylizerProvider: settings?.stylizerProvider ?? stylizerProvider,
    keywordProvider: settings?.keywordProvider ?? keywordProvider,
  };
}
