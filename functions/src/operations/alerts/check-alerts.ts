/** Raises and clears the alerts. Called by the sweep every minute. */
import { ALERT_PAGES, type AlertName } from '@portal/contracts/alerts';
import { Timestamp } from 'firebase-admin/firestore';
import type { Deps } from '../../batches/deps.ts';
import { logInfo, logWarning } from '../../platform/logs/log.ts';
import type { AlertRecord } from './alert-record.ts';
import { markAnnounced, updateAlerts } from './alert-store.ts';
import { findAlerts } from './find-alerts.ts';
import { postToWebhook } from './post-to-webhook.ts';

type AlertDeps = Pick<Deps, 'firestore'>;

export async function checkAlerts({ firestore }: AlertDeps, now = Timestamp.now()): Promise<void> {
  const { claimed, cleared } = await updateAlerts(firestore, await findAlerts(firestore, now), now);
  for (const name of cleared) logInfo('An alert was cleared.', { cleared: name });
  await Promise.all(
    claimed.map(async ([name, record]) => {
      const isAnnounced = await announce(name, record);
      await markAnnounced(firestore, name, record.raisedAt, isAnnounced);
    }),
  );
}

/** Returns false if the webhook did not accept the message: a later sweep tries again. */
async function announce(
  name: AlertName,
  { title, message, causes, isLogged }: AlertRecord,
): Promise<boolean> {
  // The alert policies of the cloud project match `alert`.
  if (!isLogged) logWarning(title, undefined, { alert: name, causes });
  try {
    await postToWebhook(`${title}. ${message} (Admin Portal: ${ALERT_PAGES[name].title})`);
    return true;
  } catch (error) {
    logWarning('An alert could not be posted.', error, { notPosted: name });
    return false;
  }
}
