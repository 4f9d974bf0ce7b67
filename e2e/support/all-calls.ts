/** Every call that the contract declares: what its modules export, alone or in a group. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call, FileCall, UploadCall } from '@portal/contracts/call';

const contracts = join(import.meta.dirname, '../../contracts/src');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCall = (value: object): value is Call => 'path' in value && 'response' in value;
const isFileCall = (value: object): value is FileCall => 'path' in value && 'produces' in value;
const isUploadCall = (value: object): value is UploadCall => 'path' in value && 'rules' in value;

const modules = await Promise.all(
  globSync('*.ts', { cwd: contracts, exclude: ['*.test.ts'] })
    .toSorted()
    .map(async (file): Promise<object> => import(pathToFileURL(join(contracts, file)).href)),
);
const exported = modules.flatMap((module) => Object.values(module)).filter(isObject);
const found = [
  ...new Set(exported.flatMap((value) => ('path' in value ? [value] : Object.values(value)))),
].filter(isObject);

export const allCalls: readonly Call[] = found.filter(isCall);
export const allFileCalls: readonly FileCall[] = found.filter(isFileCall);
export const allUploadCalls: readonly UploadCall[] = found.filter(isUploadCall);
