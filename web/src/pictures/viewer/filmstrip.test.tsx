import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createBatchImage } from '../../testing/create-upscale.ts';
import { listNames, openPart } from '../../testing/open-part.tsx';
import { Filmstrip } from './filmstrip.tsx';

test('has the current picture in the center and in the tab order', async () => {
  const moves: number[] = [];
  const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(60 * 60);
  const many = Array.from({ length: 60 }, (_, index) => createBatchImage(index));
  const user = openPart(<Filmstrip pictures={many} position={30} onMove={(index) => moves.push(index)} />);
  // Cells of 60 pixels, and a window of 600.
  expect(scrollTo.mock.calls.at(-1)?.[0]).toMatchObject({ left: 30 * 60 - 270 });
  expect(screen.getAllByRole('button').length).toBeLessThan(30);
  await user.click(screen.getByRole('button', { name: 'Show fox_3.png' }));
  expect(moves).toEqual([2]);
});

test('marks the current picture', () => {
  openPart(
    <Filmstrip
      pictures={[4, 5, 6].map((index) => createBatchImage(index))}
      position={1}
      onMove={() => undefined}
    />,
  );
  const states = screen
    .getAllByRole('button')
    .map((button) => [
      button.getAttribute('aria-label'),
      button.getAttribute('aria-current'),
      button.tabIndex,
      button.getAttribute('type'),
      button.style.transform,
    ]);
  expect(states).toEqual([
    ['Show fox_5.png', 'false', -1, 'button', 'translateX(0px)'],
    ['Show fox_6.png', 'true', 0, 'button', 'translateX(60px)'],
    ['Show fox_7.png', 'false', -1, 'button', 'translateX(120px)'],
  ]);
});

test('shows stars and delete marks', () => {
  openPart(
    <Filmstrip
      pictures={[0, 1, 2].map((index) => createBatchImage(index))}
      position={0}
      describe={({ index }) => (index === 2 ? undefined : { isStarred: true, isMarked: index === 1 })}
      onMove={() => undefined}
    />,
  );
  expect(listNames('button')).toEqual([
    'Show fox_1.png, starred',
    'Show fox_2.png, starred, marked for deletion',
    'Show fox_3.png',
  ]);
});
