import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderPart } from '../testing/render-part.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { MonthRoom } from './month-room.tsx';
import { roomQuery } from './room-query.ts';
import { savingsQuery } from './savings-query.ts';
import { SpendWarning } from './spend-warning.tsx';

const NOTHING = { dollars: 0, reserved: 0, saved: 0, budget: null };

test.each([
  [{ ...NOTHING, dollars: 3 }, '$3.00 spent, no budget set', undefined],
  [{ ...NOTHING, budget: 0 }, '$0.00 of $0.00 Budget used up', undefined],
  [{ ...NOTHING, dollars: 3, budget: 8 }, '$3.00 of $8.00 38% used', '38'],
  [{ ...NOTHING, dollars: 8, budget: 8 }, '$8.00 of $8.00 Budget used up', '100'],
  [{ ...NOTHING, dollars: 20, budget: 8 }, '$20.00 of $8.00 Budget used up', '100'],
  [
    { dollars: 2, reserved: 1.5, saved: 0.5, budget: 8 },
    '$2.00 of $8.00 25% used Up to $1.50 more for calls in progress $0.50 saved by work at half price',
    '25',
  ],
])('shows how much of a budget is used: %o', (spend, text, value) => {
  const bar = renderPart(<BudgetBar {...spend} />);
  expect(bar.text).toBe(text);
  expect(bar.find('meter', 'Budget used')?.attributes['aria-valuenow']).toBe(value);
  if (value !== undefined) expect(bar.html).toContain(`width:${spend.dollars === 3 ? '37.5' : value}%`);
});

test("shows a person's limit and what they have saved, if there is any", () => {
  const renderRoom = (limit?: number, dollars?: number) => {
    const client = new QueryClient();
    const person = limit === undefined ? null : { limit, spent: 12.4, reserved: 1 };
    client.setQueryData(roomQuery.queryKey, { month: '2026-11', person, studio: null });
    if (dollars !== undefined) client.setQueryData(savingsQuery.queryKey, { month: '2026-11', dollars });
    return renderPart(<MonthRoom />, { client });
  };
  expect(renderRoom(20).find('note')?.text).toBe('This month: $12.40 of $20');
  expect(renderRoom(20, 0.84).text).toBe('This month: $12.40 of $20 Saved $0.84 this month');
  expect(renderRoom(undefined, 0.84).text).toBe('Saved $0.84 this month');
  expect(renderRoom(undefined, 0).list('note')).toEqual([]);
});

test('warns of a limit, and differently if work cannot start', () => {
  const message = 'This costs too much.';
  const renderWarning = (isBlocking?: boolean) =>
    renderPart(
      <SpendWarning id="w" warning={isBlocking === undefined ? undefined : { message, isBlocking }} />,
    );
  expect(renderWarning().find('status', 'Spending limit')?.text).toBe('');
  expect(renderWarning(true).find('status', 'Spending limit')?.text).toBe(message);
  expect(renderWarning(true).html).not.toBe(renderWarning(false).html);
});
