import type { SettingsName } from '@portal/contracts/studio-settings';
import type { Firestore } from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import { settingsReference, versionOf } from '../../platform/settings/settings-store.ts';

interface Save {
  settings: object | null;
  version: string | null;
}

/** Null removes the document and restores the defaults. */
export const saveSettings = (firestore: Firestore, name: SettingsName, { settings, version }: Save) =>
  firestore.runTransaction(async (transaction) => {
    const reference = settingsReference(firestore, name);
    if (versionOf(await transaction.get(reference)) !== version) {
      throw new AppError('conflict', 'Someone else has changed these settings. Load them and try again.');
    }
    if (settings) transaction.set(reference, settings);
    else transaction.delete(reference);
  });
