// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasFirstPage, removeFirstPage } from '../first-page/first-page.ts';
import { openPart } from '../testing/open-part.tsx';
import { FullScreenSpinner } from './full-screen-spinner.tsx';

test('has a spinner, unless the first page shows through it', () => {
  const { unmount } = openPart(<FullScreenSpinner />);
  expect(screen.getByRole('status').querySelector('svg')).not.toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  unmount();
  document.body.append(Object.assign(document.createElement('div'), { id: 'first-page' }));
  expect(hasFirstPage()).toBe(true);
  openPart(<FullScreenSpinner />);
  expect(screen.getByRole('status').querySelector('svg')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Loading...');
  removeFirstPage();
  expect(hasFirstPage()).toBe(false);
});
