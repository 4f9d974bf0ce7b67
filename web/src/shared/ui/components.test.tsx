import type { ComponentProps } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { renderPart } from '../testing/render-part.tsx';
import { BarList } from './bar-list.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyAction } from './copy-action.tsx';
import { EditableName } from './editable-name.tsx';
import { EstimatedCost } from './estimated-cost.tsx';
import { FactList } from './fact-list.tsx';
import { LabeledAction } from './labeled-action.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Loading, Spinner } from './loading.tsx';
import { EmptyState } from './notice-state.tsx';
import { PageHeader } from './page-header.tsx';
import { ProgressRow } from './progress-row.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StaleNotice } from './stale-notice.tsx';
import { StatusWord, type Tone } from './status-word.tsx';
import { TextDialog } from './text-dialog.tsx';
import { Thumbnail, UnreadablePicture } from './thumbnail.tsx';
import { setTitleStatus } from './title-status.ts';
import { ToolColumns } from './tool-columns.tsx';
import { WideDialog } from './wide-dialog.tsx';

const ignore = () => undefined;

test('a status has a word, and an icon of its own for those who see no colors', () => {
  const tones: Tone[] = ['good', 'warning', 'bad', 'neutral'];
  const drawings = tones.map((tone) => {
    const { html, text } = renderPart(<StatusWord tone={tone} word="Done" />);
    expect(text).toBe('Done');
    return /<svg[^>]*>(.+)<\/svg>/.exec(html)?.[1];
  });
  expect(new Set(drawings).size).toBe(4);
  expect(drawings).not.toContain(undefined);
});

test('a bar is as long as its share of the largest amount', () => {
  const { find, list, html } = renderPart(
    <BarList
      label="Spend"
      bars={[
        { key: 'a', label: 'Ada', amount: 4, value: '$4', note: '2 batches' },
        { key: 'b', label: 'Bo', amount: 1, value: '$1' },
      ]}
    />,
  );
  expect(find('list', 'Spend')).toBeDefined();
  expect(list('listitem')).toEqual(['Ada 2 batches $4', 'Bo $1']);
  expect([...html.matchAll(/style="width:(\d+%)"/g)].map(([, width]) => width)).toEqual(['100%', '25%']);
  const nothing = renderPart(
    <BarList label="Spend" bars={[{ key: 'a', label: 'Ada', amount: 0, value: '$0' }]} />,
  );
  expect(nothing.html).toContain('width:0%');
});

test('a progress bar has a value, unless it waits or is hidden', () => {
  const find = (value?: number | 'waiting') =>
    renderPart(
      <ProgressRow icon={undefined} label="7/12 completed" note="about 5 s left" value={value} />,
    ).find('progressbar', '7/12 completed');
  expect(find(0.586)?.attributes['aria-valuenow']).toBe('59');
  expect(find(0)?.attributes['aria-valuenow']).toBe('0');
  expect(find('waiting')?.attributes).not.toHaveProperty('aria-valuenow');
  expect(find()).toBeUndefined();
  const { text } = renderPart(
    <ProgressRow icon={undefined} label="Queued" detail="· 1 failed" note="soon" />,
  );
  expect(text).toBe('Queued · 1 failed soon');
});

test('says how long ago something was', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00.000Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ago = (minutes: number) =>
    renderPart(<RelativeTime value={new Date(Date.now() - minutes * 60_000).toISOString()} />).text;
  expect([0, 0.9, 1, 59, 61, 23 * 60, 24 * 60, 50 * 60, -90].map(ago)).toEqual([
    'just now',
    'just now',
    '1 min. ago',
    '59 min. ago',
    '1 hr. ago',
    '23 hr. ago',
    'yesterday',
    '2 days ago',
    'in 1 hr.',
  ]);
});

test('shows the exact time of an event', () => {
  const { find } = renderPart(<RelativeTime value={new Date(2026, 10, 21, 14, 5).toISOString()} />);
  expect(find('time')?.attributes['aria-label']?.replaceAll('\u202F', ' ')).toBe('Nov 21, 2026, 2:05 PM');
});

test('shows an estimated cost and its saving, or what is missing', () => {
  const cost = (props: { price?: number; saving?: number; count: number }) =>
    renderPart(<EstimatedCost price={undefined} unknown="Choose a model" {...props} />).find(
      'status',
      'Estimated cost',
    )?.text;
  expect(cost({ count: 2 })).toBe('Choose a model');
  expect(cost({ price: 0.04, count: 2 })).toBe('$0.08 2 images × $0.04');
  expect(cost({ price: 0.04, saving: 0.02, count: 3 })).toBe('$0.12 3 images × $0.04 · saves $0.06');
  expect(cost({ price: 0.04, saving: 0.02, count: 0 })).toBe('$0.04 per image · saves $0.02');
});

test('a name can be renamed, unless it is read-only', () => {
  const own = renderPart(<EditableName name="Red fox" id="title" onSave={ignore} />);
  expect(own.find('heading', 'Red fox')?.attributes['id']).toBe('title');
  expect(own.list('button')).toEqual(['Rename']);
  expect(renderPart(<EditableName name="Red fox" onSave={undefined} />).list('button')).toEqual([]);
});

test('notices say what to do, and only failures interrupt', () => {
  const empty = renderPart(<EmptyState title="No batches yet">Start one.</EmptyState>);
  expect(empty.text).toBe('No batches yet Start one.');
  expect(empty.list('alert')).toEqual([]);
  const failed = renderPart(
    <LoadFailure title="Not loaded" error={new ApiFailure(503, 'Service Unavailable')} onTryAgain={ignore} />,
  );
  expect(failed.find('alert')?.text).toMatch(/^Not loaded .+ Try again$/);
  expect(failed.list('button')).toEqual(['Try again']);
});

