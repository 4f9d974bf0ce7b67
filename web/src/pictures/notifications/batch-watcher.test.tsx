import type { LibraryBatch } from '@portal/contracts/library';
import { listLibrary } from '@portal/contracts/library';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createLibraryBatch } from '../../testing/create-library-batch.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { useTitle } from '../../ui/title-status.ts';
import { BatchWatcher } from './batch-watcher.tsx';
import { readNotificationSettings, saveNotificationSettings } from './notification-settings.ts';
import { NotificationFields } from './notification-fields.tsx';

/** A browser that shows notifications. */
function stubNotifications(permission: NotificationPermission = 'granted') {
  const shown: { title: string; body: string | undefined; click: () => void }[] = [];
  let asked = 0;
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static readonly permission = permission;
      static readonly requestPermission = async () => {
        asked += 1;
        return permission === 'default' ? 'granted' : permission;
      };
      readonly close = () => undefined;
      constructor(title: string, { body }: NotificationOptions) {
        super();
        shown.push({ title, body, click: () => this.dispatchEvent(new Event('click')) });
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { shown, countAsked: () => asked };
}

/** Counts the sounds. */
function stubAudio() {
  let played = 0;
  const node = { connect: () => node, start: () => (played += 1), stop: () => 0, addEventListener: () => 0 };
  vi.stubGlobal('AudioContext', function create() {});
  vi.stubGlobal(
    'GainNode',
    class {
      readonly gain = { exponentialRampToValueAtTime: () => undefined };
    },
  );
  vi.stubGlobal('OscillatorNode', function create() {
    return node;
  });
  return { countPlayed: () => played };
}

const running = createLibraryBatch({
  id: 'fox',
  status: 'processing',
  endedAt: null,
  total: 4,
  doneCount: 1,
});
const ended = createLibraryBatch({
  id: 'fox',
  name: '11/27/26, 6:39 PM',
  prompt: 'Red fox, no snow',
  total: 4,
  doneCount: 4,
});

const Title = () => <h1>{useTitle('Home')}</h1>;

interface Watching {
  isHidden?: boolean;
  hasFocus?: boolean;
  isFirst?: boolean;
  isOn?: boolean;
  hasSound?: boolean;
}

function openWatcher({
  isHidden = true,
  hasFocus = !isHidden,
  isFirst = true,
  isOn = true,
  hasSound = false,
}: Watching = {}) {
  let listed: LibraryBatch[] = [running];
  const requests = answerByPath(() => Response.json({ batches: listed, next: null }));
  const browser = stubNotifications();
  const audio = stubAudio();
  let hidden = isHidden;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, _options: object, run: (lock: object | null) => void) =>
        run(isFirst ? {} : null),
    },
  });
  const client = makeQueryClient();
  client.setQueryData([listLibrary.path], { batches: [running], next: null });
  const { unmount } = openPart(
    <>
      <BatchWatcher />
      <Title />
    </>,
    { client },
  );
  saveNotificationSettings(localStorage, { isOn, hasSound });
  const change = async (next: LibraryBatch[]) => {
    listed = next;
    await act(() => client.invalidateQueries());
  };
  const look = () => {
    hidden = false;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  return { ...browser, ...audio, requests, change, look, unmount };
}

const readTitle = () => screen.getByRole('heading').textContent;

test('notifies once a batch has ended out of sight, and a click leads to it', async () => {
  const { shown, change, countPlayed } = openWatcher();
  await change([ended]);
  await waitFor(() => expect(shown).toMatchObject([{ title: 'Red fox', body: 'Upscale · Done: 4 of 4' }]));
  expect(countPlayed()).toBe(0);
  await change([ended]);
  expect(shown).toHaveLength(1);
  act(() => shown[0]?.click());
  await waitFor(() => expect(readLocation()).toBe('/upscale#batch-fox'));
});

test.each([
  ['the page is in view', { isHidden: false, hasSound: true }, 0],
  ['another tab has told it', { isFirst: false, hasSound: true }, 0],
  ['only the sound is on', { isOn: false, hasSound: true }, 1],
  ['all is off', { isOn: false }, 0],
])('shows no notification if %s', async (_name, options, sounds) => {
  const { shown, change, countPlayed } = openWatcher(options);
  await change([ended]);
  await waitFor(() => expect(countPlayed()).toBe(sounds));
  expect(shown).toEqual([]);
});

