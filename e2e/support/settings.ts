/** The studio's settings, in the API and in Firestore. */
import {
  getStudioSettings,
  SettingsNameSchema,
  type SettingsName,
  type StudioSettings,
} from '@portal/contracts/studio-settings';
import { setTimeout as sleep } from 'node:timers/promises';
import { signInAdmin } from './accounts.ts';
import { callApi } from './api.ts';
import { firestore } from './firestore.ts';

const WORKERS_LEARN_WITHIN_MS = 2500;

export const settingsDocument = (name: SettingsName) => firestore.doc(`settings/${name}`);

/** Waits until workers use the new settings. The settings API always reads the latest. */
export const waitForWorkers = () => sleep(WORKERS_LEARN_WITHIN_MS);

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

export async function readStudioSettings(): Promise<StudioSettings> {
  const { body } = await callApi('GET', getStudioSettings.path, { as: await signInAdmin() });
  return getStudioSettings.answer.parse(body);
}

export async function saveSettings(
  name: SettingsName,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  return callApi('PUT', `${getStudioSettings.path}/${name}`, { as: await signInAdmin(), body });
}
