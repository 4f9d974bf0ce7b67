import type { Agency } from '@portal/contracts/agencies/agency';
import { OWN_AGENCY } from '@portal/contracts/agencies/profiles/own-agency';
import { expect, it } from 'vitest';
import { isReadyToSell } from './is-ready-to-sell.ts';
import { createChecks, createIssue, createSoftChecks } from './testing/create-checks.ts';

const isReady = (
  picture: Partial<Parameters<typeof isReadyToSell>[0]> = {},
  agency: Partial<Agency> = {},
): boolean =>
  isReadyToSell(
    { width: 3000, height: 2000, isMadeByAi: true, hasTexts: false, checks: createChecks(), ...picture },
    { ...OWN_AGENCY, minMegapixels: 4, ...agency },
  );

it('needs what the agency takes: size, texts, and no AI if it takes none', () => {
  expect(isReady()).toBe(true);
  expect(isReady({ width: 1000 })).toBe(false);
  expect([isReady({}, { acceptsAi: false }), isReady({ isMadeByAi: false }, { acceptsAi: false })]).toEqual([
    false,
    true,
  ]);
  expect([isReady({}, { needsTexts: true }), isReady({ hasTexts: true }, { needsTexts: true })]).toEqual([
    false,
    true,
  ]);
});

it('leaves an unknown size to the export', () => {
  expect(isReady({ width: undefined })).toBe(true);
  expect(isReady({ width: undefined }, { acceptsAi: false })).toBe(false);
  expect(isReady({ width: undefined }, { needsTexts: true })).toBe(false);
  expect(isReady({ width: undefined, hasTexts: true }, { needsTexts: true })).toBe(true);
});

it('needs no severe check that is left', () => {
  expect(isReady({ checks: createSoftChecks() })).toBe(false);
  expect(isReady({ checks: createSoftChecks({ dismissed: ['soft'] }) })).toBe(true);
  expect(isReady({ checks: { issues: [createIssue()] } })).toBe(false);
  expect(isReady({ checks: { issues: [createIssue({ severity: 'minor' })] } })).toBe(true);
  expect(isReady({ checks: undefined })).toBe(true);
});
