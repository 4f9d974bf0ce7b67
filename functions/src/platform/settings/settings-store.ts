/** settings/{name}: what admins have set. lastGoodSettings/{name}: the last valid values. */
import { isDeepStrictEqual } from 'node:util';
import type { SettingsName } from '@portal/contracts/studio-settings';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { readCacheMs } from '../config/config.ts';
import { makeCachedReads } from '../cached-reads.ts';
import { salvageSettings, type Fault } from './salvage-settings.ts';
import type { SettingsDocument } from './settings-documents.ts';
import { logWarning } from '../logs/log.ts';

export interface SettingsState<Settings> {
  /** Undefined if there is no document, or nothing in it is valid. */
  settings: Settings | undefined;
  /** Null if there is no document. */
  version: string | null;
  faults: readonly Fault[];
}

export const settingsReference = (firestore: Firestore, name: SettingsName) =>
  firestore.doc(`settings/${name}`);

export const versionOf = ({ updateTime }: DocumentSnapshot): string | null =>
  updateTime ? `${updateTime.seconds}.${String(updateTime.nanoseconds).padStart(9, '0')}` : null;

/** Reads one document, with a short cache. Invalid values must not stop the studio's work: the last valid ones are used. */
export function makeSettingsReader<Settings extends object>(
  document: SettingsDocument<Settings>,
  readLifeMs = readCacheMs,
) {
  const states = new WeakMap<Firestore, SettingsState<Settings>>();

  const cached = makeCachedReads(readLifeMs, async (firestore): Promise<SettingsState<Settings>> => {
    const known = states.get(firestore);
    try {
      const snapshot = await settingsReference(firestore, document.name).get();
      if (known?.version === versionOf(snapshot)) return known;
      const state = await readState(firestore, document, snapshot);
      states.set(firestore, state);
      return state;
    } catch (error) {
      if (!known) throw error;
      logWarning(`settings/${document.name} could not be read; using the cached values.`, error);
      return known;
    }
  });

  return {
    read: (firestore: Firestore) => cached.get(firestore, document.name),
    /** Bypasses the cache, before and after a save. */
    readFresh(firestore: Firestore) {
      cached.forget(firestore, document.name);
      return cached.get(firestore, document.name);
    },
  };
}

async function readState<Settings extends object>(
  firestore: Firestore,
  { name, schema, partDepth }: SettingsDocument<Settings>,
  snapshot: DocumentSnapshot,
): Promise<SettingsState<Settings>> {
  const kept = firestore.doc(`lastGoodSettings/${name}`);
  const keptData: unknown = (await kept.get()).data();
  const { data: lastGood } = schema.safeParse(keptData);
  const { settings, faults } = snapshot.exists
    ? salvageSettings(schema, partDepth, snapshot.data(), lastGood)
    : { settings: undefined, faults: [] };
  if (faults.length > 0) logWarning(`settings/${name} has invalid values.`, undefined, { faults });
  if (!isDeepStrictEqual(settings, lastGood)) {
    await (settings === undefined ? kept.delete() : kept.set(settings)).catch((error: unknown) =>
      logWarning(`lastGoodSettings/${name} could not be written.`, error),
    );
  }
  return { settings, version: versionOf(snapshot), faults };
}
