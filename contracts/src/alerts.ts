/** What admins should know before their artists notice. */
import { z } from 'zod';
import { defineCall } from './call.ts';

/**
 * - uncertain-items: calls with an unknown outcome, which may have been charged
 * - budget: 80 % or all of the month's budget is spent
 * - provider-keys: all keys of a provider are rejected or used up
 * - nightly-cleanup: it has not succeeded for 26 hours
 * - provider-batches: a provider takes longer for work at half price than it promises
 * - failed-work: items, files, ZIPs or deletions that could not be finished
 */
export const AlertNameSchema = z.enum([
  'uncertain-items',
  'budget',
  'provider-keys',
  'nightly-cleanup',
  'provider-batches',
  'failed-work',
]);
export type AlertName = z.infer<typeof AlertNameSchema>;

const FAILED_WORK = { title: 'Failed Work', path: '/admin/failed-work' };

/** Where each alert can be fixed: pages of web/src/app/registry/admin-pages.ts. */
export const ALERT_PAGES: Readonly<Record<AlertName, { title: string; path: string }>> = {
  'uncertain-items': FAILED_WORK,
  budget: { title: 'Settings', path: '/admin/settings' },
  'provider-keys': { title: 'API Management', path: '/admin/api' },
  'nightly-cleanup': { title: 'Storage Cleanup', path: '/admin/cloudinary' },
  'provider-batches': { title: 'API Management', path: '/admin/api' },
  'failed-work': FAILED_WORK,
};

const AlertSchema = z.object({
  name: AlertNameSchema,
  title: z.string(),
  message: z.string(),
  /** Changes when the alert is raised again. */
  raisedAt: z.iso.datetime(),
});
export type Alert = z.infer<typeof AlertSchema>;

export const listAlerts = defineCall({
  method: 'GET',
  path: '/api/admin/alerts',
  summary: 'Current alerts, the newest first.',
  audience: 'admin',
  response: z.object({ alerts: z.array(AlertSchema) }),
});
