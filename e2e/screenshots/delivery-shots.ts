import {
  checkDeliveryAccount,
  getDelivery,
  listDeliveries,
  listDeliveryAccounts,
  type Delivery,
  type DeliveryFile,
} from '@portal/contracts/delivery';
import type { Page } from 'playwright-core';
import type { Shot } from './pages.ts';

const DELIVERIES_PAGE = '/deliveries';
const MINUTE = 60 * 1000;
const ADOBE = {
  agency: 'adobe-stock',
  agencyName: 'Adobe Stock',
  target: { protocol: 'sftp', host: 'sftp.contributor.adobestock.com' },
} as const;
const SHUTTERSTOCK = {
  agency: 'shutterstock',
  agencyName: 'Shutterstock',
  target: { protocol: 'ftps', host: 'ftps.shutterstock.com' },
} as const;

/** One that runs, one with failed files, one that was stopped, and one that is over. */
function listShown(now: Date): Delivery[] {
  const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE).toISOString();
  const create = (id: string, minutes: number, overrides: Partial<Delivery>): Delivery => ({
    id,
    ...ADOBE,
    total: 20,
    counts: { sent: 0, failed: 0, cancelled: 0 },
    sentBytes: 0,
    stopped: null,
    createdAt: at(minutes),
    endedAt: null,
    cancelledAt: null,
    expiresAt: at(-3000),
    ...overrides,
  });
  return [
    create('one', 2, { total: 48, counts: { sent: 31, failed: 0, cancelled: 0 } }),
    create('two', 40, { counts: { sent: 17, failed: 2, cancelled: 1 }, endedAt: at(30) }),
    create('three', 180, {
      ...SHUTTERSTOCK,
      counts: { sent: 0, failed: 20, cancelled: 0 },
      endedAt: at(179),
      stopped: 'The agency does not accept the user name or password.',
    }),
    create('four', 1500, {
      ...SHUTTERSTOCK,
      total: 1,
      counts: { sent: 1, failed: 0, cancelled: 0 },
      endedAt: at(1499),
    }),
  ];
}

function listFiles(now: Date): DeliveryFile[] {
  const sentAt = new Date(now.getTime() - 31 * MINUTE).toISOString();
  const create = (index: number, name: string, overrides: Partial<DeliveryFile> = {}): DeliveryFile => ({
    index,
    name,
    picture: { batchId: 'batch', index, kind: 'original' },
    state: 'sent',
    bytes: 4_812_345,
    sentBytes: 4_812_345,
    note: null,
    sentAt,
    ...overrides,
  });
  return [
    create(0, 'red-fox-in-the-snow.jpg'),
    create(1, 'lighthouse-at-dusk-above-a-stormy-sea-with-gulls.jpg'),
    create(2, 'oranges-2.jpg', { note: 'The agency has taken it out of the folder.' }),
    create(3, 'oranges-3.jpg', {
      state: 'failed',
      sentAt: null,
      sentBytes: 1_300_000,
      note: 'The agency’s server did not store the file. Its disk or your quota may be full.',
    }),
    create(4, 'oranges-4.jpg', {
      state: 'failed',
      sentAt: null,
      bytes: null,
      sentBytes: 0,
      note: 'This picture was deleted.',
    }),
    create(5, 'oranges-5.jpg', { state: 'sending', sentAt: null, sentBytes: 2_100_000 }),
    create(6, 'oranges-6.jpg', { state: 'queued', sentAt: null, bytes: null, sentBytes: 0 }),
    create(7, 'adobe_stock_kX3b91Qz.csv', {
      picture: null,
      state: 'cancelled',
      sentAt: null,
      bytes: 812,
      sentBytes: 0,
    }),
  ];
}

async function showDeliveries(page: Page, now: Date, deliveries: readonly Delivery[]): Promise<void> {
  const accounts = [ADOBE, SHUTTERSTOCK].map(({ target, ...agency }) => ({ ...agency, ...target }));
  await page.route(`**${listDeliveryAccounts.path}`, (route) => route.fulfill({ json: { accounts } }));
  await page.route(`**${checkDeliveryAccount.path.replace('{agency}', '*')}`, (route) =>
    route.fulfill({
      json: {
        isReachable: false,
        message: 'The server ftps.shutterstock.com does not offer TLS. Nothing was sent.',
      },
    }),
  );
  await page.route(`**${listDeliveries.path}`, (route) =>
    route.fulfill({ json: { deliveries }, headers: { etag: '"shown"' } }),
  );
  await page.route(`**${getDelivery.path.replace('{id}', '*')}?*`, (route) =>
    route.fulfill({ json: { delivery: deliveries[1], files: listFiles(now) } }),
  );
  await page.reload();
}

export const makeDeliveryShots = (now: Date): readonly Shot[] => [
  {
    name: 'deliveries',
    path: DELIVERIES_PAGE,
    as: 'admin',
    prepare: async (page) => {
      await showDeliveries(page, now, listShown(now));
      await page.getByRole('button', { name: 'Check connection to Shutterstock' }).click();
      await page.getByText('does not offer TLS').waitFor();
    },
  },
  {
    name: 'deliveries-files',
    path: DELIVERIES_PAGE,
    as: 'artist',
    prepare: async (page) => {
      await showDeliveries(page, now, listShown(now).slice(1, 3));
      await page.getByRole('button', { name: 'Show files' }).first().click();
      await page.getByText('red-fox-in-the-snow.jpg').waitFor();
    },
  },
  {
    name: 'deliveries-empty',
    path: DELIVERIES_PAGE,
    as: 'artist',
    prepare: async (page) => {
      await showDeliveries(page, now, []);
      await page.getByText('No deliveries yet').waitFor();
    },
  },
  {
    name: 'deliveries-error',
    path: DELIVERIES_PAGE,
    as: 'artist',
    prepare: async (page) => {
      await page.route(`**${listDeliveries.path}`, (route) => route.fulfill({ status: 500, json: {} }));
      await page.reload();
      await page.getByText('The deliveries could not be loaded').waitFor();
    },
  },
];
