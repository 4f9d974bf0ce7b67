import { beforeEach, expect, it, vi } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { listRetirements } from './list-retirements.ts';

const firestore = await startFirestore();
const TODAY = '2026-11-21';
const NOW = new Date(`${TODAY}T17:00:00Z`);

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));

it('warns 90 days before a model retires, and reports it as retired from that day', async () => {
  const retirements = {
    'gpt-image-1': '2027-02-19',
    'gpt-4o': '2027-02-20',
    gemini: TODAY,
    imagen3: '2026-11-22',
    'keywords-google': '2025-01-01',
  };
  await firestore.doc('settings/models').set({
    models: Object.fromEntries(Object.entries(retirements).map(([name, retiresOn]) => [name, { retiresOn }])),
  });
  const listed = await listRetirements(firestore, NOW);
  expect(listed.map(({ model, retiresOn, isRetired }) => [model, retiresOn, isRetired])).toEqual([
    ['keywords-google', '2025-01-01', true],
    ['gemini', TODAY, true],
    ['imagen3', '2026-11-22', false],
    ['gpt-image-1', '2027-02-19', false],
  ]);
  expect(listed[0]).toMatchObject({ provider: 'google', upstreamModel: 'gemini-3.8-flash' });
});
