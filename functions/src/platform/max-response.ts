/**
 * Largest file in one response. Cloud Functions stream at most 10 MB (https://cloud.google.com/functions/quotas); this leaves
 * room for headers and names.
 */
export const MAX_RESPONSE_BYTES = 9_000_000;
