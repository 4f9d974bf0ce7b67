import type { Agency } from '@portal/contracts/agencies/agency';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import { expect, it } from 'vitest';
import { isReadyToSell } from './is-ready-to-sell.ts';
import { createChecks, createIssue, createSoftChecks, makeHash } from './testing/create-checks.ts';

const TEXTS = { title: 'A fox', keywords: ['fox'] };

const isReady = (
  picture: Partial<Parameters<typeof isReadyToSell>[0]> = {},
  agency: Partial<Agency> = {},
): boolean =>
  isReadyToSell(
    { width: 3000, height: 2000, isMadeByAi: true, checks: createChecks(), ...picture },
    { ...OWN_AGENCY, minMegapixels: 4, ...agency },
  );

it('needs what the agency takes: size, texts, and no AI if it takes none', () => {
  expect(isReady()).toBe(true);
  expect(isReady({ width: 1000 })).toBe(false);
  expect([isReady({}, { acceptsAi: false }), isReady({ isMadeByAi: false }, { acceptsAi: false })]).toEqual([
    false,
    true,
  ]);
  expect([isReady({}, { needsTexts: true }), isReady(TEXTS, { needsTexts: true })]).toEqual([false, true]);
});

it('needs texts without names that the agency refuses', () => {
  const named = { ...TEXTS, title: 'A fox by Banksy' };
  expect(isReady(named, { refusesNames: true })).toBe(false);
  expect(isReady(named)).toBe(true);
  expect(isReady({ ...named, isMadeByAi: false }, { refusesNames: true })).toBe(true);
});

it('leaves an unknown size to the export', () => {
  expect(isReady({ width: undefined })).toBe(true);
  expect(isReady({ width: undefined }, { acceptsAi: false })).toBe(false);
  expect(isReady({ width: undefined }, { needsTexts: true })).toBe(false);
  expect(isReady({ width: undefined, ...TEXTS }, { needsTexts: true })).toBe(true);
});

it('needs no severe check that is left', () => {
  expect(isReady({ checks: createSoftChecks() })).toBe(false);
  expect(isReady({ checks: createSoftChecks({ dismissed: ['soft'] }) })).toBe(true);
  expect(isReady({ checks: { issues: [createIssue()] } })).toBe(false);
  expect(isReady({ checks: { issues: [createIssue({ severity: 'minor' })] } })).toBe(true);
  expect(isReady({ checks: undefined })).toBe(true);
  // One of four is none.
  const hash = makeHash(7);
  const flaws = [{ kind: 'color-cast' as const, measure: 13 }];
  expect(isReady({ checks: { measures: { hash, sharpness: 50, flaws } } })).toBe(true);
});
