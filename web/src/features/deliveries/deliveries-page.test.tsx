import { listDeliveries, listDeliveryAccounts, type Delivery } from '@portal/contracts/delivery';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext, useSession } from '../../client/session/session.ts';
import { answerByPath, type SentRequest } from '../../testing/answer-by-path.ts';
import { openPart } from '../../testing/open-part.tsx';
import { readToast } from '../../client/toast/toast-store.ts';
import { DeliveriesPage } from './deliveries-page.tsx';

const ACCOUNTS = [
  { agency: 'adobe-stock', agencyName: 'Adobe Stock', protocol: 'sftp', host: 'sftp.example' },
] as const;

const STOPPED: Delivery = {
  id: 'stopped',
  agency: 'adobe-stock',
  agencyName: 'Adobe Stock',
  target: { protocol: 'sftp', host: 'sftp.example' },
  total: 2,
  counts: { sent: 0, failed: 2, cancelled: 0 },
  sentBytes: 0,
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  endedAt: '2026-11-21T12:01:00.000Z',
  cancelledAt: null,
  stopped: 'The agency does not accept the user name or password.',
};

/** Admins see the accounts too. */
function Page({ isAdmin }: { isAdmin: boolean }) {
  const value = useSession();
  const { session } = value;
  if (session.status !== 'signed-in') return undefined;
  const user = { ...session.user, isAdmin };
  return (
    <SessionContext value={{ ...value, session: { ...session, user } }}>
      <DeliveriesPage />
    </SessionContext>
  );
}

interface Options {
  isAdmin?: boolean;
  accounts?: readonly object[];
  answer?: (request: SentRequest) => Response | undefined;
}

function openDeliveries(
  deliveries: readonly Delivery[],
  { isAdmin = false, accounts = ACCOUNTS, answer }: Options = {},
) {
  const requests = answerByPath((request) => {
    const { path } = request;
    if (path === listDeliveries.path) return Response.json({ deliveries });
    if (path === listDeliveryAccounts.path) return Response.json({ accounts });
    return answer?.(request);
  });
  return { user: openPart(<Page isAdmin={isAdmin} />), requests };
}

test('says that deliveries are off, and shows what was sent before', async () => {
  openDeliveries([], { accounts: [] });
  await screen.findByText('Deliveries are off');
  cleanup();
  openDeliveries([STOPPED], { accounts: [] });
  await screen.findByText('Adobe Stock');
  expect(screen.queryByText('Deliveries are off')).toBeNull();
});

test('checks the connection to an agency', async () => {
  const results = [
    { isReachable: true, message: 'Logged in at sftp.example.' },
    { isReachable: false, message: 'The agency does not accept the user name or password.' },
  ];
  const { user, requests } = openDeliveries([], {
    isAdmin: true,
    answer: ({ method }) => (method === 'POST' ? Response.json(results.shift()) : undefined),
  });
  const check = await screen.findByRole('button', { name: 'Check connection to Adobe Stock' });
  await user.click(check);
  await screen.findByText('Logged in at sftp.example.');
  await user.click(check);
  await screen.findByText('The agency does not accept the user name or password.');
  expect(requests.find(({ method }) => method === 'POST')?.path).toBe(
    '/api/deliveries/accounts/adobe-stock/check',
  );
});

test('shows accounts to admins only, and says that nothing was sent', async () => {
  openDeliveries([]);
  await screen.findByText('No deliveries yet');
  expect(screen.queryByText('Agency accounts')).toBeNull();
});

test('shows why a delivery was stopped, and sends it again', async () => {
  const { user, requests } = openDeliveries([STOPPED], {
    answer: ({ method }) => (method === 'POST' ? Response.json({ retried: 2 }) : undefined),
  });
  const card = within(await screen.findByRole('listitem', { name: 'Adobe Stock' }));
  card.getByText(/^The agency does not accept the user name or password\. Nothing more was sent\./);
  await user.click(card.getByText('Retry failed'));
  await waitFor(() => expect(readToast()?.title).toBe('Sending 2 files again'));
  expect(requests.find(({ method }) => method === 'POST')?.path).toBe('/api/deliveries/stopped/retry');
});
