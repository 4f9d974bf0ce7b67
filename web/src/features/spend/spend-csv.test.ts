import type { Spend } from '@portal/contracts/spend';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makeSpendCsv, makeSpendCsvName } from './spend-csv.ts';

test('lists a month by tool and by person without formulas', () => {
  const titles = new Map<string, string>([
    ['image-generator', 'Bulk Image Generator'],
    ['upscale', 'Upscale & Enhancement'],
  ]);
  const spend: Spend = {
    month: '2026-11',
    dollars: 12.3456,
    reserved: 0.25,
    saved: 0,
    budget: 100,
    byTool: [
      { tool: 'image-generator', dollars: 12.3, estimated: 13 },
      { tool: 'upscale', dollars: 0.0456, estimated: 0.0456 },
    ],
    byPerson: [
      { uid: 'ada', email: '=ada@studio.example', dollars: 12 },
      { uid: 'gone', email: null, dollars: 0.3456 },
    ],
    byDay: [],
  };
  const csv = makeSpendCsv(spend, (tool) => titles.get(tool) ?? tool);
  expect(csv.startsWith('\ufeff')).toBe(true);
  expect(parse(csv, { bom: true, record_delimiter: '\r\n' })).toEqual([
    ['Month', 'By', 'Name', 'Account', 'Dollars'],
    ['2026-11', 'Tool', 'Bulk Image Generator', '', '12.3000'],
    ['2026-11', 'Tool', 'Upscale & Enhancement', '', '0.0456'],
    ['2026-11', 'Person', "'=ada@studio.example", 'ada', '12.0000'],
    ['2026-11', 'Person', 'Deleted account', 'gone', '0.3456'],
    ['2026-11', 'Total', '', '', '12.3456'],
  ]);
});

test('names the file after the month', () => {
  expect(makeSpendCsvName('2026-11')).toBe('spend-2026-11.csv');
});
