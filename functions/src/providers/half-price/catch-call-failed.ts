import { CallFailed } from '../call-provider.ts';
import type { ProviderAnswer } from '../provider-answer.ts';

/** As an answer, what is thrown because a call cannot be made. All else is an error of the caller. */
export async function catchCallFailed<Made>(make: () => Promise<Made>): Promise<ProviderAnswer<Made>> {
  try {
    return { kind: 'made', made: await make() };
  } catch (error) {
    if (error instanceof CallFailed) return error.failure;
    throw error;
  }
}
