import type { UploadRules } from '@portal/contracts/uploads';
import { AppError } from '../../platform/app-error.ts';

const MEGABYTE = 1024 * 1024;

/** Throws unless files of these sizes follow the tool's rules. */
export function checkUpload(sizes: readonly number[], rules: UploadRules): void {
  checkCount(sizes.length, rules);
  for (const [index, size] of sizes.entries()) checkSize(size, index, rules);
}

export function checkCount(count: number, { maxAccepted }: UploadRules): void {
  if (count === 0) throw new AppError('bad-request', 'Select at least one image.');
  if (count > maxAccepted) throw new AppError('bad-request', `Select at most ${maxAccepted} images.`);
}

export function checkSize(size: number, index: number, { maxBytes }: UploadRules): void {
  if (size > maxBytes) {
    throw makeRuleError('too-large', index, `Files can be at most ${maxBytes / MEGABYTE} MB.`);
  }
}

export const makeRuleError = (
  code: 'bad-request' | 'not-found' | 'too-large',
  index: number,
  message: string,
) => new AppError(code, message, { details: [{ path: `files.${index}`, message }] });
