import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPart } from '../../testing/open-part.tsx';
import { MoreOptions } from './more-options.tsx';

const open = (form = 'fox') =>
  openPart(
    <MoreOptions form={form} summary={['2x', false, '', 'Fast']}>
      Scale and speed
    </MoreOptions>,
  );
const findButton = () => screen.getByRole('button', { name: 'More options' });
const isShown = () => screen.queryByText('Scale and speed') !== null;

test('options open where they can be seen, and close to a summary', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = open();
  expect(findButton().getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('2x · Fast')).toBeDefined();
  expect(isShown()).toBe(false);
  await user.click(findButton());
  expect(findButton().getAttribute('aria-expanded')).toBe('true');
  const content = document.getElementById(findButton().getAttribute('aria-controls') ?? '');
  expect(content?.hidden).toBe(false);
  expect(isShown()).toBe(true);
  expect(screen.queryByText('2x · Fast')).toBeNull();
  expect(scrollIntoView.mock.calls).toEqual([[{ block: 'nearest' }]]);
  await user.click(findButton());
  expect(isShown()).toBe(false);
});

test('each form remembers that its options are open, and does not scroll to them', async () => {
  const { click, unmount } = open();
  await click(findButton());
  unmount();
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  scrollIntoView.mockClear();
  const again = open();
  expect(isShown()).toBe(true);
  expect(scrollIntoView).not.toHaveBeenCalled();
  again.unmount();
  open('owl');
  expect(isShown()).toBe(false);
});
