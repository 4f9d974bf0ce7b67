import type { Lineage } from '@portal/contracts/lineage';
import { upscaleCalls } from '@portal/contracts/upscale';
import MenuList from '@mui/material/MenuList';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createBatchImage, createUpscaleBatch } from '../../testing/create-upscale.ts';
import { openPart, readLocation, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { LineageFacts } from './lineage-facts.tsx';
import { lineageQuery } from './lineage-query.ts';
import { listResults } from './list-results.ts';
import { SendToMenu } from './send-to-menu.tsx';
import { makeSentStore } from './sent-store.ts';
import { SentToItems } from './sent-to-items.tsx';
import { createSentPicture } from './testing/create-sent-picture.ts';

beforeEach(() => toast('Before'));

async function chooseKeywords(getPictures: Parameters<typeof SendToMenu>[0]['getPictures']) {
  let sent = 0;
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const user = openPart(<SendToMenu count={2} getPictures={getPictures} onSent={() => (sent += 1)} />);
  const button = screen.getByRole('button', { name: 'Send to' });
  await user.click(button);
  const menu = screen.getByRole('menu', { name: 'Send 2 images to' });
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Upscale', 'Keywords']);
  await user.click(within(menu).getByRole('menuitem', { name: 'Send to Keywords' }));
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
  return { button, scrollTo, countSent: () => sent };
}

test('sends pictures to the tool that is chosen, and opens its form', async () => {
  const pictures = Promise.withResolvers<ReturnType<typeof createSentPicture>[]>();
  const { button, scrollTo, countSent } = await chooseKeywords(() => pictures.promise);
  expect(button).toHaveProperty('disabled', true);
  pictures.resolve([createSentPicture(0), createSentPicture(1)]);
  await waitFor(() => expect(readLocation()).toBe('/keyword-generator'));
  expect(makeSentStore('keyword-generator', '').read()).toHaveLength(2);
  expect(makeSentStore('upscale', '').read()).toEqual([]);
  expect(countSent()).toBe(1);
  await waitFor(() => expect(scrollTo.mock.calls).toEqual([[0, 0]]));
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('says that pictures could not be sent', async () => {
  const { button, countSent } = await chooseKeywords(() => Promise.reject(new Error('Not loaded')));
  await waitFor(() => expect(readToast()?.title).toBe('Error'));
  expect([readLocation(), countSent()]).toEqual(['/', 0]);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('the results of a batch are read from its tool', async () => {
  const requests = answerByPath(() => Response.json({ images: [createBatchImage(3)] }));
  const sent = await listResults(upscaleCalls, 'upscale', createUpscaleBatch({ id: 'fox' }));
  expect(requests.map(({ path }) => path)).toEqual(['/api/upscale/batches/fox/images']);
  expect(sent).toMatchObject([
    {
      from: { batchId: 'fox', index: 3, kind: 'result' },
      fileName: 'fox_4.png',
      tool: 'upscale',
      batchName: 'Red fox',
    },
  ]);
});

const from = { batchId: 'owl', index: 0, kind: 'result', tool: 'upscale', name: 'Owl' } as const;
const openSource = (isGone?: boolean) => {
  const source = { batchId: 'owl', tool: 'upscale', name: 'Owl', pictures: [], isGone: isGone ?? false };
  const other = { ...source, batchId: 'elk', name: 'Elk', isGone: true };
  const requests = answerByPath(() =>
    isGone === undefined
      ? undefined
      : Response.json({ sources: isGone ? [source] : [other, source], sentTo: [], hasMore: false }),
  );
  const user = openPart(<LineageFacts batch={{ id: 'fox', origins: [{ index: 0, from }] }} />);
  return { user, requests, link: screen.getByRole('link', { name: 'From “Owl”' }) };
};

test.each([
  ['exists', false],
  ['is not known', undefined],
])('a click on the source leads to it if it %s', async (_name, isGone) => {
  const { user, requests, link } = openSource(isGone);
  expect(readText()).toBe('From “Owl”');
  expect(link.getAttribute('href')).toBe('/upscale#batch-owl');
  expect(requests).toEqual([]);
  await user.click(link);
  await waitFor(() => expect(readLocation()).toBe('/upscale#batch-owl'));
  expect(requests).toHaveLength(1);
  expect(readToast()?.title).toBe('Before');
});

test('a click on a source that is gone says so', async () => {
  const { user, link } = openSource(true);
  await user.click(link);
  await waitFor(() =>
    expect(readToast()).toMatchObject({
      title: 'Batch not found',
      description: '“Owl” was deleted or has expired.',
    }),
  );
  expect(readLocation()).toBe('/');
  expect(await screen.findByText('From “Owl”, deleted or expired')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test.each(['ctrlKey', 'metaKey', 'shiftKey'])('a click with %s is left to the browser', async (key) => {
  const { requests, link } = openSource(false);
  expect(fireEvent.click(link, { [key]: true })).toBe(true);
  expect(requests).toEqual([]);
  expect(fireEvent.click(link)).toBe(false);
  await waitFor(() => expect(readLocation()).toBe('/upscale#batch-owl'));
});

test('several sources are in a menu, with those that are gone disabled', async () => {
  const source = { batchId: 'owl', tool: 'upscale', name: 'Owl', pictures: [], isGone: false };
  answerByPath(() =>
    Response.json({
      sources: [source, { ...source, batchId: 'elk', name: 'Elk', isGone: true }],
      sentTo: [],
      hasMore: false,
    }),
  );
  const origins = [
    { index: 0, from },
    { index: 1, from: { ...from, batchId: 'elk', name: 'Elk' } },
  ];
  const user = openPart(<LineageFacts batch={{ id: 'fox', origins }} />);
  expect(readText()).toBe('From 2 batches');
  await user.click(screen.getByRole('button', { name: 'From 2 batches' }));
  const gone = await screen.findByRole('menuitem', { name: /^Elk.*Deleted or expired/ });
  expect(gone.getAttribute('aria-disabled')).toBe('true');
  const owl = screen.getByRole('menuitem', { name: /^Owl/ });
  expect(readText(owl)).toBe('Owl Upscale, 0 images');
  expect(owl.getAttribute('href')).toBe('/upscale#batch-owl');
  await user.click(owl);
  await waitFor(() => expect(readLocation()).toBe('/upscale#batch-owl'));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

const createSentTo = (batchId: string): Lineage['sentTo'][number] => ({
  batchId,
  tool: 'upscale',
  name: 'Fox',
  pictures: [{ index: 0, from: { index: 0, kind: 'result' } }],
});

function createClient(sentTo: Lineage['sentTo'], hasMore = false) {
  const client = makeQueryClient();
  client.setQueryData(lineageQuery('batch-1').queryKey, { sources: [], sentTo, hasMore });
  return client;
}

test.each([
  [[], '', []],
  [[createSentTo('fox')], 'Sent to Upscale', ['/upscale#batch-fox']],
  [[createSentTo('fox'), createSentTo('owl')], 'Sent to 2 batches', []],
])('names where the pictures of a batch were sent to: %#', (sentTo, text, links) => {
  openPart(<LineageFacts batch={{ id: 'batch-1', origins: [] }} />, { client: createClient(sentTo) });
  expect(readText()).toBe(text);
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links);
});

test.each([
  ['none', [], false, ''],
  ['all', [createSentTo('fox')], false, 'Sent to Fox Upscale, 1 image'],
  ['the newest', [createSentTo('fox')], true, 'Sent to, newest Fox Upscale, 1 image'],
])('lists the batches that were made from a batch: %s', (_name, sentTo, hasMore, text) => {
  openPart(
    <MenuList>
      <SentToItems batchId="batch-1" close={() => undefined} />
    </MenuList>,
    { client: createClient(sentTo, hasMore) },
  );
  expect(readText()).toBe(text);
});
