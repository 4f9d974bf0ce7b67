import { expect, test } from 'vitest';
import { renderHook } from '../testing/render-part.tsx';
import { useTool, useToolTitles } from './tools.ts';

test('tools are found by name', () => {
  expect(renderHook(() => useTool('keyword-generator')).title).toBe('Keywords');
  expect(() => renderHook(() => useTool('stylizer'))).toThrow('The tool "stylizer" is not registered.');
});

test('tools that are not registered are named as the API names them', () => {
  const getTitle = renderHook(() => useToolTitles());
  expect([getTitle('upscale'), getTitle('gone')]).toEqual(['Upscale', 'gone']);
});
