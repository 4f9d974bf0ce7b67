import type { ItemFailure } from '@portal/contracts/batches';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFacts } from '../testing/create-facts.ts';
import { createUpscaleBatch, upscaleTool } from '../testing/create-upscale.ts';
import { renderPart } from '../testing/render-part.tsx';
import { stubStorage } from '../testing/stub-storage.ts';
import { BatchFactsLine } from './batch-facts-line.tsx';
import { BatchStatus } from './batch-status.tsx';
import { CancelAction, DeleteAction, DownloadAction } from './common-actions.tsx';
import { FailuresDialog } from './failures-dialog.tsx';
import { ImageStrip } from './image-strip.tsx';

const ignore = () => undefined;
const NOW = new Date('2026-11-21T12:00:20.000Z');

stubStorage();
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
    const status = renderPart(
      <BatchStatus batch={createFacts(overrides)} progress={{ done: 2, total: 4 }} />,
    );
    expect(status.text).toBe(text);
    const bar = status.find('progressbar');
    expect(bar && (bar.attributes['aria-valuenow'] ?? 'waiting')).toBe(value);
  },
);

test('says no time before an image is done', () => {
  const batch = createFacts({ status: 'processing' });
  expect(renderPart(<BatchStatus batch={batch} progress={{ done: 0, total: 4 }} />).text).toBe(
    '0/4 completed',
  );
});

test('a status has another icon while it waits, runs, and when it has ended', () => {
  const draw = (overrides: Partial<UpscaleBatch>) => {
    const { html } = renderPart(
      <BatchStatus batch={createFacts(overrides)} progress={{ done: 2, total: 2 }} />,
    );
    return /<svg[^>]*>(.+?)<\/svg>/.exec(html)?.[1];
  };
  const waiting = draw({ status: 'pending' });
  const running = draw({ status: 'processing' });
  expect(new Set([waiting, running, draw({ status: 'completed' })]).size).toBe(3);
  expect(draw({ status: 'processing', halfPrice: { provider: 'openai' } })).toBe(waiting);
  expect(waiting).toBeDefined();
});

test('says what a batch has cost, what failed, and when it expires', () => {
  const renderLine = (overrides: Partial<UpscaleBatch>, hasPrice?: boolean) =>
    renderPart(
      <BatchFactsLine
        batch={createFacts({ status: 'completed', ...overrides })}
        onShowFailures={ignore}
        {...(hasPrice !== undefined && { hasPrice })}
      />,
    );
  expect(renderLine({}).text).toBe('Free Expires in 3 d 0 h');
  expect(renderLine({}, false).text).toBe('Expires in 3 d 0 h');
  expect(renderLine({ cost: 0.2, estimate: 0.2 }, false).text).toBe('Cost $0.20 Expires in 3 d 0 h');
  expect(renderLine({ estimate: 0.4 }, false).text).toContain('Cost $0.00 of about $0.40');
  const full = renderLine({
    cost: 0.2,
    estimate: 0.4,
    halfPrice: { provider: 'openai' },
    failedCount: 1,
    uncertainCount: 2,
    cancelledCount: 3,
    filesDeleted: true,
  });
  expect(full.text).toBe(
    'Cost $0.20 of about $0.40 Half price 1 failed 2 uncertain 3 cancelled Files deleted',
  );
  expect(full.list('button')).toEqual(['1 failed', '2 uncertain']);
});

const renderFailures = (
  overrides: Partial<UpscaleBatch>,
  content?: Parameters<typeof FailuresDialog>[0]['content'],
) =>
  renderPart(
    <FailuresDialog
      isOpen
      batch={createFacts({ status: 'completed', ...overrides })}
      onRetry={ignore}
      onClose={ignore}
      {...(content && { content })}
    />,
  );

test('lists failures by reason and offers to retry them', () => {
  const dialog = renderFailures({
    failures: [
      failure(0, { attempts: 1 }),
      failure(2),
      failure(4, { state: 'uncertain', reason: 'Connection lost.', attempts: 1 }),
    ],
    retryable: { failed: 2, uncertain: 1 },
  });
  expect(dialog.find('dialog', 'Failed images')).toBeDefined();
  expect(dialog.list('listitem')).toEqual([
    '2 × The provider could not be reached. Image 1, Image 3 · failed after 1 to 3 attempts',
    'Image 5 · uncertain after 1 attempt Connection lost.',
  ]);
  expect(dialog.list('button')).toEqual(['Retry 2 images', 'Close']);
  expect(dialog.list('checkbox')).toHaveLength(1);
  expect(dialog.text).toContain('Also retry the uncertain image. You may be charged twice for it.');
  expect(dialog.text).toContain('A retry starts a new batch and keeps this one.');
});

