import { expect, test } from 'vitest';
import { openHook } from '../../testing/open-part.tsx';
import { useTool, useToolTitles } from './tools.ts';

test('tools are found by name', () => {
  expect(openHook(() => useTool('keyword-generator')).current.title).toBe('Keywords');
  expect(() => openHook(() => useTool('stylizer'))).toThrow('The tool "stylizer" is not registered.');
});

test('tools that are not registered are named as the API names them', () => {
  const { current: getTitle } = openHook(() => useToolTitles());
  expect([getTitle('upscale'), getTitle('gone')]).toEqual(['Upscale', 'gone']);
});
