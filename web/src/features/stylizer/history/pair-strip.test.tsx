import { expect, test } from 'vitest';
import { listNames, openPart } from '../../../testing/open-part.tsx';
import { createResult } from '../testing/create-batch.ts';
import { PairStrip } from './pair-strip.tsx';

test('shows what becomes of each picture', () => {
  const pairs = (['pending', 'processing', 'completed'] as const).map((status, index) => ({
    result: createResult(index, status),
    failure: undefined,
    placeholder: undefined,
  }));
  openPart(<PairStrip pairs={pairs} width={700} onOpen={() => undefined} />);
  const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')].map(
    ({ dataset }) => dataset['slot'],
  );
  expect(slots).toEqual(['queued', 'running']);
  expect(listNames('button').at(-1)).toBe('View styled photo-3.jpg');
});