test('offers no retry that cannot help', () => {
  const failures = [failure(0)];
  const uncertain = renderFailures({ failures, retryable: { failed: 0, uncertain: 2 } });
  expect(uncertain.find('button', 'Retry 0 images')?.attributes).toHaveProperty('disabled');
  expect(uncertain.text).toContain('Also retry the 2 uncertain images. You may be charged twice for them.');
  const one = renderFailures({ failures, retryable: { failed: 1, uncertain: 0 } });
  expect(one.find('button', 'Retry 1 image')?.attributes).not.toHaveProperty('disabled');
  expect(one.list('checkbox')).toEqual([]);
  const texts = [
    renderFailures({ failures: [failure(0, { permanent: 'refused' })] }),
    renderFailures({ failures, status: 'processing', retryable: { failed: 1, uncertain: 1 } }),
    renderFailures({ failures }),
  ];
  for (const { list } of texts) expect([list('button'), list('checkbox')]).toEqual([['Close'], []]);
  expect(texts.map(({ text }) => text.replace(/^.*attempts /, ''))).toEqual([
    expect.stringContaining('A retry would fail again.'),
    expect.stringContaining('You can retry once this batch has finished.'),
    expect.stringContaining('These images were already retried.'),
  ]);
});

test('a tool can word its failures itself', () => {
  const content = { title: 'Failed texts', intro: 'Two of three.', list: 'Each.', retry: 'Write again' };
  const retryable = { failed: 1, uncertain: 0 };
  const dialog = renderFailures({ failures: [failure(0)], retryable }, content);
  expect(dialog.text).toBe('Failed texts Two of three. Each. Write again Close');
  const retried = renderFailures({ failures: [failure(0)] }, { ...content, intro: undefined });
  expect(retried.text).toBe('Failed texts Each. These images were already retried. Close');
  expect(renderFailures({}, content).text).toBe('Failed texts Two of three. Each. Close');
});

test('offers what can be done with a batch', () => {
  const renderActions = (overrides: Partial<UpscaleBatch>) => {
    const batch = createUpscaleBatch(overrides);
    const shared = { tool: upscaleTool, batch };
    return renderPart(
      <>
        <CancelAction {...shared} />
        <DownloadAction {...shared} />
        <DeleteAction onClick={ignore} />
      </>,
    ).list('button');
  };
  expect(renderActions({})).toEqual(['Download ZIP', 'Delete']);
  expect(renderActions({ status: 'pending', processedImages: 0 })).toEqual(['Cancel', 'Delete']);
  expect(renderActions({ status: 'processing' })).toEqual(['Cancel', 'Download ZIP', 'Delete']);
  expect(renderActions({ status: 'processing', cancelledAt: NOW.toISOString() })).not.toContain('Cancel');
  expect(renderActions({ filesDeleted: true })).toEqual(['Delete']);
});

test('shows a slot for each image', () => {
  const renderStrip = (count: number) =>
    renderPart(
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
          ...Array.from({ length: count }, (_, index) => ({ index: index + 5, state: 'queued' as const })),
        ]}
      />,
    );
  const few = renderStrip(1);
  expect(few.find('group', 'Images')?.text).toBe('45%');
  expect(few.list('button')).toEqual(['Open image 1']);
  expect(few.find('button', 'Open image 1')?.attributes['tabindex']).toBe('-1');
  expect(few.list('img')).toEqual(['Image 2: Refused.', 'Image 3: Connection lost.', 'Image 4: 45% done']);
  expect(few.html.match(/data-slot="\w+"/g)).toEqual(
    ['failed', 'uncertain', 'running', 'running', 'queued'].map((state) => `data-slot="${state}"`),
  );
  const [failed, uncertain] = [...few.html.matchAll(/<svg[^>]*>(.+?)<\/svg>/g)].map(([, drawing]) => drawing);
  expect(failed).not.toBe(uncertain);
  const many = renderStrip(95);
  const shown = (many.html.match(/ data-slot="/g) ?? []).length + 1;
  expect(many.find('button', `Show ${100 - shown} more`)).toMatchObject({
    text: `+${100 - shown}`,
    attributes: { 'aria-expanded': 'false' },
  });
});
