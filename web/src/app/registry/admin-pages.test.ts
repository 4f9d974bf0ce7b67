import { ALERT_PAGES } from '@portal/contracts/alerts';
import { expect, it } from 'vitest';
import { ADMIN_PAGES } from './admin-pages.ts';

it.each(Object.entries(ALERT_PAGES))('has the page that the alert %s leads to', (_name, page) => {
  expect(ADMIN_PAGES).toContainEqual(expect.objectContaining(page));
});
