import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { readNotificationSettings, saveNotificationSettings } from './notification-settings.ts';
import { NotificationFields } from './notification-fields.tsx';
import { askPermission, claim, readPermission, showNotification } from './notify.ts';

beforeEach(() => onTestFinished(() => void vi.unstubAllGlobals()));

interface Shown {
  title: string;
  options: object;
  isClosed: boolean;
  click: () => void;
}

/** A browser that shows notifications. */
function allow(permission: NotificationPermission) {
  const shown: Shown[] = [];
  class FakeNotification extends EventTarget {
    static readonly permission = permission;
    static readonly requestPermission = async () => 'granted' as const;
    readonly #entry: Shown;
    constructor(title: string, options: object) {
      super();
      const click = () => this.dispatchEvent(new Event('click'));
      this.#entry = { title, options, isClosed: false, click };
      shown.push(this.#entry);
    }
    close() {
      this.#entry.isClosed = true;
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  return shown;
}

const openFields = () => openPart(<NotificationFields />);
const NOTIFY = 'Notify me when a batch is done';
const SOUND = 'Play a quiet sound';
const listChecked = () => listNames('switch', { checked: true });

test.each([
  ['default', 'Only while the portal is open in a tab that you are not looking at.', false],
  ['granted', 'Only while the portal is open in a tab that you are not looking at.', false],
  ['denied', 'Your browser blocks notifications of this site. Allow them in its settings.', true],
] as const)('says what notifications need if the permission is %s', (permission, help, isDisabled) => {
  allow(permission);
  openFields();
  expect(readText()).toBe(`${NOTIFY} ${help} ${SOUND} Works without notifications, too.`);
  const find = (name: string, description: string) => screen.getByRole('switch', { name, description });
  expect(find(NOTIFY, help)).toHaveProperty('disabled', isDisabled);
  expect(find(SOUND, 'Works without notifications, too.')).toHaveProperty('disabled', false);
});

test('says that a browser has no notifications', () => {
  openFields();
  expect(readText()).toContain('This browser does not support notifications.');
  expect(readPermission()).toBe('unsupported');
});

test('notifications are off at first, and on only while they are permitted', () => {
  allow('granted');
  openFields();
  expect(listChecked()).toEqual([]);
  saveNotificationSettings(localStorage, { isOn: true, hasSound: true });
  expect(readNotificationSettings(localStorage)).toEqual({ isOn: true, hasSound: true });
  openFields();
  expect(listChecked()).toEqual([NOTIFY, SOUND]);
  allow('denied');
  openFields();
  expect(listChecked()).toEqual([SOUND]);
});

test('a notification that is clicked opens the page', async () => {
  const focus = vi.spyOn(window, 'focus').mockImplementation(() => undefined);
  const onClick = vi.fn<() => void>();
  const message = { title: 'Red fox', body: 'Done', tag: 'fox', onClick };
  showNotification(message);
  expect(await askPermission()).toBe('unsupported');
  const refused = allow('denied');
  showNotification(message);
  expect(refused).toEqual([]);
  expect(await askPermission()).toBe('granted');
  const shown = allow('granted');
  showNotification(message);
  expect(shown).toMatchObject([{ title: 'Red fox', options: { body: 'Done', tag: 'fox' }, isClosed: false }]);
  shown[0]?.click();
  expect(shown[0]?.isClosed).toBe(true);
  expect(focus).toHaveBeenCalledOnce();
  expect(onClick).toHaveBeenCalledOnce();
});

test('only one tab notifies of a batch, within a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const held = new Set<string>();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (
        name: string,
        { ifAvailable }: LockOptions,
        run: (lock: object | null) => Promise<void>,
      ) => {
        if (held.has(name) && ifAvailable === true) return run(null);
        held.add(name);
        await run({});
        held.delete(name);
        return undefined;
      },
    },
  });
  expect(await claim('fox')).toBe(true);
  expect(await claim('fox')).toBe(false);
  expect(await claim('owl')).toBe(true);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await claim('fox')).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await claim('fox')).toBe(true);
});
