import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PictureStrip } from './picture-strip.tsx';

const Strip = ({ count }: { count: number }) => (
  <PictureStrip
    items={Array.from({ length: count }, (_, index) => index)}
    ratio={2}
    width={312}
    arrange={(total) => ({ columns: total > 5 ? 3 : 1, shown: total > 5 ? 4 : total })}
  >
    {(index) => <p key={index}>{index}</p>}
  </PictureStrip>
);

test('keeps its place and height when a batch loses pictures', () => {
  const { rerender } = render(<Strip count={6} />);
  const { style, children } = screen.getByRole('group', { name: 'Images' });
  const read = () => [children.length, style.gridTemplateColumns, style.minHeight];
  expect(read()).toEqual([5, 'repeat(3, minmax(0, 1fr))', '0']);
  rerender(<Strip count={2} />);
  // Two rows of 50 px with a gap of 6 px.
  expect(read()).toEqual([2, 'repeat(3, minmax(0, 1fr))', '106px']);
});
