/**
 * Structured logs. The SDK adds the trace of the request, task or schedule, from its headers
 * (firebase-functions lib/esm/common/trace.mjs). See docs/decisions/024-tell-admins-about-stuck-work.md.
 */
import { write } from 'firebase-functions/logger';
import { describeError, describeStack, redact, redactText } from './redact.ts';

/** No names, prompts or texts of people: ids, counts, states and times. */
type Details = Record<string, unknown>;

export const logInfo = (message: string, details?: Details): void => writeEntry('INFO', message, details);

/** Something expected that may need a look, such as a service that does not answer. */
export const logWarning = (message: string, error?: unknown, details?: Details): void =>
  writeEntry('WARNING', message, { ...details, ...(error !== undefined && { error: describeError(error) }) });

/**
 * A fault of the portal. Error Reporting takes every entry with a stack, whatever its severity, and reads `stack_trace`
 * first (https://cloud.google.com/error-reporting/docs/formatting-error-messages): only faults have one.
 */
export const logError = (message: string, error: unknown, details?: Details): void =>
  writeEntry('ERROR', message, { ...details, stack_trace: describeStack(error) });

function writeEntry(severity: 'INFO' | 'WARNING' | 'ERROR', message: string, details: Details = {}): void {
  const redacted = Object.entries(details).map(([name, value]) => [name, redact(value)] as const);
  write({ ...Object.fromEntries(redacted), severity, message: redactText(message) });
}

/**
 * For tasks, schedules and events. The SDK logs the stack or only the message of what a handler throws: both become the
 * whole stack, redacted.
 */
export async function redactErrors<Result>(handle: () => Promise<Result>): Promise<Result> {
  try {
    return await handle();
  } catch (error) {
    const stack = describeStack(error);
    // oxlint-disable-next-line preserve-caught-error -- the SDK would log the cause as it is
    throw Object.assign(new Error(stack), { stack });
  }
}
