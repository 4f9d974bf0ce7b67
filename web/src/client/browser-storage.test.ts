import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readDraft, writeDraft } from './browser-storage.ts';
import { createStorage, stubStorage } from '../testing/stub-storage.ts';

stubStorage();

const openTab = () => vi.stubGlobal('sessionStorage', createStorage());
const read = (name = 'draft') => readDraft(name, z.string());

test('a new tab starts with the last draft, and keeps its own from then on', () => {
  writeDraft('draft', 'a fox');
  const firstTab = sessionStorage;
  openTab();
  expect(read()).toBe('a fox');
  writeDraft('draft', 'an owl');
  expect(read()).toBe('an owl');
  vi.stubGlobal('sessionStorage', firstTab);
  expect(read()).toBe('a fox');
  expect(read('other')).toBeUndefined();
});

test('ignores a draft that the browser cannot store', () => {
  const setItem = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { ...createStorage(), setItem });
  writeDraft('draft', 'a fox');
  openTab();
  expect(read()).toBe('a fox');
});
