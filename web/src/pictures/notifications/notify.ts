/** The browser's notifications, and a quiet sound. */

export type Permission = NotificationPermission | 'unsupported';

export const readPermission = (): Permission =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

export const askPermission = async (): Promise<Permission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'unsupported';

interface Message {
  title: string;
  body: string;
  /** A second notification with the same tag replaces the first. */
  tag: string;
  onClick: () => void;
}

export function showNotification({ title, body, tag, onClick }: Message): void {
  if (readPermission() !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag, icon: '/icon.svg' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onClick();
    });
  } catch {
    // Chrome on Android has the constructor and refuses it.
  }
}

const FREQUENCY_HZ = 660;
const VOLUME = 0.04;
const SECONDS = 0.25;

/** Silent until the user has clicked something on the page: browsers demand it. */
export async function playSound(): Promise<void> {
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: VOLUME });
  const tone = new OscillatorNode(context, { type: 'sine', frequency: FREQUENCY_HZ });
  volume.gain.exponentialRampToValueAtTime(0.0001, SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(SECONDS);
  tone.addEventListener('ended', () => void context.close());
}

const CLAIM_MS = 60_000;

/** Whether this tab is the one that tells the user: others see the same batch end up to half a minute later. */
export function claim(batchId: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  void navigator.locks.request(`ended-${batchId}`, { ifAvailable: true }, async (lock) => {
    resolve(lock !== null);
    if (lock) await new Promise((done) => setTimeout(done, CLAIM_MS));
  });
  return promise;
}
