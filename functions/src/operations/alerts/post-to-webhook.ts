import { readAlertWebhook } from '../../platform/config/config.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts to the chat of the studio, if there is one. Slack and Google Chat both take `{"text"}`
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
 * https://developers.google.com/workspace/chat/quickstart/webhooks).
 */
export async function postToWebhook(text: string): Promise<void> {
  const url = readAlertWebhook();
  if (url === undefined) return;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify({ text }),
    // The address is a secret: a redirect would send the text elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
}
