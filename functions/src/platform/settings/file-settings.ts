import { FILES } from './settings-documents.ts';
import { makeSettingsReader } from './settings-store.ts';

export const fileSettings = makeSettingsReader(FILES);
