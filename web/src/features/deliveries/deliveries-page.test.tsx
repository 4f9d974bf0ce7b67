import {
  DELIVERY_PAGE_SIZE,
  listDeliveries,
  listDeliveryAccounts,
  type Delivery,
  type DeliveryFile,
} from '@portal/contracts/delivery';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext, useSession } from '../../client/session/session.ts';
import { answerByPath, type SentRequest } from '../../testing/answer-by-path.ts';
import { openPart } from '../../testing/open-part.tsx';
import { setVisible } from '../../testing/set-visible.ts';
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
  answer?: (request: SentRequest) => Response | Promise<Response> | undefined;
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

const RUNNING: Delivery = {
  ...STOPPED,
  total: DELIVERY_PAGE_SIZE + 50,
  counts: { sent: 0, failed: 0, cancelled: 0 },
  endedAt: null,
  stopped: null,
};

function createFiles(from: number, sent: number): DeliveryFile[] {
  const length = Math.min(DELIVERY_PAGE_SIZE, RUNNING.total - from);
  return Array.from({ length }, (_, at) => ({
    index: from + at,
    name: `${from + at}.jpg`,
    picture: null,
    state: from + at < sent ? 'sent' : 'queued',
    bytes: null,
    sentBytes: 0,
    note: null,
    sentAt: null,
  }));
}

/** Opens the files of a delivery. `server` is what the next requests get. */
async function openFiles() {
  const deliveries = [RUNNING];
  let delivery = RUNNING;
  const server = {
    readFiles: (from: number): Response | Promise<Response> =>
      Response.json({ delivery, files: createFiles(from, delivery.counts.sent) }),
  };
  const { user } = openDeliveries(deliveries, {
    answer: ({ path }) => server.readFiles(Number(new URL(path, location.href).searchParams.get('from'))),
  });
  await user.click(await screen.findByText('Show files'));
  await screen.findByText('99.jpg');
  const send = async (sent: number) => {
    delivery = { ...RUNNING, counts: { ...RUNNING.counts, sent } };
    deliveries[0] = delivery;
    setVisible(true);
    await screen.findByText(`${sent} of ${RUNNING.total} files sent`);
  };
  const expectFiles = (count: number, sent: number) =>
    waitFor(() => {
      expect(screen.getAllByText(/^\d+\.jpg$/)).toHaveLength(count);
      expect(screen.queryAllByText('Sent')).toHaveLength(sent);
    });
  return { user, server, send, expectFiles };
}

test('reads all shown pages of files again when more files are sent', async () => {
  const { user, server, send, expectFiles } = await openFiles();
  await user.click(screen.getByText('Show more files'));
  await expectFiles(150, 0);
  await send(120);
  await expectFiles(150, 120);

  const { readFiles } = server;
  server.readFiles = () => Response.json({}, { status: 500 });
  await send(121);
  await screen.findByText('The files could not be loaded');
  server.readFiles = readFiles;
  await user.click(screen.getByText('Try again'));
  await expectFiles(150, 121);
});

test('reads files again when they are shown again', async () => {
  const { user, send, expectFiles } = await openFiles();
  await user.click(screen.getByText('Hide files'));
  await send(7);
  await user.click(screen.getByText('Show files'));
  await expectFiles(100, 7);
});

test('loads the next page of files while one is sent', async () => {
  const { user, server, send, expectFiles } = await openFiles();
  const { readFiles } = server;
  const next = Promise.withResolvers<Response>();
  server.readFiles = () => {
    server.readFiles = readFiles;
    return next.promise;
  };
  await user.click(screen.getByText('Show more files'));
  await send(3);
  next.resolve(readFiles(DELIVERY_PAGE_SIZE));
  await expectFiles(150, 3);
});
