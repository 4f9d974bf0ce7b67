import type { UpscaleBatch } from '@portal/contracts/upscale';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { openPart, readLocation } from '../../testing/open-part.tsx';
import { createSentPicture } from '../send-to/testing/create-sent-picture.ts';
import { BatchMenu } from './batch-menu.tsx';

type Options = Partial<Parameters<typeof BatchMenu<UpscaleBatch>>[0]>;

function openMenu(overrides: Partial<UpscaleBatch> = {}, options: Options = {}) {
  const requests = answerByPath(() => Response.json({ success: true, batchId: 'new' }));
  const user = openPart(
    <BatchMenu
      tool={upscaleTool}
      batch={createUpscaleBatch({ id: 'fox', ...overrides })}
      count={0}
      getPictures={() => [createSentPicture(0)]}
      {...options}
    />,
  );
  const openItems = async () => {
    const button = screen.queryByRole('button', { name: 'More actions' });
    if (button) await user.click(button);
  };
  const choose = async (name: string) => {
    await openItems();
    await user.click(screen.getByRole('menuitem', { name }));
  };
  return { openItems, choose, requests };
}

const listItems = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
const ignore = () => undefined;
const halfPrice = { provider: 'openai' } as const;
const one = { failed: 1, uncertain: 0 };

test.each<[string, Partial<UpscaleBatch>, Options, string[]]>([
  ['a batch', {}, {}, ['Share']],
  ['pictures', {}, { count: 2 }, ['Share', 'Upscale', 'Keywords']],
  ['a batch with settings', {}, { onShowSettings: ignore }, ['Share', 'View settings']],
  ['failures', { retryable: one }, { onShowFailures: ignore }, ['Retry failed', 'Share']],
  ['failures that the card shows', { retryable: one }, {}, ['Share']],
  [
    'uncertain images',
    { retryable: { failed: 0, uncertain: 1 } },
    { onShowFailures: ignore },
    ['Retry failed', 'Share'],
  ],
  ['failures so far', { retryable: one, status: 'processing' }, { onShowFailures: ignore }, ['Share']],
  [
    'an image at half price',
    { halfPrice, retryable: one, estimate: 0.2 },
    {},
    ['Make it now for $0.20', 'Share'],
  ],
  [
    'uncertain images at half price',
    { halfPrice, retryable: { failed: 1, uncertain: 1 } },
    { onShowFailures: ignore },
    ['Retry failed', 'Share'],
  ],
  ['a shared batch', { filesDeleted: true, shareToken: 'token' }, { count: 2 }, ['Shared']],
  ['deleted files', { filesDeleted: true }, { count: 2 }, []],
])('lists what can be done with %s', async (_name, batch, options, items) => {
  await openMenu(batch, options).openItems();
  expect(listItems()).toEqual(items);
});

test('makes at the full price what half price has not made', async () => {
  const { choose, requests } = openMenu({
    halfPrice,
    retryable: { failed: 2, uncertain: 0 },
    estimate: 0.5,
    totalImages: 5,
  });
  await choose('Make 2 now for $0.40');
  await waitFor(() =>
    expect(requests[0]).toMatchObject({
      path: '/api/upscale/batch/fox/retry',
      body: { includeUncertain: false },
    }),
  );
});

test('opens what its items name', async () => {
  const opened: string[] = [];
  const { choose } = openMenu(
    { retryable: one },
    { onShowFailures: () => opened.push('failures'), onShowSettings: () => opened.push('settings') },
  );
  await choose('Retry failed');
  await choose('View settings');
  expect(opened).toEqual(['failures', 'settings']);
  await choose('Share');
  expect(await screen.findByRole('dialog', { name: 'Share batch' })).toBeDefined();
});

test('sends pictures to another tool', async () => {
  const { choose } = openMenu({}, { count: 1 });
  await choose('Send to Keywords');
  await waitFor(() => expect(readLocation()).toBe('/keyword-generator'));
});
