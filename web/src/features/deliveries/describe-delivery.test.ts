import type { Delivery } from '@portal/contracts/delivery';
import { expect, test } from 'vitest';
import { describeSent, describeCounts, describeStatus } from './describe-delivery.ts';

const AT = '2026-11-23T12:00:00.000Z';
const create = (overrides: Partial<Delivery> = {}): Delivery => ({
  id: 'one',
  agency: 'adobe-stock',
  agencyName: 'Adobe Stock',
  target: { protocol: 'sftp', host: 'sftp.example' },
  total: 20,
  counts: { sent: 0, failed: 0, cancelled: 0 },
  sentBytes: 0,
  stopped: null,
  createdAt: AT,
  endedAt: AT,
  cancelledAt: null,
  expiresAt: AT,
  ...overrides,
});

test.each([
  [{ endedAt: null }, 'Sending', '0 of 20 files sent'],
  [{ endedAt: null, cancelledAt: AT }, 'Cancelling', '0 of 20 files sent'],
  [{ counts: { sent: 20, failed: 0, cancelled: 0 } }, 'Sent', '20 of 20 files sent'],
  [{ counts: { sent: 18, failed: 2, cancelled: 0 } }, 'Partly sent', '18 of 20 files sent · 2 failed'],
  [{ counts: { sent: 0, failed: 20, cancelled: 0 } }, 'Failed', '0 of 20 files sent · 20 failed'],
  [{ counts: { sent: 1, failed: 0, cancelled: 19 } }, 'Partly sent', '1 of 20 files sent · 19 cancelled'],
  [{ counts: { sent: 0, failed: 0, cancelled: 20 } }, 'Cancelled', '0 of 20 files sent · 20 cancelled'],
])('describes %o as %s', (overrides, word, counts) => {
  const delivery = create(overrides);
  expect(describeStatus(delivery).word).toBe(word);
  expect(describeCounts(delivery)).toBe(counts);
});

test('describes how much of a file was sent', () => {
  const file = {
    index: 0,
    name: 'a.jpg',
    picture: null,
    state: 'sending' as const,
    bytes: 4_500_000,
    sentBytes: 1_200_000,
    note: null,
    sentAt: null,
  };
  expect(describeSent(file)).toBe('1.1 MB of 4.3 MB');
  expect(describeSent({ ...file, state: 'sent' })).toBe('4.3 MB');
  expect(describeSent({ ...file, state: 'queued', bytes: 812, sentBytes: 0 })).toBe('812 B');
  expect(describeSent({ ...file, bytes: null })).toBeUndefined();
});
