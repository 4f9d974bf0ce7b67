import type { UpscaleBatch } from '@portal/contracts/upscale';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { describeExactTime } from '../../ui/relative-time.tsx';
import { useShareDialog } from './use-share-dialog.tsx';

const TOKEN = 'a'.repeat(22);
beforeEach(() => toast('Before'));

function Part({ batch }: { batch: UpscaleBatch }) {
  const { label, open: openDialog, dialog } = useShareDialog({ tool: upscaleTool, batch });
  return (
    <>
      <button type="button" onClick={openDialog}>
        {label}
      </button>
      {dialog}
    </>
  );
}
const open = (batch = createUpscaleBatch({ id: 'fox' })) => openPart(<Part batch={batch} />);
const findButton = (name: string) => screen.findByRole('button', { name });
const queryLink = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Link to this batch' });

test('makes a link, which can be revoked and made again', async () => {
  const requests = answerByPath(({ method }) =>
    method === 'DELETE'
      ? new Response(null, { status: 204 })
      : Response.json({ success: true, token: TOKEN }),
  );
  const batch = createUpscaleBatch({ id: 'fox' });
  const user = open(batch);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await findButton('Share'));
  expect(await screen.findByRole('dialog', { name: 'Share batch' })).toBeDefined();
  expect(listNames('button')).toEqual(['Create link', 'Close']);
  expect(readText()).toContain('A link shows this batch to everyone with access to the portal.');
  await user.click(await findButton('Create link'));
  const revoke = await findButton('Revoke link');
  expect(listNames('button')).toEqual(['Copy link', 'Revoke link', 'Close']);
  const until = describeExactTime(batch.expiresAt);
  expect(readText()).toContain(`can open this link until ${until}.`.replaceAll('\u202F', ' '));
  const link = queryLink();
  expect(link).toMatchObject({ value: `${location.origin}/shared/${TOKEN}`, readOnly: true });
  link?.focus();
  expect([link?.selectionStart, link?.selectionEnd]).toEqual([0, link?.value.length]);
  await user.click(revoke);
  await waitFor(() => expect(readToast()?.title).toBe('Link revoked'));
  await findButton('Create link');
  expect(queryLink()).toBeNull();
  await user.click(await findButton('Create link'));
  await findButton('Revoke link');
  expect(queryLink()?.value).toContain(TOKEN);
  const changes = requests.filter(({ path }) => path.includes('/fox/'));
  expect(changes.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'PUT']);
});

test.each([
  ['Share', 'Create link', {}],
  ['Shared', 'Revoke link', { shareToken: TOKEN }],
])('says that a change has failed: %s', async (action, button, overrides) => {
  answerByPath(() => new Response('{}', { status: 500 }));
  const user = open(createUpscaleBatch({ id: 'fox', ...overrides }));
  await user.click(await findButton(action));
  await user.click(await findButton(button));
  await waitFor(() => expect(readToast()?.title).toBe('Error'));
  expect(await findButton(button)).toBeDefined();
});

test('the dialog can be closed and opened again', async () => {
  const user = open();
  for (const _ of [1, 2]) {
    await user.click(await findButton('Share'));
    await screen.findByRole('dialog', { name: 'Share batch' });
    await user.click(await findButton('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('a link is not made and revoked at once', async () => {
  const answered = Promise.withResolvers<Response>();
  answerByPath(() => answered.promise);
  const user = open();
  await user.click(await findButton('Share'));
  await user.click(await findButton('Create link'));
  expect(screen.getByRole('button', { name: /Create link/ })).toHaveProperty('disabled', true);
  answered.resolve(Response.json({ success: true, token: TOKEN }));
  expect(await findButton('Revoke link')).toHaveProperty('disabled', false);
});

test('the history still has a link that was revoked', async () => {
  answerByPath(() => new Response(null, { status: 204 }));
  const user = open(createUpscaleBatch({ id: 'fox', shareToken: TOKEN }));
  await user.click(await findButton('Shared'));
  await user.click(await findButton('Revoke link'));
  await findButton('Create link');
  expect(queryLink()).toBeNull();
});
