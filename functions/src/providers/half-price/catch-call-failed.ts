import { CallFailed } from '../call-provider.ts';
import type { ProviderAnswer } from '../provider-answer.ts';

/** Turns the error of a call that cannot be made into an answer. Other errors are bugs, and are thrown on. */
export async function catchCallFailed<Made>(make: () => Promise<Made>): Promise<ProviderAnswer<Made>> {
  try {
    return { kind: 'made', made: await make() };
  } catch (error) {
    if (error instanceof CallFailed) return error.failure;
    throw error;
  }
}
