import { expect, test } from 'vitest';
import { listMonths, nameMonth } from './list-months.ts';

test('this month and the eleven before it, by UTC', () => {
  const months = listMonths(new Date('2026-02-28T23:30:00-05:00'));
  expect(months).toHaveLength(12);
  expect(months.slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
});

test('a month by its name, wherever that is read', () => {
  expect(nameMonth('2026-11')).toBe('November 2026');
});
