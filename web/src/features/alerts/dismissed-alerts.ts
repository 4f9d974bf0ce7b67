/** Alerts that this browser no longer shows, until they are raised again. */
import type { Alert } from '@portal/contracts/alerts';
import { z } from 'zod';
import { readStored, writeStored, type Store } from '../../client/browser-storage.ts';

const NAME = 'dismissed-alerts';
/** When each alert was raised. */
const DismissedSchema = z.record(z.string(), z.string());

const readDismissed = (store: Store) => readStored(store, NAME, DismissedSchema) ?? {};

export function listShown(store: Store, alerts: readonly Alert[]): Alert[] {
  const dismissed = readDismissed(store);
  return alerts.filter(({ name, raisedAt }) => dismissed[name] !== raisedAt);
}

export const dismiss = (store: Store, { name, raisedAt }: Alert): void =>
  writeStored(store, NAME, { ...readDismissed(store), [name]: raisedAt });
