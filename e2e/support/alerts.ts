/** The portal's alerts, and the banner that shows them. */
import { listAlerts, type Alert } from '@portal/contracts/alerts';
import type { Locator, Page } from 'playwright-core';
import { signInAdmin } from './accounts.ts';
import { callApi } from './api.ts';
import { runSweep } from './storage-cleanup.ts';

/** After a check. */
export async function sweepAndListAlerts(): Promise<Alert[]> {
  await runSweep();
  const { body } = await callApi('GET', listAlerts.path, { as: await signInAdmin() });
  return listAlerts.response.parse(body).alerts;
}

export const findAlert = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Alerts' }).getByRole('listitem').filter({ hasText: title });

const createAlert = (overrides: Partial<Alert> = {}): Alert => ({
  name: 'provider-keys',
  title: 'No usable key for OpenAI, Google, and Stability AI',
  message: 'All keys are rejected or used up. Add credit or replace the keys, then check them.',
  raisedAt: '2026-11-21T11:45:00.000Z',
  ...overrides,
});

export const ALERTS: readonly Alert[] = [
  createAlert(),
  createAlert({
    name: 'nightly-cleanup',
    title: 'The nightly cleanup is overdue',
    message: 'It last succeeded on Nov 20, 2026, 2:04 AM UTC. Expired files are still stored.',
    raisedAt: '2026-11-21T04:05:00.000Z',
  }),
  createAlert({
    name: 'budget',
    title: 'This month’s budget is 80% spent',
    message: '$4,012.30 of $5,000.00 is spent. At 100%, no more paid calls are made.',
    raisedAt: '2026-11-20T09:00:00.000Z',
  }),
];
