import type { Micros } from '../model.ts';

const TOKEN_BYTES = 8;

/** What a client shows to go on from the state at this time. */
export function encodeResumeToken(time: Micros): Uint8Array {
  const token = Buffer.alloc(TOKEN_BYTES);
  token.writeBigUInt64BE(BigInt(time));
  return token;
}

/** Undefined for a token that is none of ours. */
export function decodeResumeToken(token: Uint8Array): Micros | undefined {
  if (token.length !== TOKEN_BYTES) return undefined;
  const time = Number(Buffer.from(token).readBigUInt64BE());
  return Number.isSafeInteger(time) ? time : undefined;
}
