import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listNames, openPart, readText } from '../testing/open-part.tsx';
import { BarList } from './bar-list.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { CopyAction } from './copy-action.tsx';
import { EstimatedCost } from './estimated-cost.tsx';
import { LabeledAction } from './labeled-action.tsx';
import { Spinner } from './loading.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StatusWord, type Tone } from './status-word.tsx';
import { TextDialog } from './text-dialog.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { WideDialog } from './wide-dialog.tsx';

const ignore = () => undefined;

test('a status has a word, and an icon of its own for those who see no colors', () => {
  const tones: Tone[] = ['good', 'warning', 'bad', 'neutral'];
  openPart(tones.map((tone) => <StatusWord key={tone} tone={tone} word="Done" />));
  expect(readText()).toBe('Done Done Done Done');
  const drawings = [...document.querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
  expect(new Set(drawings).size).toBe(4);
});

test('a bar is as long as its share of the largest amount', () => {
  const listWidths = (amounts: number[]) => {
    openPart(
      <BarList
        label="Spend"
        bars={amounts.map((amount, index) => ({
          key: `${index}`,
          label: 'Ada',
          amount,
          value: `$${amount}`,
          note: '2 batches',
        }))}
      />,
    );
    const list = screen.getByRole('list', { name: 'Spend' });
    return [...list.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width);
  };
  expect(listWidths([4, 1])).toEqual(['100%', '25%']);
  expect(screen.getAllByRole('listitem').map(readText)).toEqual(['Ada 2 batches $4', 'Ada 2 batches $1']);
  expect(listWidths([0])).toEqual(['0%']);
});

test('says how long ago something was, and when exactly', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14, 5), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const minutes = [0, 0.9, 1, 59, 61, 23 * 60, 24 * 60, 50 * 60, -90];
  openPart(
    minutes.map((ago) => (
      <RelativeTime key={ago} value={new Date(Date.now() - ago * 60_000).toISOString()} />
    )),
  );
  const times = screen.getAllByRole('time');
  expect(times.map(({ textContent }) => textContent)).toEqual([
    'just now',
    'just now',
    '1 min ago',
    '59 min ago',
    '61 min ago',
    '23 h ago',
    '1 day ago',
    '2 days 2 h ago',
    'in 90 min',
  ]);
  expect(times[0]?.getAttribute('aria-label')?.replaceAll('\u202F', ' ')).toBe('Nov 21, 2026, 2:05 PM');
});

test.each([
  [{ count: 2 }, 'Choose a model'],
  [{ price: 0.04, count: 2 }, '$0.08 2 images × $0.04'],
])('shows an estimated cost, or what is missing: %o', (props, text) => {
  openPart(<EstimatedCost price={undefined} unknown="Choose a model" {...props} />);
  expect(screen.getByRole('status', { name: 'Estimated cost' }).textContent).toBe(text);
});

test('a deleted picture says so, and a spinner may be named', () => {
  openPart(
    <>
      <Thumbnail path={null} alt="" />
      <Spinner size={16} label="Loading image" />
      <Spinner size={16} />
    </>,
  );
  expect(listNames('img')).toEqual(['File deleted']);
  expect(listNames('progressbar')).toEqual(['Loading image']);
});

test('actions have a label, and links open a new window', () => {
  openPart(
    <>
      <LabeledAction icon={undefined} label="Share" />
      <LabeledAction icon={undefined} label="Cancel" keepsLabel />
      <LabeledAction icon={undefined} label="View images" opens="/gallery/1" />
      <CopyAction label="Copy title" text="Fox" />
    </>,
  );
  expect(listNames('button')).toEqual(['Share', 'Cancel', 'Copy title']);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'View images' });
  expect(link).toMatchObject({ target: '_blank', rel: 'noopener' });
  expect(link.getAttribute('href')).toBe('/gallery/1');
});

test('dialogs are named by their titles and offer to close', () => {
  const confirm = { isOpen: true, confirmLabel: 'Delete', onConfirm: ignore, onClose: ignore };
  openPart(
    <ConfirmDialog {...confirm} title="Delete?" canConfirm={false}>
      It is gone then.
    </ConfirmDialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Delete?', description: 'It is gone then.' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true);
  openPart(
    <ConfirmDialog {...confirm} title="Delete?" field={<input aria-label="Name" autoFocus />}>
      It is gone then.
    </ConfirmDialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  openPart(
    <TextDialog isOpen title="Failed images" onClose={ignore} actions={<button type="button">Retry</button>}>
      Two.
    </TextDialog>,
  );
  expect(readText(screen.getByRole('dialog', { name: 'Failed images' }))).toBe(
    'Failed images Two. Retry Close',
  );
  openPart(
    <WideDialog isOpen title="Shortcuts" tools="Search" isTextOnly onClose={ignore}>
      Keys
    </WideDialog>,
  );
  expect(readText(screen.getByRole('dialog', { name: 'Shortcuts' }))).toBe('Shortcuts Close Search Keys');
  expect(screen.getByRole('region', { name: 'Shortcuts' }).tabIndex).toBe(0);
});
