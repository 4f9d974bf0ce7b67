import { expect, test } from 'vitest';
import { listMonths, nameMonth } from './list-months.ts';

test('lists the last 12 months in UTC', () => {
  const months = listMonths(new Date('2026-02-28T23:30:00-05:00'));
  expect(months).toHaveLength(12);
  expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
});

test('names a month in any time zone', () => {
  expect(nameMonth('2026-11')).toBe('November 2026');
});
