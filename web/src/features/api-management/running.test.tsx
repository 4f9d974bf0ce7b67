import { createRunning } from '@portal/contracts/examples/api-status';
import { cancelRunningBatch, listRunningBatches } from '@portal/contracts/running-batches';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { expectFailureToast, expectToast } from '../../testing/expect-toast.ts';
import { findPanel } from '../../testing/read-page.ts';
import { advance, fail, openApiManagement } from './testing/open-api-management.tsx';

const fox = createRunning();
const portraits = createRunning({
  id: 'b2',
  name: 'Portraits',
  tool: 'upscale',
  ownerEmail: null,
  done: 3,
  total: 4,
  cost: 0,
  estimate: 0,
  cancelledAt: '2026-11-21T11:59:00.000Z',
});

const findStop = () => screen.findByLabelText('Stop Red fox');
const findDialog = () => within(screen.getByRole('dialog', { name: 'Stop this batch?' }));

test('reads running batches every 5 s, with a retry, and describes them', async () => {
  const { user, server, countReads } = openApiManagement();
  const { listBatches } = server;
  server.listBatches = () => fail(500);
  const panel = findPanel('Running now');
  await panel.findByText('The running batches could not be loaded');
  server.listBatches = listBatches;
  await user.click(panel.getByText('Try again'));
  await panel.findByText('No batches are running.');
  expect(panel.queryByRole('alert')).toBeNull();

  server.listBatches = () => Response.json({ batches: [fox, portraits], hasMore: true });
  const countLists = () => countReads(listRunningBatches.path);
  const before = countLists();
  await advance(4500);
  expect(countLists()).toBe(before);
  await advance(500);
  const [first, second, ...others] = await panel.findAllByRole('listitem');
  expect(countLists()).toBe(before + 1);
  expect(others).toEqual([]);
  expect(first?.textContent).toMatch(
    /^Red foxBulk Image Generator · ada@studio\.exampleStop12\/30 done\$0\.24 so far, about \$0\.60 in all · 3 min ago/,
  );
  expect(second?.textContent).toMatch(
    /^PortraitsUpscale & Enhancement · Revoked userStopping3\/4 doneFree · 3 min ago/,
  );
  expect(panel.getByText('Showing the newest 100 batches.')).toBeDefined();
});

test('Stop asks first, then marks the batch; a rejected cancel restores the button', async () => {
  const { user, server, requests } = openApiManagement(undefined, [fox]);
  await user.click(await findStop());
  expect(findDialog().getByText(/^“Red fox” \(Bulk Image Generator\) by ada@studio\.example/)).toBeDefined();
  await user.click(findDialog().getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const listSent = () => requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(listSent()).toEqual([]);

  const answer = Promise.withResolvers<Response>();
  server.post = () => answer.promise;
  const stop = async () => {
    await user.click(await findStop());
    await user.click(findDialog().getByText('Stop batch'));
  };
  await stop();
  await screen.findByText('Stopping');
  answer.resolve(fail(500));
  await expectFailureToast();
  await findStop();

  server.batches = [{ ...fox, cancelledAt: '2026-11-21T12:00:00.000Z' }];
  server.post = () => Response.json({ success: true });
  await stop();
  await expectToast('Batch cancelled');
  const path = cancelRunningBatch.path.replace('{id}', fox.id);
  expect(listSent()).toEqual([path, path]);
  await screen.findByText('Stopping');
  expect(screen.queryByLabelText('Stop Red fox')).toBeNull();
});

test('a cancel that fails offline restores the button', async () => {
  const { user, server } = openApiManagement(undefined, [fox]);
  const answer = Promise.withResolvers<Response>();
  server.post = () => answer.promise;
  await user.click(await findStop());
  await user.click(findDialog().getByText('Stop batch'));
  await screen.findByText('Stopping');
  // The list is not read again.
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  answer.resolve(fail(500));
  await expectFailureToast();
  await findStop();
});
