import type { Alert } from '@portal/contracts/alerts';
import { expect, it } from 'vitest';
import { dismiss, listShown } from './dismissed-alerts.ts';

const createAlert = (overrides: Partial<Alert> = {}): Alert => ({
  name: 'budget',
  title: 'This month’s budget is 80% spent',
  message: '$80.00 of $100.00 is spent.',
  raisedAt: '2026-11-21T12:00:00.000Z',
  ...overrides,
});

function createStore(value?: string) {
  let stored = value ?? null;
  return { getItem: () => stored, setItem: (_name: string, text: string) => (stored = text) };
}

it('hides a dismissed alert until it is raised again, and only that one', () => {
  const store = createStore();
  const [budget, cleanup] = [createAlert(), createAlert({ name: 'nightly-cleanup' })];
  dismiss(store, budget);
  expect(listShown(store, [budget, cleanup])).toEqual([cleanup]);
  dismiss(store, cleanup);
  expect(listShown(store, [budget, cleanup])).toEqual([]);
  const again = createAlert({ raisedAt: '2026-11-22T12:00:00.000Z' });
  expect(listShown(store, [again, cleanup])).toEqual([again]);
});

it('shows everything if the stored value is invalid', () => {
  expect(listShown(createStore('[1]'), [createAlert()])).toHaveLength(1);
});
