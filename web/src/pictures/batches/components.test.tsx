import type { ItemFailure } from '@portal/contracts/batches';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFacts } from '../../testing/create-facts.ts';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { BatchFactsLine } from './batch-facts-line.tsx';
import { BatchStatus } from './batch-status.tsx';
import { CancelAction, DeleteAction, DownloadAction } from './common-actions.tsx';
import { FailuresDialog } from './failures-dialog.tsx';
import { ImageStrip } from './image-strip.tsx';

const ignore = () => undefined;
const NOW = new Date('2026-11-21T12:00:20.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

const failure = (index: number, overrides: Partial<ItemFailure> = {}): ItemFailure => ({
  index,
  state: 'failed',
  reason: 'The provider could not be reached.',
  attempts: 3,
  ...overrides,
});

test.each([
  [{ status: 'pending' }, 'Queued - 4 images', 'waiting'],
  [{ status: 'processing' }, '2/4 completed about 20 s left', '50'],
  [
    { status: 'processing', itemRetries: { 0: new Date(2099, 0, 1, 15, 42).toISOString() } },
    '2/4 completed Connection lost, trying again at 3:42 PM',
    '50',
  ],
  [
    { status: 'processing', itemRetries: { 0: '2020-01-01T00:00:00.000Z' } },
    '2/4 completed about 20 s left',
    '50',
  ],
  [{ status: 'processing', cancelledAt: NOW.toISOString() }, '2/4 completed Stopping…', '50'],
  [{ status: 'processing', halfPrice: { provider: 'openai' } }, '2/4 completed within 24 h', '50'],
  [{ status: 'pending', halfPrice: { provider: 'openai' } }, 'Queued - 4 images within 24 h', 'waiting'],
  [{ status: 'completed' }, '2/4 completed Partly done', undefined],
  [{ status: 'completed', cancelledAt: NOW.toISOString() }, '2/4 completed Cancelled', undefined],
  [
    { status: 'completed', failures: [failure(0), failure(1)] },
    '2/4 completed · 2 × The provider could not be reached Partly done',
    undefined,
  ],
  [
    { status: 'completed', cancellations: [{ index: 1, reason: 'Not chosen.' }] },
    '2/4 completed · 1 × Not chosen Partly done',
    undefined,
  ],
] satisfies [Partial<UpscaleBatch>, string, string | undefined][])(
  'shows the status of a batch: %o [D-settled-by-the-acceptance-test.17]',
  (overrides, text, value) => {
    openPart(<BatchStatus batch={createFacts(overrides)} progress={{ done: 2, total: 4 }} />);
    expect(readText()).toBe(text);
    const bar = screen.queryByRole('progressbar', { name: /^(2\/4 completed|Queued - 4 images)$/ });
    expect(bar ? (bar.getAttribute('aria-valuenow') ?? 'waiting') : undefined).toBe(value);
  },
);

test.each([
  [0, 4, '0/4 completed', '0'],
  [2, 3, /^2\/3 completed about/, '67'],
])('says no time before an image is done: %d of %d', (done, total, text, value) => {
  openPart(<BatchStatus batch={createFacts({ status: 'processing' })} progress={{ done, total }} />);
  if (typeof text === 'string') expect(readText()).toBe(text);
  else expect(readText()).toMatch(text);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(value);
});

test('a status has another icon while it waits, runs, and when it has ended', () => {
  const draw = (overrides: Partial<UpscaleBatch>) => {
    openPart(<BatchStatus batch={createFacts(overrides)} progress={{ done: 2, total: 2 }} />);
    return document.querySelector('svg')?.innerHTML;
  };
  const waiting = draw({ status: 'pending' });
  const running = draw({ status: 'processing' });
  expect(new Set([waiting, running, draw({ status: 'completed' })]).size).toBe(3);
  expect(draw({ status: 'processing', halfPrice: { provider: 'openai' } })).toBe(waiting);
  expect(waiting).toBeDefined();
});

test.each([
  [{}, true, 'Free Expires in 3 days', []],
  [{}, false, 'Expires in 3 days', []],
  [{ cost: 0.2, estimate: 0.2 }, false, 'Cost $0.20 Expires in 3 days', []],
  [{ estimate: 0.4 }, true, 'Not charged Expires in 3 days', []],
  [
    { status: 'processing', estimate: 0.4, halfPrice: { provider: 'openai' } },
    true,
    `About $0.40 in all Half price, ready by ${describeExactTime('2026-11-22T12:00:00.000Z')} at the latest Expires in 3 days`.replaceAll(
      '\u202F',
      ' ',
    ),
    [],
  ],
  [
    {
      cost: 0.2,
      estimate: 0.4,
      halfPrice: { provider: 'openai' },
      failedCount: 1,
      uncertainCount: 2,
      cancelledCount: 3,
      filesDeleted: true,
    },
    true,
    'Cost $0.20, estimated $0.40 Half price 1 failed 2 uncertain 3 cancelled Files deleted',
    ['1 failed', '2 uncertain'],
  ],
] satisfies [Partial<UpscaleBatch>, boolean, string, string[]][])(
  'says what a batch has cost, what failed, and when it expires: %#',
  (overrides, hasPrice, text, buttons) => {
    const batch = createFacts({ status: 'completed', ...overrides });
    // True is the default.
    openPart(<BatchFactsLine batch={batch} onShowFailures={ignore} {...(!hasPrice && { hasPrice })} />);
    expect(readText()).toBe(text);
    expect(listNames('button')).toEqual(buttons);
  },
);

function openFailures(
  overrides: Partial<UpscaleBatch>,
  content?: Parameters<typeof FailuresDialog>[0]['content'],
): string {
  openPart(
    <FailuresDialog
      isOpen
      batch={createFacts({ status: 'completed', ...overrides })}
      onRetry={ignore}
      onClose={ignore}
      {...(content && { content })}
    />,
  );
  return readText(screen.getByRole('dialog', { name: content?.title ?? 'Failed images' }));
}

test('lists failures by reason and offers to retry them', () => {
  const text = openFailures({
    failures: [
      failure(0, { attempts: 1 }),
      failure(2),
      failure(4, { state: 'uncertain', reason: 'Connection lost.', attempts: 1 }),
    ],
    retryable: { failed: 2, uncertain: 1 },
  });
  expect(screen.getAllByRole('listitem').map(readText)).toEqual([
    '2 × The provider could not be reached. Image 1, Image 3 · failed after 1 to 3 attempts',
    'Image 5 · uncertain after 1 attempt Connection lost.',
  ]);
  expect(listNames('button')).toEqual(['Retry 2 images', 'Close']);
  expect(text).toContain('Also retry the uncertain image. You may be charged twice for it.');
  expect(text).toContain('A retry starts a new batch and keeps this one.');
});

test('says which failed images a retry leaves out, and what to do with them', () => {
  const failures = [failure(0), failure(1, { permanent: 'refused' })];
  expect(openFailures({ failures, retryable: { failed: 1, uncertain: 0 } })).toContain(
    'It leaves out the image that would fail again: change its prompt or file first.',
  );
  failures.push(failure(2, { permanent: 'unreadable' }));
  const content = { title: 'Failed texts', intro: 'Two of three.', list: 'Each.', retry: 'Write again' };
  expect(openFailures({ failures, retryable: { failed: 1, uncertain: 0 } }, content)).toContain(
    'It leaves out the 2 images that would fail again: change their prompts or files first.',
  );
});

test('offers to retry several uncertain images, or none', () => {
  const failures = [failure(0)];
  expect(openFailures({ failures, retryable: { failed: 0, uncertain: 2 } })).toContain(
    'Also retry the 2 uncertain images. You may be charged twice for them.',
  );
  openFailures({ failures, retryable: { failed: 1, uncertain: 0 } });
  expect(screen.getByRole('button', { name: 'Retry 1 image' })).toHaveProperty('disabled', false);
  expect(listNames('checkbox')).toEqual([]);
});

test.each([
  [{ failures: [failure(0, { permanent: 'refused' })] }, 'A retry would fail again.'],
  [
    { status: 'processing', retryable: { failed: 1, uncertain: 1 } },
    'You can retry once this batch has finished.',
  ],
  [{}, 'These images were already retried.'],
] satisfies [Partial<UpscaleBatch>, string][])('offers no retry that cannot help: %#', (overrides, text) => {
  expect(openFailures({ failures: [failure(0)], ...overrides })).toContain(text);
  expect([listNames('button'), listNames('checkbox')]).toEqual([['Close'], []]);
});

test('a tool can word its failures itself', () => {
  const content = { title: 'Failed texts', intro: 'Two of three.', list: 'Each.', retry: 'Write again' };
  const failures = [failure(0)];
  expect(openFailures({ failures, retryable: { failed: 1, uncertain: 0 } }, content)).toBe(
    'Failed texts Two of three. Each. Write again Close',
  );
  expect(openFailures({ failures }, { ...content, intro: undefined })).toBe(
    'Failed texts Each. These images were already retried. Close',
  );
  expect(openFailures({}, content)).toBe('Failed texts Two of three. Each. Close');
});

test.each([
  [{}, ['Download ZIP', 'Delete']],
  [{ status: 'pending', processedImages: 0 }, ['Cancel', 'Delete']],
  [{ status: 'processing' }, ['Cancel', 'Download ZIP', 'Delete']],
  [{ status: 'processing', cancelledAt: NOW.toISOString() }, ['Download ZIP', 'Delete']],
  [{ filesDeleted: true }, ['Delete']],
] satisfies [Partial<UpscaleBatch>, string[]][])(
  'offers what can be done with a batch: %o',
  (overrides, names) => {
    const shared = { tool: upscaleTool, batch: createUpscaleBatch(overrides) };
    openPart(
      <>
        <CancelAction {...shared} />
        <DownloadAction {...shared} />
        <DeleteAction onClick={ignore} />
      </>,
    );
    expect(listNames('button')).toEqual(names);
  },
);

test('shows a slot for each image', () => {
  openPart(
    <ImageStrip
      ratio={1}
      width={400}
      makeThumbnailPath={(url) => url}
      onOpen={ignore}
      slots={[
        { index: 0, state: 'made', url: '/a' },
        { index: 1, state: 'failed', reason: 'Refused.' },
        { index: 2, state: 'uncertain', reason: 'Connection lost.' },
        { index: 3, state: 'running', share: 0.459 },
        { index: 4, state: 'running' },
        { index: 5, state: 'queued' },
      ]}
    />,
  );
  expect(readText(screen.getByRole('group', { name: 'Images' }))).toBe('45%');
  expect(listNames('button')).toEqual(['Open image 1']);
  expect(screen.getByRole('button').tabIndex).toBe(-1);
  expect(listNames('img')).toEqual(['Image 2: Refused.', 'Image 3: Connection lost.', 'Image 4: 45% done']);
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')];
  expect(slots.map(({ dataset }) => dataset['slot'])).toEqual([
    'failed',
    'uncertain',
    'running',
    'running',
    'queued',
  ]);
  const [failed, uncertain] = [...document.querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
  expect(failed).not.toBe(uncertain);
});
