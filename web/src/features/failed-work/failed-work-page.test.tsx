import { createFailedWork as createWork } from '@portal/contracts/examples/failed-work';
import { listFailedWork } from '@portal/contracts/failed-work';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ALL_TOOLS } from '../../testing/all-tools.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { openPart } from '../../testing/open-part.tsx';
import { ToolsContext } from '../../pictures/registered-tools/tools.ts';
import { FailedWorkPage } from './failed-work-page.tsx';

const general = { items: null, reasons: [], cost: null, retryCost: 0 };
const lost = createWork();
const unstored = createWork({ ...general, id: 'b2~not-stored', kind: 'not-stored', batchName: 'Portraits' });
const undeleted = createWork({
  ...general,
  id: 'b3~not-deleted',
  kind: 'not-deleted',
  tool: 'upscale',
  ownerEmail: null,
  batchName: 'Harbor',
});

/** A retry takes its entry off the list. All but the last are on the first page. */
function openFailedWork() {
  const server = {
    entries: [lost, unstored, undeleted],
    list: (isSecond: boolean): Response | Promise<Response> => {
      const { entries } = server;
      const hasMore = entries.length > 1;
      const page = isSecond ? entries.slice(-1) : entries.slice(0, hasMore ? -1 : undefined);
      const next = !isSecond && hasMore ? 'more' : null;
      return Response.json({ entries: page, next, total: entries.length });
    },
  };
  const requests = answerByPath(({ method, path }) => {
    if (method === 'GET') return server.list(path.endsWith('?after=more'));
    const id = decodeURIComponent(path).split('/').at(-2);
    server.entries = server.entries.filter((entry) => entry.id !== id);
    return Response.json({ success: true, batchId: null });
  });
  const user = openPart(
    <ToolsContext value={ALL_TOOLS}>
      <FailedWorkPage />
    </ToolsContext>,
    { role: 'admin' },
  );
  return { user, server, listRetries: () => requests.filter(({ method }) => method === 'POST') };
}

const listRows = () => [...screen.getByLabelText('Failed work').children].map((row) => row.textContent);

test('shows a loading, then a failed list, and loads it again', async () => {
  const { user, server } = openFailedWork();
  const { list } = server;
  const failure = Promise.withResolvers<Response>();
  server.list = () => failure.promise;
  expect(screen.getByLabelText('Loading failed work')).toBeDefined();
  failure.resolve(Response.json({}, { status: 500 }));
  await screen.findByText('Failed work could not be loaded');
  server.list = list;
  await user.click(screen.getByText('Try again'));
  await screen.findByText('3 open');
  expect(screen.queryByText('Failed work could not be loaded')).toBeNull();
});

test('lists failed work by page', async () => {
  const { user } = openFailedWork();
  await screen.findByText('3 open');
  expect(listRows()).toHaveLength(2);
  await user.click(screen.getByText('Show more'));
  await waitFor(() => expect(listRows()).toHaveLength(3));
  expect(screen.queryByText('Show more')).toBeNull();
  expect(listRows()).toEqual([
    expect.stringMatching(
      /^Outcome unknownRed foxBulk Image Generator · ada@studio\.example · .+2 items: Connection lost\.Up to \$0\.08 chargedRetry$/,
    ),
    expect.stringMatching(/^Not storedPortraits.+The storage service keeps refusing .+Retry$/),
    expect.stringMatching(/^Not deletedHarborUpscale & Enhancement · Revoked user · .+Retry$/),
  ]);
});

test('retries after a warning of a second charge, and at once what is free', async () => {
  const { user, listRetries } = openFailedWork();
  const findRetry = (name: string) => screen.findByLabelText(`Retry: ${name}`);
  const ask = async () => user.click(await findRetry('Outcome unknown, Red fox'));
  const findDialog = () => within(screen.getByRole('dialog', { name: 'Retry? You may be charged twice.' }));
  await ask();
  expect(
    findDialog().getByText('The provider may already have charged up to $0.08 for “Red fox”.', {
      exact: false,
    }),
  ).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listRetries()).toEqual([]);
  await ask();
  await user.click(findDialog().getByText('Retry'));
  await expectToast('Retry started');
  const pathOf = (id: string) => `${listFailedWork.path}/${encodeURIComponent(id)}/retry`;
  expect(listRetries()).toMatchObject([
    { method: 'POST', path: pathOf(lost.id), body: { acceptsSecondCharge: true } },
  ]);
  await waitFor(() => expect(screen.queryByLabelText('Retry: Outcome unknown, Red fox')).toBeNull());

  await user.click(await findRetry('Not stored, Portraits'));
  await expectToast('Retry started');
  expect(listRetries().at(-1)).toMatchObject({
    method: 'POST',
    path: pathOf(unstored.id),
    body: { acceptsSecondCharge: false },
  });
  await screen.findByText('1 open');
  expect(document.activeElement).toBe(screen.getByLabelText('Failed work').parentElement);
  await user.click(await findRetry('Not deleted, Harbor'));
  await screen.findByText('No failed work');
});
