import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listNames, openPart } from '../../testing/open-part.tsx';
import { OptionFields } from './option-fields.tsx';

function openFields(props: { enhance: boolean; isDisabled: boolean }) {
  const onScale = vi.fn<(scale: number) => void>();
  const onEnhance = vi.fn<(enhance: boolean) => void>();
  const user = openPart(<OptionFields scale={4} onScale={onScale} onEnhance={onEnhance} {...props} />);
  return { user, onScale, onEnhance };
}

test('an enlargement has a scale, and may enhance', async () => {
  const { user, onScale, onEnhance } = openFields({ enhance: true, isDisabled: false });
  expect(listNames('radiogroup')).toEqual(['Scale']);
  expect(listNames('radio')).toEqual(['2x', '4x']);
  expect(listNames('radio', { checked: true })).toEqual(['4x']);
  const description = 'Less noise, better contrast, sharper edges';
  await user.click(screen.getByRole('switch', { name: 'Enhance', description, checked: true }));
  expect(onEnhance.mock.calls).toEqual([[false]]);
  await user.click(screen.getByRole('radio', { name: '2x' }));
  expect(onScale.mock.calls).toEqual([[2]]);
});

test('an enlargement that does not enhance, and is disabled', () => {
  openFields({ enhance: false, isDisabled: true });
  expect(listNames('switch', { checked: true })).toEqual([]);
  expect(document.querySelector('fieldset')?.disabled).toBe(true);
});
