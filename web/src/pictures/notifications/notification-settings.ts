import { z } from 'zod';
import { readStored, writeStored, type Store } from '../../client/browser-storage.ts';

const NAME = 'notifications';
const SettingsSchema = z.object({ isOn: z.boolean(), hasSound: z.boolean() });
export type NotificationSettings = z.infer<typeof SettingsSchema>;

/** On this device. Off until the user turns them on. */
export const readNotificationSettings = (store: Store): NotificationSettings =>
  readStored(store, NAME, SettingsSchema) ?? { isOn: false, hasSound: false };

export const saveNotificationSettings = (store: Store, settings: NotificationSettings): void =>
  writeStored(store, NAME, settings);
