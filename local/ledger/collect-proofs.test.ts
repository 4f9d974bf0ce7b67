import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTestResults } from './collect-proofs.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeReport(name: string, report: unknown) {
  writeFileSync(join(folder, name), JSON.stringify(report));
}

const createReport = (file: string, fullName: string, status = 'passed') => ({
  numPassedTests: 1,
  testResults: [
    { name: join('/repository', file), assertionResults: [{ fullName, title: 'short', status }] },
  ],
});

it('reads the tests of every suite, with the names of what they stand in', () => {
  writeReport('unit.json', createReport('web/a.test.ts', ' page [P1.1] opens'));
  writeReport('browser.json', createReport('e2e/b.test.ts', 'door [P1.2] shuts', 'failed'));
  writeFileSync(join(folder, 'notes.txt'), 'not a report');

  expect(readTestResults(folder, '/repository')).toEqual([
    { file: 'e2e/b.test.ts', title: 'door [P1.2] shuts', passed: false },
    { file: 'web/a.test.ts', title: 'page [P1.1] opens', passed: true },
  ]);
});

it('finds nothing before the first run', () => {
  expect(readTestResults(join(folder, 'missing'), '/repository')).toEqual([]);
});

it('refuses a report that it cannot read', () => {
  writeReport('unit.json', { tests: [] });
  expect(() => readTestResults(folder, '/repository')).toThrow('testResults');
});