test('a batch of an unknown tool and one that was cancelled are not told', async () => {
  const { shown, change } = openWatcher();
  await change([{ ...ended, cancelledAt: ended.createdAt }]);
  await change([running]);
  await change([{ ...ended, tool: 'stylizer' }]);
  await act(async () => undefined);
  expect(shown).toEqual([]);
});

test('the title shows progress, and that a batch has ended until one looks', async () => {
  const { change, look } = openWatcher();
  expect(readTitle()).toBe('(1/4) Home');
  await change([{ ...running, doneCount: 3 }]);
  await waitFor(() => expect(readTitle()).toBe('(3/4) Home'));
  await change([ended]);
  await waitFor(() => expect(readTitle()).toBe('(done) Home'));
  look();
  await waitFor(() => expect(readTitle()).toBe('Home'));
});

test('the title keeps the progress when one looks', async () => {
  const { look, unmount } = openWatcher();
  look();
  expect(readTitle()).toBe('(1/4) Home');
  unmount();
  openPart(<Title />);
  expect(readTitle()).toBe('Home');
});

const NOTIFY = 'Notify me when a batch is done';
const SOUND = 'Play a quiet sound';
const openFields = () => openPart(<NotificationFields />);
const find = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

test('asks the browser before notifications are turned on', async () => {
  const { countAsked } = stubNotifications('default');
  const user = openFields();
  expect(find(NOTIFY).checked).toBe(false);
  await user.click(find(NOTIFY));
  await waitFor(() => expect(find(NOTIFY).checked).toBe(true));
  expect(countAsked()).toBe(1);
  expect(readNotificationSettings(localStorage)).toEqual({ isOn: true, hasSound: false });
  await user.click(find(NOTIFY));
  expect(find(NOTIFY).checked).toBe(false);
  expect(readNotificationSettings(localStorage).isOn).toBe(false);
});

test('says that the browser blocks notifications', async () => {
  stubNotifications('denied');
  vi.stubGlobal('Notification', Object.assign(Notification, { permission: 'default' }));
  const user = openFields();
  await user.click(find(NOTIFY));
  expect(await screen.findByText(/^Your browser blocks notifications/)).toBeDefined();
  expect(find(NOTIFY)).toMatchObject({ checked: false, disabled: true });
  expect(readNotificationSettings(localStorage).isOn).toBe(false);
});

test('plays the sound that one turns on', async () => {
  stubNotifications();
  const { countPlayed } = stubAudio();
  const user = openFields();
  await user.click(find(SOUND));
  expect(countPlayed()).toBe(1);
  expect(readNotificationSettings(localStorage)).toEqual({ isOn: false, hasSound: true });
  await user.click(find(SOUND));
  expect(countPlayed()).toBe(1);
  expect(readNotificationSettings(localStorage).hasSound).toBe(false);
});

test.each([
  ['it runs and one wants to know', {}, [running], 1],
  ['the page is in view', { isHidden: false }, [running], 0],
  ['nothing runs', {}, [ended], 0],
  ['nobody wants to know', { isOn: false }, [running], 0],
  ['only the sound is on', { isOn: false, hasSound: true }, [running], 1],
])('asks every half minute for what runs out of sight: %s', async (_name, options, batches, count) => {
  const setInterval = vi.spyOn(window, 'setInterval');
  const { requests, change, countPlayed } = openWatcher(options);
  await change(batches);
  await waitFor(() => expect(requests).toHaveLength(2));
  const poll = setInterval.mock.calls.find(([, ms]) => ms === 30_000)?.[0];
  if (typeof poll !== 'function') throw new Error('Nothing polls.');
  await act(async () => void Reflect.apply(poll, undefined, []));
  expect(requests).toHaveLength(2 + count);
  expect(countPlayed()).toBeLessThan(2);
});

test.each([
  [true, 1],
  [false, 0],
])(
  'polls every 30 s out of sight if one wants to know: %s [D-polling-and-caching.1, D-polling-and-caching.2]',
  async (isOn, perHalfMinute) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { requests } = openWatcher({ isOn });
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await wait(1000);
    const before = requests.length;
    for (let halves = 1; halves <= 4; halves += 1) {
      await wait(30_000);
      expect(requests.length - before).toBe(halves * perHalfMinute);
    }
  },
);

test('notifies someone who looks at another window', async () => {
  const { shown, change } = openWatcher({ isHidden: false, hasFocus: false });
  await change([ended]);
  await waitFor(() => expect(shown).toHaveLength(1));
});
