import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { MonthRoom } from './month-room.tsx';
import { roomQuery } from './room-query.ts';
import { savingsQuery } from './savings-query.ts';
import { SpendWarning } from './spend-warning.tsx';

const NOTHING = { dollars: 0, reserved: 0, saved: 0, budget: null };

test.each([
  [{ ...NOTHING, dollars: 3 }, '$3.00 spent, no budget set'],
  [{ ...NOTHING, budget: 0 }, '$0.00 of $0.00 Budget used up'],
  [{ ...NOTHING, dollars: 3, budget: 8 }, '$3.00 of $8.00 38% used', '38', '37.5%'],
  [{ ...NOTHING, dollars: 8, budget: 8 }, '$8.00 of $8.00 Budget used up', '100', '100%'],
  [{ ...NOTHING, dollars: 20, budget: 8 }, '$20.00 of $8.00 Budget used up', '100', '100%'],
  [
    { dollars: 2, reserved: 1.5, saved: 0.5, budget: 8 },
    '$2.00 of $8.00 25% used Up to $1.50 more for calls in progress $0.50 saved by work at half price',
    '25',
    '25%',
  ],
])('shows how much of a budget is used: %o', (spend, text, value?: string, width?: string) => {
  openPart(<BudgetBar {...spend} />);
  expect(readText()).toBe(text);
  const meter = screen.queryByRole('meter', { name: 'Budget used' });
  expect(meter?.getAttribute('aria-valuenow')).toBe(value);
  expect(meter?.querySelector<HTMLElement>('[style]')?.style.width).toBe(width);
});

test.each([
  [20, undefined, 'This month: $12.40 of $20.00'],
  [20, 0.84, 'This month: $12.40 of $20.00 Saved $0.84 this month'],
  [undefined, 0.84, 'Saved $0.84 this month'],
  [undefined, 0, ''],
])("shows a person's limit and what they have saved: %d, %d", (limit, dollars, text) => {
  const client = makeQueryClient();
  const person = limit === undefined ? null : { limit, spent: 12.4, reserved: 1 };
  client.setQueryData(roomQuery.queryKey, { month: '2026-11', person, studio: null });
  if (dollars !== undefined) client.setQueryData(savingsQuery.queryKey, { month: '2026-11', dollars });
  openPart(<MonthRoom />, { client });
  expect(readText()).toBe(text);
  expect(screen.queryAllByRole('note')).toHaveLength(text === '' ? 0 : 1);
});

test('warns of a limit, and differently if work cannot start', () => {
  const message = 'This costs too much.';
  const open = (isBlocking: boolean) => {
    openPart(<SpendWarning id="w" warning={{ message, isBlocking }} />);
    const status = screen.getByRole('status', { name: 'Spending limit' });
    expect(status.textContent).toBe(message);
    return status.innerHTML;
  };
  expect(open(true)).not.toBe(open(false));
  openPart(<SpendWarning id="w" warning={undefined} />);
  expect(screen.getByRole('status', { name: 'Spending limit' }).textContent).toBe('');
});
