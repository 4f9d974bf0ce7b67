import { describe, expect, test } from 'vitest';
import { nameKeywordFiles } from '../keyword-file-names.ts';
import { findDefaultNaming } from './agencies.ts';
import { nameExportFile } from './name-export-file.ts';
import { ALL_AGENCIES } from './testing/all-agencies.ts';
import { createResult } from './testing/create-result.ts';

describe.each(ALL_AGENCIES)('%s', (_name, agency) => {
  const { maxFileNameLength } = agency;

  test('limits the length of file names', () => {
    const length = maxFileNameLength ?? 120;
    const fits = `${'x'.repeat(length - 4)}.jpg`;
    expect(nameExportFile(fits, maxFileNameLength, new Set())).toBe(fits);
    expect(nameExportFile(`x${fits}`, maxFileNameLength, new Set())).toBe(fits);
    const long = nameExportFile(`${'fox_in_the_snow_'.repeat(12)}007.png`, maxFileNameLength, new Set());
    expect(long.length).toBeLessThanOrEqual(length);
    expect(long).toMatch(/_007\.jpg$/);
    const taken = new Set<string>();
    const names = Array.from({ length: 120 }, () =>
      nameExportFile(`${'x'.repeat(200)}.png`, maxFileNameLength, taken),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(120);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(length);
  });

  test('keeps the names of the Keyword Generator', () => {
    const results = [
      createResult(),
      createResult({ index: 1 }),
      createResult({ index: 2, extension: 'png' }),
    ];
    const names = [...nameKeywordFiles(results, findDefaultNaming(agency)).values()];
    const taken = new Set<string>();
    expect(names.map((name) => nameExportFile(name, maxFileNameLength, taken))).toEqual(
      names.map((name) => name.replace(/\.png$/, '.jpg')),
    );
  });
});

describe('names of exported files', () => {
  const nameAll = (names: readonly string[], maxLength: number | null) => {
    const taken = new Set<string>();
    return names.map((name) => nameExportFile(name, maxLength, taken));
  };

  test.each([
    '../../etc/passwd.png',
    '..\\..\\boot.png',
    '/etc/hosts.jpg',
    'a\0b\r\nSTOR c\u001b[2J.jpg',
    '\u202egpj.exe.png',
    '=cmd|calc!A1.jpg',
    '-rf.jpg',
    '@SUM(1).jpg',
    '.htaccess.jpg',
    'שלום.png',
    '🦊'.repeat(64),
    '',
    '.',
    '..',
    `${'é'.repeat(127)}.png`,
  ])('%j: has only letters that are safe everywhere', (name) => {
    for (const maxLength of [12, 30, null, 255]) {
      const [made = ''] = nameAll([name], maxLength);
      expect(made).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*\.jpg$/);
      expect(made).not.toContain('..');
      expect(made.length).toBeLessThanOrEqual(maxLength ?? 120);
    }
  });

  test('stay apart, and within the limit, when they are equal or get too long', () => {
    for (const maxLength of [12, 13, 16, 30, null]) {
      const names = nameAll(
        Array.from(
          { length: 120 },
          (_, index) => ['Fox_123456.png', 'fox-123456.jpg', 'FOX/12.png'][index % 3] ?? '',
        ),
        maxLength,
      );
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(120);
      expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(maxLength ?? 120);
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9]/);
    }
  });
});
