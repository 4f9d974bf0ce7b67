import type { UploadRules } from '@portal/contracts/uploads';
import { AppError } from '../platform/app-error.ts';

const MEGABYTE = 1024 * 1024;

/** Files of these sizes keep to the rules of the tool, or it throws. */
export function checkUpload(sizes: readonly number[], rules: UploadRules): void {
  checkCount(sizes.length, rules);
  for (const [index, size] of sizes.entries()) checkSize(size, index, rules);
}

export function checkCount(count: number, { mostAccepted }: UploadRules): void {
  if (count === 0) throw new AppError('bad-request', 'There are no images.');
  if (count > mostAccepted) throw new AppError('bad-request', `There can be at most ${mostAccepted} images.`);
}

export function checkSize(size: number, index: number, { mostBytes }: UploadRules): void {
  if (size > mostBytes) {
    throw breakRule('too-large', index, `A file may have at most ${mostBytes / MEGABYTE} MB.`);
  }
}

export const breakRule = (code: 'bad-request' | 'not-found' | 'too-large', index: number, message: string) =>
  new AppError(code, message, { details: [{ path: `files.${index}`, message }] });
