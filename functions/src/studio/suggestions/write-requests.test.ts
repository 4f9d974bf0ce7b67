import { SuggestionRequestSchema } from '@portal/contracts/prompt-suggestions';
import { expect, it } from 'vitest';
import { PROMPTS_PER_CALL, writeRequests } from './write-requests.ts';

const write = (changes: object, known: string[] = []) =>
  writeRequests(
    SuggestionRequestSchema.parse({ theme: 'foxes', market: 'print', count: 10, ...changes }),
    known,
  ).map(({ request }) => request);
const countOf = (request: string) => Number(/^Number of prompts: (\d+)$/m.exec(request)?.[1]);

it.each([10, 23, 50, 100, 200])('asks for %i prompts and a tenth more, in calls of at most 25', (count) => {
  const counts = write({ count }).map(countOf);
  expect(counts.reduce((sum, each) => sum + each)).toBe(Math.ceil(count * 1.1));
  expect(Math.max(...counts)).toBeLessThanOrEqual(PROMPTS_PER_CALL);
});

it('asks each call for another angle', () => {
  const angles = write({ count: 200 }).map((request) => /^Angle: .+$/m.exec(request)?.[0]);
  expect(new Set(angles).size).toBe(9);
  expect(write({})[0]).not.toContain('Angle');
});

it('names theme, market, words and the latest prompts', () => {
  const known = Array.from({ length: 60 }, (_, index) => `wolf ${index}\n${'x'.repeat(200)}`);
  const [request = ''] = write({ must: ['snow', 'tree'], mustNot: ['cat'] }, known);
  expect(request).toContain(
    'For: prints and posters: decorative, rich in detail, good at large size\nTheme: foxes\nMust appear: snow, tree\nMust not appear: cat\nExists already: wolf 0 x',
  );
  expect(request.match(/^Exists already: .{100}$/gm)).toHaveLength(40);
});
