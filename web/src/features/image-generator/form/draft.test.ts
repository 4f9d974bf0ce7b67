import { expect, test, vi } from 'vitest';
import { createStorage, stubStorage } from '../../../shared/testing/stub-storage.ts';
import { readDraft, writeDraft } from './draft.ts';
import { createValues } from '../../../shared/generation/testing/create-values.ts';

stubStorage();

const openTab = () => vi.stubGlobal('sessionStorage', createStorage());

test('a new tab starts with the last draft, and keeps its own from then on', () => {
  writeDraft('ada', createValues({ prompt: 'a fox' }));
  const firstTab = sessionStorage;
  openTab();
  expect(readDraft('ada')?.prompt).toBe('a fox');
  writeDraft('ada', createValues({ prompt: 'an owl' }));
  expect(readDraft('ada')?.prompt).toBe('an owl');
  vi.stubGlobal('sessionStorage', firstTab);
  expect(readDraft('ada')?.prompt).toBe('a fox');
});

test('has no draft of another user', () => {
  writeDraft('ada', createValues({ prompt: 'a fox' }));
  expect(readDraft('ben')).toBeUndefined();
});
