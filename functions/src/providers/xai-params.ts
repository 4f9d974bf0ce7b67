/** What xAI is asked for, in calls now and in batches. */
import type { XaiRequest } from '@portal/contracts/generation-request';

export const XAI_SIGNS = {
  refused: /content moderation|usage guidelines/i,
  keyRejected: /Incorrect API key/i,
  exhausted: /used all available credits|spending limit/i,
};

const RESOLUTIONS = { '2K': '2k' } as const;

export const makeXaiParams = (request: XaiRequest, upstreamModel: string) => ({
  model: upstreamModel,
  prompt: request.prompt,
  response_format: 'b64_json' as const,
  ...(request.size && { resolution: RESOLUTIONS[request.size] }),
});
