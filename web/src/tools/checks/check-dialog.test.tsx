import { checkPictures, getCheckPrice } from '@portal/contracts/check-calls';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { openPart } from '../../testing/open-part.tsx';
import { readToast } from '../../client/toast/toast-store.ts';
import { CheckDialog } from './check-dialog.tsx';

const select = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ batchId: 'one', index, kind: 'result' as const }));

function openDialog(count: number, answers: (() => Response)[] = []) {
  const requests = answerByPath(({ path }) => {
    if (path === getCheckPrice.path) return Response.json({ price: 0.01, provider: 'openai' });
    return path === checkPictures.path ? answers.shift()?.() : undefined;
  });
  const user = openPart(<CheckDialog isOpen pictures={select(count)} onClose={() => undefined} />);
  const listSent = () => requests.filter(({ path }) => path === checkPictures.path);
  return { user, listSent };
}

const started = () => Response.json({ success: true, batchId: 'checks' }, { status: 202 });
const confirm = () => screen.getByRole('button', { name: 'Check' });

test('names the price, and half of it for later', async () => {
  const { user } = openDialog(12);
  expect(await screen.findByText(/^About \$0.12\./)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: /Within 24 hours/ }));
  expect(await screen.findByText(/^About \$0.06\. Ready by .* at the latest\./)).toBeDefined();
});

test('sends a request again with the same key until it has succeeded', async () => {
  const fail = () => new Response(null, { status: 503 });
  const { user, listSent } = openDialog(2, [fail, started, started]);
  const keysOf = () => listSent().map(({ headers }) => headers.get('Idempotency-Key'));
  await user.click(confirm());
  await waitFor(() => expect(readToast()).toMatchObject({ isDestructive: true }));
  await user.click(confirm());
  await waitFor(() => expect(readToast()).toMatchObject({ title: 'Checking 2 pictures' }));
  await user.click(confirm());
  await waitFor(() => expect(keysOf()).toHaveLength(3));
  const [first, second, third] = keysOf();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('checks at most 300 pictures at a time', () => {
  openDialog(301);
  expect(screen.getByText('Check at most 300 pictures at a time.')).toBeDefined();
  expect(confirm()).toHaveProperty('disabled', true);
});
