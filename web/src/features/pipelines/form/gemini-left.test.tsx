import type { GeminiStats } from '@portal/contracts/image-generator';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../../client/api/query-client.ts';
import { geminiStatsQuery } from '../../../tools/generation/form-queries.ts';
import { openPart } from '../../../testing/open-part.tsx';
import { GeminiLeft } from './gemini-left.tsx';

const resetsAt = '2026-11-26T08:00:00.000Z';
const stats: GeminiStats = {
  date: '2026-11-25',
  limit: 500,
  used: 497,
  remaining: 3,
  limitReached: false,
  resetsAt,
};

test.each([
  { pictures: 0, startAt: '', says: undefined },
  { pictures: 3, startAt: '', says: 'Gemini: 3 of today’s 500 pictures left' },
  { pictures: 4, startAt: '', says: 'Gemini: 3 of today’s 500 pictures left, this job needs 4' },
  { pictures: 4, startAt: '2026-11-26T07:59:00.000Z', says: /this job needs 4$/ },
  { pictures: 500, startAt: resetsAt, says: 'Gemini: 500 pictures a day' },
  { pictures: 501, startAt: resetsAt, says: 'Gemini: 500 pictures a day, this job needs 501' },
  // Not a complete date yet.
  { pictures: 4, startAt: '?', says: /today’s 500 pictures left, this job needs 4$/ },
])('Gemini, $pictures pictures, start at "$startAt": $says', ({ pictures, startAt, says }) => {
  const client = makeQueryClient();
  client.setQueryData(geminiStatsQuery.queryKey, stats);
  openPart(<GeminiLeft pictures={pictures} startAt={startAt} />, { client });
  const status = screen.queryByRole('status');
  if (says instanceof RegExp) expect(status?.textContent).toMatch(says);
  else expect(status?.textContent).toBe(says);
});
