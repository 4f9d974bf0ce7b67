/** Shows that docs/add-a-tool.md is complete. */
import { printTotals } from '../test/report.ts';
import { testFifthTool } from './test-fifth-tool.ts';

process.exitCode = printTotals([await testFifthTool()]) ? 0 : 1;
