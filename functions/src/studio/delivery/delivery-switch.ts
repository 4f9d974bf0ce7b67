/** Accounts are in a secret, so a studio without one cannot set up deliveries in Settings: nobody is shown any. */
import type { ToolSettings } from '@portal/contracts/studio-settings';
import type { Firestore } from 'firebase-admin/firestore';
import { AppError } from '../../platform/app-error.ts';
import { listDeliveryTargets } from '../../platform/config/secrets.ts';
import { toolSettings } from '../../platform/settings/tool-settings.ts';

type Switch = NonNullable<ToolSettings['deliveries']>;

export function defaultDeliverySwitch(): Switch {
  try {
    return listDeliveryTargets().length > 0 ? 'on' : 'off';
  } catch {
    // Whoever delivers reports that the secret is invalid.
    return 'off';
  }
}

const isSwitchedOff = async (firestore: Firestore): Promise<boolean> =>
  (await toolSettings.read(firestore)).settings?.deliveries === 'off';

/** Where staff can send pictures: nowhere while deliveries are off. */
export const listOpenTargets = async (firestore: Firestore) =>
  (await isSwitchedOff(firestore)) ? [] : listDeliveryTargets();

/** Refuses what would send files. Files on their way arrive, or can be cancelled. */
export async function assertDeliveriesOn(firestore: Firestore): Promise<void> {
  if (await isSwitchedOff(firestore)) {
    throw new AppError('bad-request', 'Deliveries are off. An admin can turn them on in Settings.');
  }
}
