import type { Firestore } from 'firebase-admin/firestore';
import { readDefaultEngines } from '../config/config.ts';
import { TOOLS } from './settings-documents.ts';
import { makeSettingsReader } from './settings-store.ts';

export const toolSettings = makeSettingsReader(TOOLS);

/** Applies to new batches; a running batch keeps its provider. */
export async function readToolSettings(firestore: Firestore) {
  const { upscaleEngine, stylizerProvider, keywordProvider } = readDefaultEngines();
  const { settings } = await toolSettings.read(firestore);
  return {
    upscaleEngine: settings?.upscaleEngine ?? upscaleEngine,
    stylizerProvider: settings?.stylizerProvider ?? stylizerProvider,
    keywordProvider: settings?.keywordProvider ?? keywordProvider,
  };
}
