import { expect, it, vi } from 'vitest';
import { alternative, literal } from './expression.ts';
import { makeRandom } from './random.ts';
import { sampleTexts } from './sample-texts.ts';

it('lists all texts once, however often they are used up', () => {
  const expression = alternative(
    ['a', 'a', 'a', 'b'].map((text) => ({ weight: 1, expression: literal(text) })),
  );
  const all = vi.fn<typeof expression.all>(expression.all);
  const texts = sampleTexts({ ...expression, all }, 100, makeRandom(1, ''), (text) => text);
  expect(texts.filter((text) => text === 'b')).toHaveLength(50);
  expect(all).toHaveBeenCalledTimes(1);
});
