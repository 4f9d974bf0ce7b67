import type { Spend } from '@portal/contracts/spend';
import { writeCsv } from '@portal/contracts/write-csv';
import type { GetToolTitle } from '../../pictures/registered-tools/tools.ts';
import { namePerson } from './name-person.ts';

const COLUMNS = ['Month', 'By', 'Name', 'Account', 'Dollars'] as const;

/** A month's spend by tool and again by person, with fractions of a cent. */
export function makeSpendCsv(
  { month, byTool, byPerson, dollars }: Spend,
  getToolTitle: GetToolTitle,
): string {
  const makeRow = (By: string, Name: string, Account: string, amount: number) => ({
    Month: month,
    By,
    Name,
    Account,
    Dollars: amount.toFixed(4),
  });
  return writeCsv(COLUMNS, [
    ...byTool.map((row) => makeRow('Tool', getToolTitle(row.tool), '', row.dollars)),
    ...byPerson.map((row) => makeRow('Person', namePerson(row), row.uid, row.dollars)),
    makeRow('Total', '', '', dollars),
  ]);
}

export const makeSpendCsvName = (month: string): string => `spend-${month}.csv`;