test('shows the page title in the tab, after the progress of what runs', () => {
  const { find, text, html } = renderPart(
    <PageHeader title="Upscale" subtitle="Make pictures larger">
      3 batches
    </PageHeader>,
  );
  expect(find('heading', 'Upscale')).toBeDefined();
  expect(text).toContain('Upscale Make pictures larger 3 batches');
  expect(html).toContain('<title>Upscale</title>');
  setTitleStatus('3/40');
  onTestFinished(() => setTitleStatus(''));
  const running = renderPart(<PageHeader title="Upscale" />);
  expect(running.html).toContain('<title>(3/40) Upscale</title>');
  expect(running.html).not.toContain('<p');
});

test('says how old numbers are only after a failed refresh', () => {
  const dataUpdatedAt = new Date(2026, 10, 21, 14, 5).getTime();
  const renderNotice = (isRefetchError: boolean) =>
    renderPart(<StaleNotice query={{ isRefetchError, dataUpdatedAt }} />).find('status');
  expect(renderNotice(false)?.text).toBe('');
  expect(renderNotice(true)?.text.replaceAll(' ', ' ')).toBe(
    'Refresh failed. These numbers are from 2:05 PM. Retrying.',
  );
});

test('pictures that cannot be shown say why', () => {
  expect(renderPart(<Thumbnail path={null} alt="" />).list('img')).toEqual(['File deleted']);
  expect(renderPart(<UnreadablePicture />).list('img')).toEqual(['No preview']);
  expect(renderPart(<Thumbnail path="/a" alt="Fox" />).list('img')).toEqual([]);
});

test('loading content and spinners are named', () => {
  const { list } = renderPart(
    <>
      <Loading label="Loading images">…</Loading>
      <Spinner size={16} label="Loading image" />
      <Spinner size={16} />
    </>,
  );
  expect(list('status')).toEqual(['Loading images']);
  expect(list('progressbar')).toEqual(['Loading image', '']);
});

test('actions have a label, and links open a new window', () => {
  const { find, list } = renderPart(
    <>
      <LabeledAction icon={undefined} label="Share" />
      <LabeledAction icon={undefined} label="Cancel" keepsLabel />
      <LabeledAction icon={undefined} label="View images" opens="/gallery/1" />
      <CopyAction label="Copy title" text="Fox" />
      <CopyAction label="Copy link" text="Fox" hasLabel />
    </>,
  );
  expect(list('button')).toEqual(['Share', 'Cancel', 'Copy title', 'Copy link']);
  expect(find('link', 'View images')?.attributes).toMatchObject({
    href: '/gallery/1',
    target: '_blank',
    rel: 'noopener',
  });
});

test('lists facts as names and values', () => {
  const { list } = renderPart(
    <FactList
      facts={[
        ['Tool', 'Upscale'],
        ['Size', '40 × 30'],
      ]}
    />,
  );
  expect([list('term'), list('definition')]).toEqual([
    ['Tool', 'Size'],
    ['Upscale', '40 × 30'],
  ]);
});

test('dialogs are named by their titles and offer to close', () => {
  const ask = (props: Partial<ComponentProps<typeof ConfirmDialog>>) =>
    renderPart(
      <ConfirmDialog
        isOpen
        title="Delete?"
        confirmLabel="Delete"
        onConfirm={ignore}
        onClose={ignore}
        {...props}
      >
        It is gone then.
      </ConfirmDialog>,
    );
  const asked = ask({ canConfirm: false });
  expect(asked.find('dialog', 'Delete?')?.description).toBe('It is gone then.');
  expect(asked.list('button')).toEqual(['Cancel', 'Delete']);
  expect(asked.find('button', 'Delete')?.attributes).toHaveProperty('disabled');
  expect(asked.find('button', 'Cancel')?.attributes).toHaveProperty('autofocus');
  const ready = ask({ field: 'Name' });
  expect(ready.list('button', 'disabled')).toEqual([]);
  // The field has it.
  expect(ready.list('button', 'autofocus')).toEqual([]);
  expect(ready.text).toContain('It is gone then. Name');
  const text = renderPart(
    <TextDialog isOpen title="Failed images" onClose={ignore} actions={<button type="button">Retry</button>}>
      Two.
    </TextDialog>,
  );
  expect(text.find('dialog', 'Failed images')?.text).toBe('Failed images Two. Retry Close');
  const wide = renderPart(
    <WideDialog isOpen title="Shortcuts" tools="Search" isTextOnly onClose={ignore}>
      Keys
    </WideDialog>,
  );
  expect(wide.find('dialog', 'Shortcuts')?.text).toBe('Shortcuts Close Search Keys');
  expect(wide.find('region', 'Shortcuts')?.attributes['tabindex']).toBe('0');
});

test('a tool has a form and a history that its section links lead to', () => {
  const { find, list, html, text } = renderPart(
    <ToolColumns tool="upscale" form="The form" history="The history" count=" (3)" />,
  );
  expect(list('button')).toEqual(['Form', 'History (3)']);
  expect(find('button', 'Form')?.attributes['aria-current']).toBe('true');
  expect(find('button', 'History (3)')?.attributes['aria-current']).toBe('false');
  expect(html).toMatch(/id="upscale-form" tabindex="-1"/);
  expect(html).toMatch(/id="upscale-history" tabindex="-1"/);
  // The history renders later.
  expect(text).toBe('Form History (3) The form');
});
