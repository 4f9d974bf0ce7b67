import type { ItemOrigin } from '@portal/contracts/batches';
import type { Lineage } from '@portal/contracts/lineage';
import type { MouseEvent } from 'react';
import MenuList from '@mui/material/MenuList';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderHook, renderPart } from '../testing/render-part.tsx';
import { stubStorage } from '../testing/stub-storage.ts';
import { BatchItems } from './batch-items.tsx';
import { lineageQuery } from './lineage-query.ts';
import { LineageFacts } from './lineage-facts.tsx';
import { makeSubmissionStore } from './sent-store.ts';
import { SentToItems } from './sent-to-items.tsx';
import { useBatchLink } from './use-batch-link.ts';

stubStorage();
const ignore = () => undefined;

const sentFrom = (index: number, batchId: string, name: string): ItemOrigin => ({
  index,
  from: { batchId, index, kind: 'result', tool: 'upscale', name },
});
const createLinked = (batchId: string, name: string, isGone = false): Lineage['sources'][number] => ({
  batchId,
  tool: 'upscale',
  name,
  pictures: [{ index: 0, from: { index: 0, kind: 'result' } }],
  isGone,
});

function renderFacts(origins: ItemOrigin[], lineage?: Partial<Lineage>) {
  const client = new QueryClient();
  if (lineage)
    client.setQueryData(lineageQuery('batch-1').queryKey, {
      sources: [],
      sentTo: [],
      hasMore: false,
      ...lineage,
    });
  return renderPart(<LineageFacts batch={{ id: 'batch-1', origins }} />, { client });
}

test('names where the pictures of a batch came from', () => {
  expect(renderFacts([]).text).toBe('');
  const one = renderFacts([sentFrom(0, 'fox', 'Fox')]);
  expect(one.text).toBe('From “Fox”');
  expect(one.find('link', 'From “Fox”')?.attributes['href']).toBe('/upscale#batch-fox');
  const two = renderFacts([sentFrom(0, 'fox', 'Fox'), sentFrom(1, 'owl', 'Owl')]);
  expect(two.text).toBe('From 2 batches');
  expect(two.find('button', 'From 2 batches')?.attributes['aria-haspopup']).toBe('menu');
  const gone = renderFacts([sentFrom(0, 'fox', 'Fox')], { sources: [createLinked('fox', 'Red fox', true)] });
  expect(gone.text).toBe('From “Red fox”, deleted or expired');
  expect(gone.list('link')).toEqual([]);
});

test('names where the pictures of a batch were sent to', () => {
  const one = renderFacts([], { sentTo: [createLinked('fox', 'Fox')] });
  expect(one.text).toBe('Sent to Upscale');
  expect(one.find('link', 'Sent to Upscale')?.attributes['href']).toBe('/upscale#batch-fox');
  const two = renderFacts([], { sentTo: [createLinked('fox', 'Fox'), createLinked('owl', 'Owl')] });
  expect(two.text).toBe('Sent to 2 batches');
  expect(two.list('link')).toEqual([]);
});

test('a menu leads to batches, except to those that are gone', () => {
  const batch = { batchId: 'fox', tool: 'upscale', name: 'Fox', pictures: 1 } as const;
  const { find, list } = renderPart(
    <MenuList>
      <BatchItems close={ignore} batches={[batch, { ...batch, batchId: 'owl', name: 'Owl', isGone: true }]} />
    </MenuList>,
  );
  expect(list('menuitem')).toEqual(['Fox Upscale, 1 image', 'Owl Deleted or expired']);
  expect(find('menuitem', 'Fox Upscale, 1 image')?.attributes['href']).toBe('/upscale#batch-fox');
  expect(find('menuitem', 'Owl Deleted or expired')?.attributes['aria-disabled']).toBe('true');
});

test('lists the newest batches that were made from a batch', () => {
  const client = new QueryClient();
  const renderItems = () =>
    renderPart(
      <MenuList>
        <SentToItems batchId="batch-1" close={ignore} />
      </MenuList>,
      { client },
    );
  const set = (sentTo: Lineage['sentTo'], hasMore: boolean) =>
    client.setQueryData(lineageQuery('batch-1').queryKey, { sources: [], sentTo, hasMore });
  expect(renderItems().text).toBe('');
  set([], false);
  expect(renderItems().text).toBe('');
  set([createLinked('fox', 'Fox')], false);
  expect(renderItems().text).toBe('Sent to Fox Upscale, 1 image');
  set([createLinked('fox', 'Fox')], true);
  expect(renderItems().text).toBe('Sent to, newest Fox Upscale, 1 image');
});

test('links to a batch open in a new tab with a key pressed', () => {
  const { href, onClick } = renderHook(() => useBatchLink())({ batchId: 'a', tool: 'upscale' }, () => false);
  expect(href).toBe('/upscale#batch-a');
  const click = (keys: object) => {
    let isPrevented = false;
    const event = { metaKey: false, ctrlKey: false, shiftKey: false, ...keys };
    const preventDefault = () => {
      isPrevented = true;
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is read
    onClick({ ...event, preventDefault } as MouseEvent);
    return isPrevented;
  };
  expect([{}, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }].map(click)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('each tool and user has a submission of their own', () => {
  const submission = { request: '{}', key: 'key-1', batchName: 'Fox' };
  const store = makeSubmissionStore('upscale', 'ada');
  expect(store.read()).toBeUndefined();
  store.write(submission);
  expect(store.read()).toEqual(submission);
  expect(makeSubmissionStore('stylizer', 'ada').read()).toBeUndefined();
  expect(makeSubmissionStore('upscale', 'ben').read()).toBeUndefined();
  store.write(undefined);
  expect(store.read()).toBeUndefined();
});
