import { expect, it } from 'vitest';
import { findListNames } from './find-list-names.ts';

it('finds lists in braces, in known lists and not in broken prompts', () => {
  const lists = new Map([
    ['scene', ['2::__color__', '{a|__scene__}']],
    ['unused', ['__other__']],
  ]);
  const names = findListNames(['{a|__Scene__} __new__', '{ __broken__', String.raw`\__x`], lists);
  expect([...names].toSorted()).toEqual(['color', 'new', 'scene']);
});
