import type { UpscaleBatch } from '@portal/contracts/upscale';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { createUpscaleBatch, upscaleTool } from '../testing/create-upscale.ts';
import { failQuery } from '../testing/fail-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { stubStorage } from '../testing/stub-storage.ts';
import { BatchCardFrame, CardFooter } from './batch-card-frame.tsx';
import { BatchCount } from './batch-count.tsx';
import { DeleteBatchDialog, HistoryFrame } from './history-frame.tsx';
import { HistoryToolbar } from './history-toolbar.tsx';
import { History } from './history.tsx';
import { choosePictureSize } from './picture-size.ts';
import { useHistorySearch } from './use-history-search.ts';

stubStorage();
const ignore = () => undefined;

test('a history can be cleared unless it is empty', () => {
  const renderFrame = (isEmpty: boolean) =>
    renderPart(
      <HistoryFrame isEmpty={isEmpty} onClear={ignore}>
        Batches
      </HistoryFrame>,
    );
  expect(renderFrame(false).find('region', 'History')?.text).toBe(
    'History Clear History Files are automatically deleted after 3 days Batches',
  );
  expect(renderFrame(false).find('region', 'History')?.attributes['tabindex']).toBe('-1');
  expect(renderFrame(false).list('button')).toEqual(['Clear History']);
  expect(renderFrame(true).list('button')).toEqual([]);
  expect(renderFrame(true).list('heading')).toEqual(['History']);
  const asked = renderPart(<DeleteBatchDialog isOpen onDelete={ignore} onClose={ignore} />);
  expect(asked.find('dialog', 'Delete Batch')?.description).toBe(
    'Are you sure you want to delete this batch? This action cannot be undone.',
  );
  expect(asked.list('button')).toEqual(['Cancel', 'Delete']);
});

const batches = [
  createUpscaleBatch({ id: 'fox' }),
  createUpscaleBatch({ id: 'owl', name: 'Owl', scale: 4, status: 'processing', processedImages: 1 }),
];

test('a history can be searched and filtered', () => {
  const Toolbar = ({ all, shown }: { all: UpscaleBatch[]; shown: number }) => (
    <HistoryToolbar
      batches={all}
      shown={shown}
      filters={upscaleTool.filters ?? []}
      control={useHistorySearch(upscaleTool.filters)}
    />
  );
  const renderToolbar = (path: string, { all = batches, shown = 1 } = {}) =>
    renderPart(<Toolbar all={all} shown={shown} />, { path });
  const plain = renderToolbar('/');
  expect(plain.find('searchbox', 'Search history')?.attributes['value']).toBe('');
  expect(plain.find('combobox', 'State')?.text).toBe('State: all Running Done Partly done Cancelled Failed');
  expect(plain.find('combobox', 'State')?.attributes['data-chosen']).toBe('false');
  expect(plain.find('combobox', 'Scale')?.text).toBe('Scale: all 2x 4x');
  expect(plain.list('status')).toEqual([]);
  expect(plain.list('button')).toEqual([]);
  expect(plain.find('radiogroup', 'Picture size')?.text).toBe('Small Medium Large');
  expect(plain.find('radio', 'Medium')?.attributes).toHaveProperty('checked');
  // One value is no choice.
  expect(renderToolbar('/', { all: batches.slice(0, 1) }).list('combobox')).toEqual(['State']);

  const searched = renderToolbar('/?q=fox&state=done&scale=2', { all: batches.slice(0, 1) });
  expect(searched.find('searchbox', 'Search history')?.attributes['value']).toBe('fox');
  expect(searched.find('option', 'Done')?.attributes).toHaveProperty('selected');
  expect(searched.find('combobox', 'Scale')?.attributes['data-chosen']).toBe('true');
  expect(searched.find('option', '2x')?.attributes).toHaveProperty('selected');
  expect(searched.list('status')).toEqual(['1 of 1 batch']);
  expect(searched.list('button')).toEqual(['Clear']);
  const none = renderToolbar('/?q=wolf', { shown: 0 });
  expect(none.list('status')).toEqual(['0 of 2 batches']);
  expect(none.list('button')).toEqual([]);
  choosePictureSize('large');
  onTestFinished(() => choosePictureSize('medium'));
  expect(renderToolbar('/').find('radio', 'Large')?.attributes).toHaveProperty('checked');
  expect(localStorage.getItem('portal:picture-size')).toBe('"large"');
});

test('a history is loading, has failed, is empty, or has batches', () => {
  const client = new QueryClient();
  const { queryKey } = upscaleTool.batchesQuery;
  const renderHistory = (path = '/') =>
    renderPart(
      <>
        <BatchCount tool={upscaleTool} />
        <History tool={upscaleTool} empty="Nothing yet." renderCard={ignore} renderDialog={ignore} />
      </>,
      { client, path },
    );
  expect(renderHistory().list('status')).toEqual(['Loading history']);
  expect(renderHistory().list('button')).toEqual([]);
  failQuery(client, queryKey, new ApiFailure(503, 'Service Unavailable'));
  expect(renderHistory().find('alert')?.text).toBe(
    'The history could not be loaded Try again in a moment. Try again',
  );
  expect(renderHistory().list('status')).toEqual([]);
  client.setQueryData(queryKey, []);
  expect(renderHistory().text).toMatch(/^\(0\) .+ Nothing yet\.$/);
  expect(renderHistory().list('searchbox')).toEqual([]);
  client.setQueryData(queryKey, batches.slice(0, 1));
  expect(renderHistory().list('searchbox')).toEqual([]);
  expect(renderHistory().list('radiogroup')).toEqual([]);
  expect(renderHistory('/?q=wolf').list('searchbox')).toEqual(['Search history']);
  client.setQueryData(queryKey, batches);
  expect(renderHistory().text).toMatch(/^\(2\) /);
  expect(renderHistory().list('button')).toEqual(['Clear History']);
  expect(renderHistory().list('searchbox')).toEqual(['Search history']);
  expect(renderHistory().text).not.toContain('No batches match');
  expect(renderHistory('/?q=wolf').text).toContain('No batches match Try other words or filters. Clear');
});

test('the card of a batch is named by it, and renders in full only near the screen', () => {
  const renderCard = (isEager: boolean, onRename?: () => void) =>
    renderPart(
      <BatchCardFrame batchId="fox" name="Red fox" onRename={onRename} isEager={isEager}>
        <CardFooter facts="Free">Delete</CardFooter>
      </BatchCardFrame>,
    );
  expect(renderCard(true, ignore).find('article', 'Red fox')).toMatchObject({
    text: 'Red fox Free Delete',
    attributes: { id: 'batch-fox', tabindex: '-1' },
  });
  expect(renderCard(true, ignore).list('button')).toEqual(['Rename']);
  expect(renderCard(true).list('button')).toEqual([]);
  expect(renderCard(false).text).toBe('Red fox');
});
