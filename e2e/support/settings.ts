/** The studio's settings, in the API and in Firestore. */
import {
  getStudioSettings,
  SettingsNameSchema,
  type SettingsName,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { signInAdmin, type Account } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';

export const settingsDocument = (name: SettingsName) => firestore.doc(`settings/${name}`);

/** Bypasses the API, like the Firebase console. */
export const writeSettings = (name: SettingsName, data: object) => settingsDocument(name).set(data);

/** Resets everything to its default. */
export async function resetSettings(): Promise<void> {
  await Promise.all(
    SettingsNameSchema.options.flatMap((name) => [
      settingsDocument(name).delete(),
      firestore.doc(`lastGoodSettings/${name}`).delete(),
    ]),
  );
}

export async function readStudioSettings(as?: Account): Promise<StudioSettings> {
  const { body } = await callApi('GET', getStudioSettings.path, { as: as ?? (await signInAdmin()) });
  return getStudioSettings.response.parse(body);
}

export async function saveSettings(
  name: SettingsName,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  return callApi('PUT', `${getStudioSettings.path}/${name}`, { as: await signInAdmin(), body });
}
