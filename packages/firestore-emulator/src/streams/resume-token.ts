import type { Micros } from '../model.ts';

const TOKEN_BYTES = 8;

/** Encodes the time from which a client can resume. */
export function encodeResumeToken(time: Micros): Uint8Array {
  const token = Buffer.alloc(TOKEN_BYTES);
  token.writeBigUInt64BE(BigInt(time));
  return token;
}

/** Returns undefined for an unknown token. */
export function decodeResumeToken(token: Uint8Array): Micros | undefined {
  if (token.length !== TOKEN_BYTES) return undefined;
  const time = Number(Buffer.from(token).readBigUInt64BE());
  return Number.isSafeInteger(time) ? time : undefined;
}
