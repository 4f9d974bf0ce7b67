import { expect, test } from 'vitest';
import { renderPart } from '../../../shared/testing/render-part.tsx';
import { stubStorage } from '../../../shared/testing/stub-storage.ts';
import { createResult } from '../testing/create-batch.ts';
import { PairStrip } from './pair-strip.tsx';

stubStorage();

test('shows what becomes of each picture', () => {
  const pairs = (['pending', 'processing', 'completed'] as const).map((status, index) => ({
    result: createResult(index, status),
    failure: undefined,
    placeholder: undefined,
  }));
  const { html } = renderPart(<PairStrip pairs={pairs} width={700} onOpen={() => undefined} />);
  expect(html.match(/data-slot="\w+"/g)).toEqual(['data-slot="queued"', 'data-slot="running"']);
  expect(html).toContain('View styled photo-3.jpg');
});
